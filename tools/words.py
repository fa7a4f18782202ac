"""The embedded word lists: `python tools/words.py FOLDER`, from SCOWL lists and WordNet glosses.

FOLDER holds common.txt (SCOWL sizes 10 to 35), wordle_guesses.txt (five letters, sizes 10 to 70),
and clues.tsv (word, part of speech, gloss of the first sense). Words that nobody should come across
by accident are in avoided.txt, in rot13, so that nobody does here.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parents[1] / "src" / "visgym" / "data" / "words"
LENGTHS = (4, 5, 6)  # letters of the words to guess
CLUE = range(12, 65)  # characters of a clue

NO_ENTRY = """
about above across after again against ago all almost alone along also always among and another
any are around aside ate author away back because been before behind below beneath beside
between beyond both broke buoy but can did does done down during each either else enough ever
every few for from gee get got had has have her here herpes hers him his how inside instead into
its jack joe john june just keep last least less let like lit little lost lot made many may men
might mike mine more most much must near neither never next nick nine none nor not nothing now
off often once one only onto other others ought our out outside over own pas per quite rather
rob same sat self several shall she should sic since six some soon still such ted ten than that
the them then there these they thing this those though three through thus till tim tom too
toward two under until upon van very von was well were what when where which while who whom
whose why will with within without wiz won would yes yet you your
"""
"""Past forms, and words whose first noun, verb or adjective is not what one thinks of."""
TOO_LATE = "buzzer"  # which hints lead to in seven tries, where all must be used and six are given
UNFIT = re.compile(
    r"\b(obscen|offens|vulgar|slang|sex|genital|penis|breast|feces|fecal|urin|excre|anus|rap[ei]|"
    r"prostitut|jew|rac[ei]|homosex|lesbian|drug|narcot|suicid|murder|tortur|disparag|derogat|"
    r"ethnic|slave|nazi|contempt|pejorat|insult|abus|copulat|semen|menstru|corpse|genocid|islam|"
    r"muslim|christ|hindu|buttock|whip|lesion|tumor|cancer|adulter|underwear|brassiere|erotic|"
    r"kill|abbreviat|symbol for|terms? for|names? for)"
)
OPENING = re.compile(
    r"(especially|usually|often|of or |relating|pertaining|used |having to do|in |as |for |with |"
    r"being|characteristic|resembling|not )"
)  # of a gloss that is a part of one, or says little
ENDINGS = (
    "ations", "ation", "ingly", "ness", "ment", "ings", "ing", "ised", "ized", "edly", "ies", "ers",
    "ed", "er", "es", "ly", "or", "s", "y", "e",
)  # fmt: skip


def stem(word: str) -> str:
    ending = next((e for e in ENDINGS if word.endswith(e) and len(word) >= len(e) + 3), "")
    return word.removesuffix(ending)


def gives_away(word: str, gloss: str) -> bool:
    """Whether a gloss has the word in it, or one of its family."""
    small = NO_ENTRY.split()
    for other in re.findall(r"[a-z]{3,}", gloss):
        short, long = sorted((stem(word), stem(other)), key=len)
        if word in other or (other in word and other not in small) or long.startswith(short):
            return True
        if word[:4] in other or (len(word) >= 6 and word[-5:] == other[-5:]):
            return True
    return False


def is_inflected(word: str, common: set[str]) -> bool:
    """Whether a word is a plural, a past or a comparative, or has no vowel."""
    plural = word.endswith("s") and not word.endswith("ss")
    if plural and {word[:-1], word[:-2], f"{word[:-3]}y"} & common:
        return True
    if len(word) > 4 and word.endswith("ed") and {word[:-1], word[:-2], word[:-3]} & common:
        return True
    if word.endswith(("er", "est")) and re.sub("(er|est)$", "est", word) in common:
        return True
    return (word.endswith("ing") and len(word) > 5) or not re.search("[aeiouy]", word)


def clues(folder: Path, entries: set[str], avoided: set[str]) -> Iterator[tuple[str, str]]:
    """Words with a gloss that a stranger may guess them by."""
    rows = (line.split("\t") for line in (folder / "clues.tsv").read_text("utf-8").splitlines())
    for word, _, gloss in rows:
        is_plain = len(gloss) in CLUE and re.fullmatch(r"[a-z][a-z ,'-]+", gloss)
        if word not in entries or not is_plain or OPENING.match(gloss) or UNFIT.search(gloss):
            continue
        if not gives_away(word, gloss) and not avoided & set(re.findall("[a-z]+", gloss)):
            yield word, gloss


def build(folder: Path) -> dict[str, list[str]]:
    """The lines of each file."""
    avoided = set(codecs.decode((DATA / "avoided.txt").read_text("utf-8"), "rot13").split())
    common, wide = (
        set((folder / name).read_text("utf-8").split()) - avoided
        for name in ("common.txt", "wordle_guesses.txt")
    )
    glossed = {line.split("\t")[0] for line in (folder / "clues.tsv").open(encoding="utf-8")}
    fit = glossed & common - set(NO_ENTRY.split()) - {TOO_LATE}
    entries = {word for word in fit if not is_inflected(word, common)}
    found = list(clues(folder, entries, avoided))
    alike = Counter((len(word), gloss) for word, gloss in found)  # two words for one clue
    short = [word for word in common if len(word) in LENGTHS]
    return {
        "clues.tsv": [f"{w}\t{g}" for w, g in found if len(w) <= 9 and alike[len(w), g] == 1],
        "guesses.txt": sorted({*short, *wide}),
        "answers.txt": sorted(word for word in entries if len(word) in LENGTHS),
    }


def credit(file: str) -> dict[str, str]:
    """The entry of the manifest."""
    digest = hashlib.sha256((DATA / file).read_bytes()).hexdigest()
    if file == "clues.tsv":
        made = ("Princeton University", "WordNet 3.0 license", "wordnet-base 1:3.0-37")
    elif file == "avoided.txt":
        made = ("VisGym", "as VisGym", "made for VisGym")
    else:
        made = ("Kevin Atkinson and others", "SCOWL license", "scowl 2020.12.07-2")
    return {
        "file": file,
        "label": file,
        **dict(zip(("author", "licence", "source"), made, strict=True)),
        "sha256": digest,
    }


if __name__ == "__main__":
    for name, lines in build(Path(sys.argv[1])).items():
        (DATA / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    entries = [json.dumps(credit(path.name)) for path in sorted(DATA.glob("*.t*"))]
    (DATA / "manifest.json").write_text("[\n" + ",\n".join(entries) + "\n]\n", encoding="utf-8")
