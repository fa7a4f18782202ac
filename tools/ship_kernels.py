"""Write the machine code of kernels that is shipped: `python tools/ship_kernels.py`.

Numba turns the kernels into LLVM's language by drawing a scene and solving a puzzle that use all of
them. LLVM makes machine code of that, without fast-math, and zig links it into a library that needs
no other.
`visgym.kit.shipped_code` says how the functions are called.

It needs the packages `visgym[scenes]` and `ziglang`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from operator import lt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

os.environ["NUMBA_OPT"] = "0"  # LLVM optimises once everything is together, for each machine
os.environ["NUMBA_LOOP_VECTORIZE"] = os.environ["NUMBA_SLP_VECTORIZE"] = "0"
os.environ["NUMBA_CACHE_DIR"] = mkdtemp()  # never to be mixed up with code for use

import llvmlite.binding as llvm
from numba import types

from visgym.kit import compiled, shipped_code
from visgym.kit.shipped_code import (
    AXES,
    DATA,
    DTYPE,
    FLAGS,
    FOLDER,
    LENGTHS,
    NUMBER,
    ORDER,
    REFUSED,
    STRIDES,
)
from visgym.kit.solid import shapes

MACHINES = {  # name: LLVM's triple, CPU, and what zig calls it
    "linux-aarch64": ("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-none"),
    "linux-x86_64-v2": ("x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-none"),
    "linux-x86_64-v3": ("x86_64-unknown-linux-gnu", "x86-64-v3", "x86_64-linux-none"),
}
NUMBERS = {"uint8": 2, "int32": 5, "int64": 7, "float32": 11, "float64": 12}  # NumPy's, on Linux
CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400  # flags of arrays
EXACT = ("ceil", "floor", "sqrt")  # which LLVM knows, and every CPU does alike
KEPT = {"memcpy", "memmove", "memset"}  # which every process has


def main() -> None:
    """Write a library for each machine, and remove those of other kernels."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = whole(dispatchers())
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.so"):
        old.unlink()
    for machine, (triple, cpu, zig) in MACHINES.items():
        path = FOLDER / f"{machine}-{shipped_code.digest()}.so"
        link(machine_code(module, triple, cpu), zig, path)
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def dispatchers() -> dict[str, Any]:
    """The kernels by name, each compiled for the one set of types that it is called with."""
    compiled.SHIPPED = None  # before the kernels are imported
    from visgym.kit.boards import boxes, cars
    from visgym.kit.grids.kernels import search
    from visgym.kit.grids.latin import latin_rules
    from visgym.kit.solid.kernels import columns, faces, raster, shading, shadows, surfaces
    from visgym.kit.solid.scene import layer
    from visgym.kit.solid.values import Camera, Instance, Light
    from visgym.kit.worlds.roam.plans import FloorPlan, rectangle
    from visgym.kit.worlds.roam.poses import Pose
    from visgym.kit.worlds.roam.views import view

    still, moving = Instance(shapes.plane(6, 6)), Instance(shapes.box(), edges=2.0)
    layer([still], Camera((0, 5, 7), (0, 0, 0)), Light(shadows=True), (64, 64)).draw([moving])
    room = FloorPlan((rectangle(0, 0, 4000, 4000, ("cream",), "wood"),))
    view(room, Pose(2000, 2000, 0), (), ((3000, 2000, 300),), (64, 64))
    rules = latin_rules(4)
    rules.pair(0, 1, lt)
    rules.total([0, 1], 3)
    rules.views(range(4), 2)
    rules.solutions()
    floor = frozenset((1, column) for column in range(4))
    boxes.shortest(boxes.Warehouse(floor, frozenset({(1, 3)}), frozenset({(1, 1)}), (1, 0)))
    boxes.stocked(5, 0, 1, 1, 2, Random(0))
    cars.shortest((cars.Car(2, 0, 2, False),))
    found = {
        name: value
        for module in (boxes, cars, columns, faces, raster, search, shading, shadows, surfaces)
        for name, value in vars(module).items()
        if getattr(value, "targetoptions", {}).get("nogil")
    }
    for name, kernel in found.items():
        if len(kernel.overloads) != 1:
            sys.exit(f"{name} is called with {len(kernel.overloads)} sets of types, not with one.")
    return found


