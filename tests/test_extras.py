"""The small core: what `import visgym` loads, and what is said where an extra is missing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from visgym.cli import COMMANDS, GROUPS
from visgym.core.errors import Mistake
from visgym.core.optional import require
from visgym.evaluation.store import Store
from visgym.kit import shipped_code

EXTRAS = {
    "gymnasium": "gym",
    "numba": "scenes",
    "mujoco": "physics",
    "gymnasium_robotics": "physics",
    "jinja2": "report",
    "aiohttp": "agents",
    "av": "video",
    "pyarrow": "data",
    "ray": "ray",
    "pyspiel": "games",
    "fastapi": "web",
    "uvicorn": "web",
    "zlib_ng": "fast",
    "stable_retro": "arcade",
}
EVALUATE = "evaluate --suite visgym/easy --episodes 1 --out run"
COMMAND = "from visgym.cli import main; main()"
UNSHIPPED = "from visgym.kit import shipped_code; shipped_code.machines = list\n"


def python(code: str, *args: str, folder: Path, hidden: tuple[str, ...] = ()) -> tuple[int, str]:
    """The exit status and the last line of a script that cannot import some packages."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({hidden}))\n"
    if hidden == ("numba",):
        hide += UNSHIPPED
    done = subprocess.run(
        [sys.executable, "-c", hide + code, *args],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("missing", "command", "extra"),
    [
        ("numba", "show maze_3d/easy", "scenes"),
        ("numba", "play counting/easy", "scenes"),
        ("numba", "check vsp_blocks/level_1 --seeds 1", "scenes"),
        ("numba", "demonstrate --tasks maze_3d --episodes 1 --shard 1 --out data", "scenes"),
        ("numba", f"{EVALUATE} --agent solver --tasks maze_2d,maze_3d", "scenes"),
        ("numba", f"{EVALUATE} --agent solver --tasks maze_2d,maze_3d --workers 2", "scenes"),
        ("mujoco", "show fetch_reach/easy", "physics"),
        ("stable_retro", "show visgym.adapters.retro_game/airstriker", "arcade"),
        ("gymnasium_robotics", f"{EVALUATE} --agent stop --tasks fetch_reach", "physics"),
        ("pyspiel", "show leduc_holdem/level_0", "games"),
        ("aiohttp", f"{EVALUATE} --agent openai:some --tasks maze_2d", "agents"),
        ("ray", f"{EVALUATE} --agent stop --tasks maze_2d --backend ray", "ray"),
        ("pyarrow", "demonstrate --tasks maze_2d --format messages --out data", "data"),
        ("fastapi", "web", "web"),
        ("uvicorn", "web", "web"),
        ("jinja2", "web", "web"),
        ("websockets", "serve", "serve"),
    ],
)
def test_a_missing_extra_is_one_sentence_with_the_command_that_installs_it(
    missing: str, command: str, extra: str, tmp_path: Path
) -> None:
    status, said = python(COMMAND, *command.split(), folder=tmp_path, hidden=(missing,))
    assert status == 2
    assert re.fullmatch(rf"visgym: [^.;]+ needs [\w-]+; {install(extra)}", said)
    assert not Store(tmp_path / "run").records()  # nothing is played before it is said


def install(extra: str) -> str:
    return rf"install it with pip install 'visgym\[{extra}\]'\."


def test_reports_and_replays_without_their_extras_name_them(tmp_path: Path) -> None:
    played = f"{EVALUATE} --agent stop --tasks maze_2d".split()
    assert python(COMMAND, *played, folder=tmp_path)[0] == 0
    status, said = python(COMMAND, "report", "run", folder=tmp_path, hidden=("jinja2",))
    assert status == 2 and re.search(install("report"), said)
    code = "from visgym.web.replays import mp4; import visgym\n"
    film = "try: mp4(visgym.begin('maze_2d', 0), 100)\nexcept visgym.Mistake as error: print(error)"
    assert re.search(install("video"), python(code + film, folder=tmp_path, hidden=("av",))[1])


def test_make_without_gymnasium_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import visgym

    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(Mistake, match=install("gym")):
        visgym.make("maze_2d/easy")


def test_a_package_that_is_broken_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cracked.py").write_text("import there_is_no_such_module")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Mistake, match=r"there but cannot be imported \(No module named 'there_is"):
        require("cracked", "data", "A nut")


def test_plain_tasks_and_the_list_need_no_extra(tmp_path: Path) -> None:
    hidden = tuple(EXTRAS)
    for command in ("list", "show jigsaw/easy", f"{EVALUATE} --agent solver --tasks maze_2d"):
        assert python(COMMAND, *command.split(), folder=tmp_path, hidden=hidden)[0] == 0


@pytest.mark.skipif(shipped_code.load() is None, reason="no kernels are shipped for this machine")
def test_3d_needs_no_extra_where_kernels_are_shipped(tmp_path: Path) -> None:
    for id in ("maze_3d/easy", "counting/easy"):
        assert python(COMMAND, "show", id, folder=tmp_path, hidden=tuple(EXTRAS))[0] == 0


def test_importing_visgym_loads_neither_extras_nor_numpy(tmp_path: Path) -> None:
    heavy = (*EXTRAS, "numpy", "PIL", "rich", "typer", "asyncio")
    code = f"import sys, visgym; print([m for m in {heavy} if m in sys.modules])"
    assert python(code, folder=tmp_path)[1] == "[]"
    code = f"import sys; from visgym import *; print([m for m in {heavy} if m in sys.modules])"
    assert python(code, folder=tmp_path)[1] == "['numpy']"


@pytest.mark.parametrize(
    "code",
    [
        "import visgym, gymnasium",
        "import gymnasium, visgym",
        "import visgym, importlib.util; importlib.util.find_spec('gymnasium'); import gymnasium",
    ],
)
def test_gymnasium_knows_the_tasks_in_whatever_order_it_is_imported(
    code: str, tmp_path: Path
) -> None:
    made = "print(gymnasium.make('visgym/maze_2d-v1', preset='hard').unwrapped.task.width)"
    assert python(f"{code}; {made}", folder=tmp_path) == (0, "11")
    restored = "print(type(gymnasium.__loader__).__name__, gymnasium.__spec__.loader is not None)"
    assert python(f"{code}; {restored}", folder=tmp_path) == (0, "SourceFileLoader True")


def test_gymnasium_imports_visgym_for_an_id_that_names_it(tmp_path: Path) -> None:
    code = "import gymnasium; print(gymnasium.make('visgym:visgym/maze_2d-v1').spec.id)"
    assert python(code, folder=tmp_path) == (0, "visgym/maze_2d-v1")


def test_help_names_every_command_and_imports_none(tmp_path: Path) -> None:
    code = (
        "import io, sys; from contextlib import redirect_stdout; from visgym.cli import app\n"
        "with redirect_stdout(io.StringIO()) as shown: app(['--help'], standalone_mode=False)\n"
        "heavy = ('visgym.commands', 'visgym.core.task', 'rich', 'numpy')\n"
        "loaded = [f'loaded:{name}' for name in sys.modules if name.startswith(heavy)]\n"
        "print(*loaded, *shown.getvalue().replace('\\n', ' ').split())"
    )
    status, said = python(code, folder=tmp_path)
    assert status == 0 and "loaded:" not in said
    for name in COMMANDS:
        assert (f" {name} " in said) == (name != "docs")
    assert said.count("Example: ") == len(COMMANDS) - len(GROUPS) - 1  # docs is hidden
