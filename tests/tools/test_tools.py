"""Tools of the library and of one's own: what they show, what they keep, how they are written."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import visgym
from my_tasks.ruler import fragile, ruler, upside_down
from toys import Counter
from toys_secret import FaceDown
from visgym import Mistake, advance, begin, latest, present, replay
from visgym.core.calls import Call
from visgym.core.parts import Raster, Text
from visgym.core.reading import as_text, read_call
from visgym.core.tools import Use, newest
from visgym.tools.build import tool_of, tools_of
from visgym.tools.look import Look
from visgym.tools.python import Python, run_code
from visgym.tools.sandbox import process
from visgym.tools.sandbox.pool import POOL, Pool

ID = "maze_2d/easy"
PAGE = Path(__file__).parents[2] / "docs" / "tools.md"


@pytest.fixture
def python() -> Python:
    """The tool, where it may run."""
    tool = Python()
    try:
        tool.ready()
    except Mistake as error:
        pytest.skip(str(error))
    return tool


def texts(episode: Any) -> list[str]:
    """What the last turn showed in words."""
    return [part.text for part in episode.turns[-1].shown if isinstance(part, Text)]


def said(code: str) -> dict[str, Any]:
    return {"tool": "python", "args": {"code": code}}


# Looking closer


def test_a_look_is_a_part_of_the_picture_enlarged() -> None:
    episode = begin(ID, 3, tools=["look=300"])
    seen = visgym.present(episode)[0].observations[-1].image
    looked = advance(episode, "('look', (10, 20, 40, 35))")
    part = looked.turns[-1].shown[1].image
    assert part.shape == (150, 300, 3) and looked.step == 1
    assert np.array_equal(part[::10, ::10], seen[20:35, 10:40])
    assert "10 times as large" in texts(looked)[0]


@pytest.mark.parametrize("corners", [(5, 5, 5, 9), (9, 9, 2, 2), (9000, 0, 9999, 10)])
def test_a_look_at_nothing_is_refused_and_costs_no_step(corners: tuple[int, ...]) -> None:
    looked = advance(begin(ID, 3, tools=[Look()]), f"('look', {corners})")
    assert looked.turns[-1].verdict == "refused" and looked.step == 1
    assert "pixels wide" in looked.feedback


# Running code


def test_code_sees_the_picture_and_keeps_its_names(python: Python) -> None:
    episode = begin(ID, 3, tools=[python])
    seen = visgym.present(episode)[0].observations[-1].image
    episode = advance(episode, said("total = int(image.sum())\nprint(picture.size)\ntotal"))
    assert texts(episode) == [f"({seen.shape[1]}, {seen.shape[0]})\n{seen.sum()}"]
    episode = advance(episode, said("show(image[:9], picture.crop((0, 0, 5, 7)))\ntotal + 1"))
    assert texts(episode) == [str(seen.sum() + 1)]
    shown = [part.image for part in episode.turns[-1].shown if isinstance(part, Raster)]
    assert np.array_equal(shown[0], seen[:9]) and shown[1].shape == (7, 5, 3)
    assert latest(episode).text.startswith(str(seen.sum() + 1))
    assert len(latest(episode).pictures) == 3 and episode.step == 1


FAULTS = {
    "x = 1": "The code printed nothing.",
    "1 +": "Line 1: SyntaxError: invalid syntax",
    "a = 1\nb = a / 0": "Line 2: ZeroDivisionError: division by zero",
    "raise SystemExit": "Line 1: SystemExit:",
    "import visgym": "Line 1: ModuleNotFoundError: No module named 'visgym'",
    "show(np.zeros(3))": "Line 1: ValueError: an array of shape (3,) is no picture",
    "print('x' * 9000)": "x" * 4000 + "\n… and 5001 more characters",
}


def test_errors_are_one_line_and_long_output_is_cut(python: Python) -> None:
    episode = begin(ID, 3, tools=[python])
    for code, told in FAULTS.items():
        episode = advance(episode, said(code))
        assert (episode.turns[-1].verdict, texts(episode)) == ("done", [told])


def test_forks_and_restarts_have_the_names_of_their_own_calls(python: Python) -> None:
    trunk = advance(begin(ID, 3, tools=[python]), said("x = [1]"))
    one, two = advance(trunk, said("x.append(2)")), advance(trunk, said("x.append(3)"))
    POOL.close()
    assert texts(advance(one, said("x"))) == ["[1, 2]"]
    assert texts(advance(two, said("x"))) == ["[1, 3]"]
    assert texts(advance(trunk, said("x"))) == ["[1]"]


def test_what_depends_on_chance_comes_out_the_same_again(python: Python) -> None:
    code = "import random\n(random.random(), np.random.rand(), list({'a', 'b', 'c'}))"
    episode = advance(begin(ID, 3, tools=[python]), said(code))
    POOL.close()
    assert texts(advance(begin(ID, 3, tools=[python]), said(code))) == texts(episode)


def test_players_share_neither_pictures_nor_names(python: Python) -> None:
    episode = begin(FaceDown(), 1, tools=[python])
    first = episode.to_move
    episode = advance(episode, said("secret = int(image.sum())"))
    card = next(iter(episode.task.moves(episode.state)))[0]
    episode = advance(episode, card)
    assert episode.to_move != first
    heard = " ".join(message.text for message in present(episode))
    assert "secret" not in heard
    episode = advance(episode, said("secret"))
    assert "NameError" in texts(episode)[0]
    seen = present(episode)[-1].observations[-1].image
    episode = advance(episode, said("int(image.sum())"))
    assert texts(episode) == [str(seen.sum())]


def test_sandboxes_alive_are_few(python: Python) -> None:
    pool = Pool(most=2)
    episode = begin(ID, 3)
    seen = newest(episode.task, episode.state, 0)
    for number in range(3):
        use = Use(seen, Call("python", (f"x = {number}",)))
        pool.run(python.limits, (), use, run_code)
    assert len(pool) == 2 and pool.started == 3
    pool.close()
    assert len(pool) == 0


def test_a_replay_runs_nothing(python: Python, monkeypatch: pytest.MonkeyPatch) -> None:
    episode = advance(begin(ID, 3, tools=[python]), said("print(image.shape)\npicture"))
    monkeypatch.setattr(POOL, "run", lambda *_: pytest.fail("code was run"))
    assert replay(episode) == episode


def test_where_nothing_is_safe_nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    process.protection.cache_clear()
    monkeypatch.setattr(process.sys, "platform", "darwin")
    with pytest.raises(Mistake, match="Linux"):
        Python().ready()
    monkeypatch.setattr(process.sys, "platform", "linux")

    def fails(*_: object) -> None:
        raise OSError("not permitted")

    monkeypatch.setattr(process, "Sandbox", fails)
    with pytest.raises(Mistake, match=r"neither namespaces \(not permitted\) nor Landlock"):
        Python().ready()
    process.protection.cache_clear()


# How code is written in replies


@pytest.mark.parametrize(
    "reply",
    [
        'I count.\n(\'python\', """\nword = "it\'s"\nprint(f\'{word} {len((1, 2))}\')\n""")',
        "python(code=\"word = 'it\\\\'s'\\nprint(word, 2)\")",
        '{"name": "python", "arguments": {"code": "print(\\"it\'s\\", {\'name\': 2}[\'name\'])"}}',
        'So:\n{"tool": "python", "args": {"code": "print(\\"it\'s\\", len((1, 2)))"}}',
    ],
)
def test_code_is_understood_in_any_quotes(python: Python, reply: str) -> None:
    episode = advance(begin(ID, 3, tools=[python]), reply)
    assert (episode.turns[-1].tool, texts(episode)) == ("python", ["it's 2"])