def whole(kernels: dict[str, Any]) -> llvm.ModuleRef:
    """All kernels and their entries in one module."""
    module = llvm.parse_assembly("")
    for name, kernel in kernels.items():
        (result,) = kernel.overloads.values()
        text = result.library.get_llvm_str() + "\n".join(entry(name, result))
        for function in EXACT:
            text = text.replace(f"@{function}(", f"@llvm.{function}.f64(")
        module.link_in(llvm.parse_assembly(text))
    for value in (*module.functions, *module.global_variables):
        public = value.name in kernels or value.name.endswith(".arguments")
        if not (value.is_declaration or public):
            value.linkage = "internal"
    return module


def entry(name: str, result: Any) -> Iterator[str]:
    """The lines of a function that takes one block of arguments."""
    leaves = list(flat(result.signature.args))
    letters = "".join(letter(leaf) for leaf in leaves)
    returned = {"none": "", "bool": "b", "int64": "q"}[str(result.signature.return_type)]
    about = f"{letters}:{returned}"
    yield f'@{name}.arguments = constant [{len(about) + 1} x i8] c"{about}\\00"'
    yield f"define i64 @{name}(ptr %block) {{"
    yield "  %result = alloca i64"
    yield "  %problem = alloca ptr"
    yield "  store i64 0, ptr %result"
    values, checks = [], []
    for place, leaf in enumerate(leaves):
        yield from fetch("ptr %block", 8 * place, kind(leaf), f"%v{place}")
        if isinstance(leaf, types.Array):
            lines, passed = unpack(leaf, f"v{place}")
            yield from lines
            values += passed
            checks.append(f"%v{place}.right")
        elif leaf == types.boolean:
            yield f"  %v{place}.bit = trunc i64 %v{place} to i1"
            values.append(f"i1 %v{place}.bit")
        else:
            values.append(f"{kind(leaf)} %v{place}")
    yield from conjunction(checks)
    yield f"  br i1 {checks[0]}.all, label %call, label %refuse"
    yield "call:"
    passed = ", ".join(("ptr %result", "ptr %problem", *values))
    yield f"  %status = call i32 @{result.fndesc.llvm_func_name}({passed})"
    yield "  %fine = icmp eq i32 %status, 0"
    yield "  br i1 %fine, label %done, label %refuse"
    yield "done:"
    yield "  %number = load i64, ptr %result"
    yield "  ret i64 %number"
    yield "refuse:"
    yield f"  ret i64 {REFUSED}"
    yield "}"


def flat(arguments: Any) -> Iterator[Any]:
    """The types of arguments, those in tuples too."""
    for each in arguments:
        if isinstance(each, types.BaseTuple):
            yield from flat(each.types)
        else:
            yield each


def letter(leaf: Any) -> str:
    """How an argument is packed: an array, an integer or a float."""
    if isinstance(leaf, types.Array):
        return "a"
    return {types.int64: "q", types.boolean: "q", types.float64: "d"}[leaf]


def kind(leaf: Any) -> str:
    """The type of an argument in the block."""
    return {"a": "ptr", "q": "i64", "d": "double"}[letter(leaf)]


def fetch(base: str, offset: int, what: str, into: str) -> Iterator[str]:
    """The lines that read a value at some bytes from a pointer."""
    yield f"  {into}.at = getelementptr i8, {base}, i64 {offset}"
    yield f"  {into} = load {what}, ptr {into}.at"


