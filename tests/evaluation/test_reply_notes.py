"""What pages tell of how replies came about."""

from __future__ import annotations

from dataclasses import replace

from hand_made import made, played
from visgym.agents.scripted import SolverAgent
from visgym.analysis.report.samples import gather
from visgym.evaluation.records import Record
from visgym.evaluation.reply_notes import reply_notes
from visgym.web.replays import bare_steps

TROUBLE = "The server answered 503."


def told(kept: Record) -> Record:
    """A record of which everything is known."""
    count = len(kept.replies)
    return replace(
        kept,
        finish=("stop",) * (count - 1) + ("length",),
        reasoning=("I think.",) * count,
        waited=(0.26,) * count,
        tries=(1,) * (count - 1) + (3,),
        trouble=("",) * (count - 1) + (TROUBLE,),
    )


def test_notes_say_how_each_reply_ended() -> None:
    first, last = reply_notes(told(made("a", "maze_2d/easy", verdicts=("done", "done"))))
    assert first == ("ended with stop, 0.3 s", "I think.")
    assert last.how == f"ended with length, 0.3 s, 3 tries, before: {TROUBLE}"


def test_old_records_have_empty_notes() -> None:
    assert [*reply_notes(made("a", "maze_2d/easy", verdicts=("done", "done")))] == [("", "")] * 2


def test_what_other_players_thought_is_not_told() -> None:
    kept = told(made("a", "maze_2d/easy", verdicts=("done",) * 3))
    notes = list(reply_notes(replace(kept, players=(0, 1, 0))))
    assert notes[1] == ("", "") and notes[0].reasoning and notes[2].how


def test_report_and_replay_show_the_notes() -> None:
    kept = told(played("maze_2d/easy", 0, SolverAgent()))
    (episode,) = gather([kept], ["solver"], ["maze_2d/easy"]).episodes
    for steps in (episode["steps"], bare_steps(kept)):
        assert TROUBLE in steps[-1]["how"] and steps[1]["reasoning"] == "I think."