def test_long_code_with_many_brackets_is_one_call() -> None:
    code = "\n".join(f"x{n} = [(1, 2), {{'name': 'move'}}]" for n in range(300))
    reply = as_text({"name": "python", "arguments": {"code": code}})
    found = read_call(f"I try.\n{reply}", ["move", "python"])
    assert found and tool_of("python").action.bind(found.call).args == (code,)


# Tools of one's own


def test_a_function_is_a_tool() -> None:
    episode = begin(Counter(), 1, tools=["my_tasks.ruler:ruler", upside_down])
    guide = present(episode)[0].text
    assert "'ruler': Measure the distance between two points" in guide
    assert "may be used once in an episode" in guide
    ends = {"x0": 0, "y0": 0, "x1": 3, "y1": 4}
    measured = advance(episode, {"name": "ruler", "arguments": ends})
    assert texts(measured) == ["5.0 pixels"]
    turned = advance(measured, "('upside_down', 'upside_down')")
    seen = present(episode)[0].observations[-1].image
    assert np.array_equal(turned.turns[-1].shown[1].image, seen[::-1])
    spent = advance(turned, "upside_down()")
    assert spent.turns[-1].verdict == "refused" and spent.step == 2
    assert ruler.spec() == "my_tasks.ruler:ruler"


def test_a_function_that_fails_says_so_and_the_episode_goes_on() -> None:
    episode = advance(begin(Counter(), 1, tools=[fragile]), "('fragile', 0)")
    assert episode.turns[-1].verdict == "refused" and episode.step == 1
    assert "ZeroDivisionError" in episode.feedback


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("lok", "did you mean look"),
        ("look=big", "takes a number"),
        ("python=0", "a number up to"),
        ("my_tasks.ruler:protractor", "has no tool 'protractor'"),
        ("my_tasks.nowhere:ruler", "cannot be imported"),
        ("my_tasks.ruler:Place", "is no tool"),
    ],
)
def test_mistakes_are_one_sentence(spec: str, told: str) -> None:
    with pytest.raises(Mistake, match=told):
        tools_of([spec])


def test_the_page_about_tools_does_what_it_says() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried and not failures


def test_a_tool_is_given_once_and_says_what_it_is() -> None:
    with pytest.raises(Mistake, match="given twice"):
        tools_of(["look", "look=100"])
    with pytest.raises(Mistake, match="docstring"):
        visgym.tool(lambda seen: "x")
    specs = ["look=100", "python=2", "my_tasks.ruler:ruler"]
    assert [each.spec() for each in tools_of(specs)] == specs