def unpack(array: Any, name: str) -> tuple[list[str], list[str]]:
    """The lines that read an array and check its type, and what numba passes of it."""
    self, lines = f"ptr %{name}", []
    wanted = CONTIGUOUS | ALIGNED | (WRITEABLE if array.mutable else 0)
    for what, offset, part in (
        ("ptr", DATA, "data"), ("i32", AXES, "axes"), ("ptr", LENGTHS, "lengths"),
        ("ptr", STRIDES, "strides"), ("ptr", DTYPE, "dtype"), ("i32", FLAGS, "flags"),
    ):  # fmt: skip
        lines += fetch(self, offset, what, f"%{name}.{part}")
    lines += fetch(f"ptr %{name}.dtype", NUMBER, "i32", f"%{name}.number")
    lines += fetch(f"ptr %{name}.dtype", ORDER, "i8", f"%{name}.order")
    lines += [
        f"  %{name}.masked = and i32 %{name}.flags, {wanted}",
        f"  %{name}.a = icmp eq i32 %{name}.masked, {wanted}",
        f"  %{name}.b = icmp eq i32 %{name}.axes, {array.ndim}",
        f"  %{name}.c = icmp eq i32 %{name}.number, {NUMBERS[str(array.dtype)]}",
        f"  %{name}.d = icmp ne i8 %{name}.order, {ord('>')}",
        f"  %{name}.ab = and i1 %{name}.a, %{name}.b",
        f"  %{name}.cd = and i1 %{name}.c, %{name}.d",
        f"  %{name}.right = and i1 %{name}.ab, %{name}.cd",
    ]
    # an array of fewer axes has fewer lengths to read, and is refused before they are used
    for axis in range(array.ndim):
        for part in ("lengths", "strides"):
            safe = f"%{name}.{part}.{axis}"
            lines += [f"  {safe}.skip = select i1 %{name}.b, i64 {8 * axis}, i64 0"]
            lines += [f"  {safe}.at = getelementptr i8, ptr %{name}.{part}, i64 {safe}.skip"]
            lines += [f"  {safe} = load i64, ptr {safe}.at"]
    size = f"%{name}.lengths.0"
    for axis in range(1, array.ndim):
        lines.append(f"  %{name}.size.{axis} = mul i64 {size}, %{name}.lengths.{axis}")
        size = f"%{name}.size.{axis}"
    parts = ("lengths", "strides")
    sides = [f"i64 %{name}.{part}.{axis}" for part in parts for axis in range(array.ndim)]
    width = array.dtype.bitwidth // 8
    passed = ["ptr null", "ptr null", f"i64 {size}", f"i64 {width}", f"ptr %{name}.data", *sides]
    return lines, passed


def conjunction(checks: list[str]) -> Iterator[str]:
    """The lines that tell whether all checks hold."""
    last = "true"
    for check in reversed(checks):
        yield f"  {check}.all = and i1 {check}, {last}"
        last = f"{check}.all"


def machine_code(module: llvm.ModuleRef, triple: str, cpu: str) -> bytes:
    """The object file of a module for a machine."""
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=cpu, opt=3, reloc="pic", codemodel="small")
    text = "\n".join(line for line in str(module).splitlines() if not line.startswith("target "))
    own = llvm.parse_assembly(text)
    own.triple, own.data_layout = triple, str(machine.target_data)
    for speed in (3, 3):  # what the first inlines, the second vectorises
        tuning = llvm.create_pipeline_tuning_options(speed_level=speed)
        tuning.loop_vectorization = tuning.slp_vectorization = True
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(own, builder)
    missing = {each.name for each in own.functions if each.is_declaration} - KEPT
    if strange := {name for name in missing if not name.startswith("llvm.")}:
        sys.exit(f"The kernels call what a library cannot bring: {', '.join(sorted(strange))}.")
    return bytes(machine.emit_object(own))


def link(code: bytes, zig: str, path: Path) -> None:
    """Write a library of an object file."""
    with TemporaryDirectory() as folder:
        inside = Path(folder) / "kernels.o"
        inside.write_bytes(code)
        zig_cc = [sys.executable, "-m", "ziglang", "cc", "-target", zig]
        options = ["-shared", "-nostdlib", "-s", "-o", str(path)]
        subprocess.run([*zig_cc, *options, str(inside)], check=True)


if __name__ == "__main__":
    main()
