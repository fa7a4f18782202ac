"""What wrappers show and hide."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from toys import Counter
from visgym import catalog
from visgym.core.episode import Episode, advance, begin
from visgym.core.errors import Mistake
from visgym.core.messages import present
from visgym.core.parts import Message, Text
from visgym.wrappers.build import WRAPPERS, arrange, parse
from visgym.wrappers.examples import FIRST
from visgym.wrappers.rules import RulesVariant


def told(*specs: str, turns: int = 3) -> list[Message]:
    episode: Episode[object] = begin(Counter(), 5)
    for number in range(turns):
        episode = advance(episode, f"('add', {number % 2})")
    return present(episode, arrange(specs, episode.task))


def test_terse_feedback_says_whether_and_not_why() -> None:
    episode = begin(catalog.load("maze_2d/easy"), 0)
    said = ["('move', 0)", "('move', 2)", "('move', 9)", "('fly', 1)", "I wonder."]
    for reply in said:
        episode = advance(episode, reply)
    told = [m.text for m in present(episode, arrange(["terse_feedback"])) if m.role == "user"]
    heard = [text.partition("\n")[0].removeprefix("Environment feedback: ") for text in told[1:]]
    assert heard[0] == "Illegal move." and heard[1] == "Action executed successfully."
    assert heard[2:] == ["Invalid arguments.", "Invalid action.", "Invalid format."]
    with pytest.raises(Mistake, match="exclude each other"):
        arrange(["terse_feedback", "no_feedback"])


def test_examples_of_actions_say_what_they_mean() -> None:
    guide = present(begin(catalog.load("maze_2d/easy"), 0))[0].text
    assert "- ('move', 1): direction is up" in guide
    assert "- ('stop', 'stop'): end the episode" in guide


def test_without_rules_the_actions_remain() -> None:
    text = told("no_rules")[0].text
    assert "Bring the number" not in text and "blue line" not in text
    assert "('add', amount)" in text


def test_without_feedback_the_step_line_remains() -> None:
    last = told("no_feedback")[-1].text
    assert last == "This is step 4. You are allowed to take 16 more steps."


@pytest.mark.parametrize(("turns", "messages"), [(1, 1), (2, 3), (4, 7), (99, 7)])
def test_history_keeps_whole_turns_and_the_instruction(turns: int, messages: int) -> None:
    window = told(f"history={turns}")
    assert len(window) == messages
    assert window[0].text.count("Bring the number") == 1
    assert window[-1].text.count("This is step 4.") == 1
    assert sum(len(message.pictures) for message in window) == (messages + 1) // 2


def test_all_history_is_the_default() -> None:
    assert told("history=all") == told("history") == told()


def test_text_replaces_every_picture_and_the_legend() -> None:
    messages = told("text", "goal")
    assert not any(message.pictures for message in messages)
    assert "The number is written out." in messages[0].text
    assert "blue line" not in messages[0].text
    assert "The solved state in text:\nThe number is 10." in messages[0].text


def test_a_caption_stands_beside_every_picture() -> None:
    for message in told("caption")[::2]:
        assert len(message.pictures) == 1
        assert "The state in text:\nThe number is" in message.text


def test_the_goal_is_shown_once_and_survives_a_short_history() -> None:
    window = told("goal", "history=1")
    kinds = [picture.kind for picture in window[0].pictures]
    assert kinds == ["goal", "state"]
    assert Counter().score(window[0].pictures[0].state) == 1


def test_the_order_in_which_wrappers_are_given_does_not_matter() -> None:
    assert told("history=2", "text", "goal") == told("goal", "text", "history=2")


@pytest.mark.parametrize("name", list(WRAPPERS))
def test_wrappers_survive_json(name: str) -> None:
    wrapper = parse("history=2") if name == "history" else parse(name)
    assert parse(json.loads(json.dumps(wrapper.spec()))) == wrapper


@pytest.mark.parametrize(
    ("specs", "sentence"),
    [
        (["text", "caption"], "exclude each other"),
        (["history=2", "history=4"], "given twice"),
        (["histroy=2"], "did you mean history?"),
        (["history=0"], "1 or more, or all"),
        (["history=-1"], "should be of type int or None"),
        (["text=2"], "takes no value"),
        (["rules=ters"], "did you mean terse?"),
        (["rules=nowhere.json"], "There is no file nowhere.json of rules"),
        (["rules=none", "no_rules"], "exclude each other"),
        ([{"name": "history", "trns": 2}], "did you mean turns?"),
        ([{"turns": 2}], "There is no wrapper ''"),
    ],
)
def test_impossible_wrappers_are_refused_with_a_sentence(
    specs: list[object], sentence: str
) -> None:
    with pytest.raises(Mistake, match=sentence.replace("?", r"\?")):
        arrange(specs, Counter())  # type: ignore[arg-type]


def test_examples_are_other_episodes_with_their_answers_before_the_question() -> None:
    messages = told("examples=2")
    pictures = messages[0].pictures
    assert [picture.kind for picture in pictures] == ["example", "example", "state"]
    assert len({picture.state for picture in pictures}) == 3
    assert messages[0].text.count("The answer:\n('add',") == 2
    assert messages[0].text.index("Example 2") < messages[0].text.index("This is step 1.")
    assert messages == told("examples=2"), "examples are the same every time"


def test_examples_turn_into_text_and_survive_a_short_history() -> None:
    text = told("examples=1", "text")[0]
    assert not text.pictures and text.text.count("The number is") == 3
    window = told("examples=1", "history=1", "goal")
    assert [picture.kind for picture in window[0].pictures] == ["example", "goal", "state"]


def test_no_example_is_the_question_itself() -> None:
    episode: Episode[object] = begin(Counter(), FIRST)
    shown = present(episode, arrange(["examples=3"], episode.task))[0].pictures
    assert episode.start not in [picture.state for picture in shown[:-1]] and len(shown) == 4


def test_answers_of_examples_are_written_as_the_rules_ask() -> None:
    episode = begin(catalog.load("vsp_maze/easy"), 0)
    text = present(episode, arrange(["examples"], episode.task))[0].text
    assert "\n\nAction plan: " in text.partition("The answer:")[2] and "('answer', [" not in text


def test_the_question_stands_next_to_its_picture_and_survives_every_wrapper() -> None:
    episode = begin(catalog.load("vsp_maze_hole/easy"), 0)
    question = episode.task.question(episode.task.visible(episode.start, 0))
    for specs in ([], ["no_rules"], ["text"], ["caption", "examples=2"], ["history=1"]):
        parts = present(episode, arrange(specs, episode.task))[0].parts
        (at,) = (index for index, part in enumerate(parts) if part.kind == "question")
        assert parts[at] == Text("question", question)
        assert parts[at + 1].kind == "state"


def test_questions_have_no_goal_to_show() -> None:
    for id in ("vsp_maze/easy", "board_state_inference/easy"):
        with pytest.raises(Mistake, match="wants an answer"):
            arrange(["goal"], catalog.load(id))


def test_rules_come_in_variants_that_are_data(tmp_path: Path) -> None:
    own = tmp_path / "rules.json"
    own.write_text(json.dumps({"counter": "Mach $size daraus.", "maze_2d": "Zum Ziel."}))
    assert "Mach 4 daraus." in told(f"rules={own}", "text")[0].text
    assert told("rules=full") == told()
    nothing = told("rules=none", "caption")[0].text
    assert "Bring the number" not in nothing and "blue line" not in nothing
    assert "Available actions" in nothing and "The number is" in nothing
    maze = catalog.load("maze_2d/easy")
    assert RulesVariant("terse").text(maze) == "Walk to the target, then stop."
    jigsaw = catalog.load("jigsaw/easy")
    assert jigsaw.rules().startswith(RulesVariant("terse").text(jigsaw))
    assert RulesVariant(str(own)).text(jigsaw) == jigsaw.rules()
    assert "Mach 4" in told(f"rules={own}", "history=1")[0].text, "rules survive a short history"


def test_terse_rules_are_of_tasks_that_there_are_and_shorter() -> None:
    texts = json.loads((files("visgym.data") / "rules" / "terse.json").read_text(encoding="utf-8"))
    for name in texts:
        task = next(iter(catalog.presets(name).values()))
        assert "$" not in RulesVariant("terse").text(task)
        assert len(RulesVariant("terse").text(task)) < len(task.rules())
