"""Which option a reply chooses: by its letter where the letter is claimed, or by its text.

A letter counts where it stands as the answer ("B", "Option B", "B is correct", "a dog (B)"), never
where it only occurs ("a dog", "vitamin C"). Options that are denied do not count, and a reply that
claims two, or one but not firmly, claims none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from visgym.core.markup import unmarked
from visgym.kit.options import LETTERS
from visgym.kit.plain_texts import plain, stated

LONGEST = 2_000  # characters that are looked at
BESIDE = 200  # characters on either side of a letter that say what it is about
MOST_MENTIONS = 40  # in a sentence that may still be an answer

_SENTENCE = re.compile(
    r"(?<![(\s][A-Za-z])(?<!^[A-Za-z])(?<!\b[A-Zv][rst])(?<!\bMrs)(?<!\bProf)[.!?]+[\"')]*(?:\s+|$)|\n+|;\s*"
    r"|(?<=\s[A-Z])\.\s+(?=[A-Z]\sis\b|Option\b|So\b|Therefore\b|Both\b|The (?:answer|correct)\b)"
)
_MENTION = re.compile(
    r"(?<![\w'’.-])(?:(?P<open>[(\[{<\"'])\s?(?P<held>[A-Za-z])\s?[)\]}>\"']"
    r"|(?P<bare>[A-Z])(?![\w'’&+#°]|\.\w|-\w)"
    r"|(?:(?<=[oO]ption\s)|(?<=[cC]hoice\s)|(?<=etter\s)|(?<=answer\sis\s))(?P<small>[a-z])(?=[.!]?$))"
)
_SMALL = re.compile(r"([a-z])(?:[.):]|$)")  # a small letter counts where it begins a text
_FIRST_VERB = re.compile(
    r"\s(?:is|was|isn't|wasn't|are|because|since|as|and|or|but|not|seems|looks|fits|matches|would"
    r"|should|must|can|cannot|can't|does|doesn't|has|shows|for|with|while|whereas|rather|instead"
    r"|could|might|may|due|based|over|than|to|in my|here|clearly)\b"
)
_LEAD_WORDS = frozenset((
    "the", "answer", "is", "it", "it's", "its", "option", "options", "choice", "letter", "final",
    "correct", "right", "best", "i", "choose", "pick", "select", "would", "say", "think", "guess",
    "believe", "go", "with", "so", "therefore", "thus", "hence", "my", "output", "should", "must",
    "be", "one", "that", "to", "candidate", "that's", "this", "only", "and", "clearly",
    "definitely", "i'd", "i'll", "i'm", "going", "conclude", "well", "ok", "okay", "yes", "sure",
    "we", "can", "see", "then", "alternative", "statement", "response", "there", "finally",
    "here", "given", "conclusion", "in", "will",
))  # fmt: skip
_CLAIM = re.compile(
    r"(?:\b(?:answer|option|choice|candidate|alternative|response|choose|chose|chosen|pick"
    r"|picked|select|selected|selecting|choosing|go(?:ing)? with|opt(?:ing)? for|answer with"
    r"|answered|answering|is|be|was|but|rather|therefore|thus|hence|so|then|namely"
    r"|corresponds to|matches"
    r"|indicates|leaves(?: us with)?|points to|labell?ed|marked|i\.e\.,?|mean(?:s|ing)?)"
    r"|[:=→>])\s*(?:(?:the|an?|correct|right|best|option|choice|letter|answer|number|is|be|as|with"
    r"|only|just|clearly|definitely|indeed)\b\s*)*[:\s\"'*]*$",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"\W*(?:(?:is|was|must be|should be|would be|has to be|seems|looks|as|fits|matches)\s+)"
    r"(?:(?:the|my|our|clearly|indeed|definitely|therefore|thus|most|a|an|only|final|best|obviously)"
    r"\s+)*(?:correct|right|true|best|answer|one|choice|option|match|accurate|appropriate|fits?"
    r"|solution|pick|description|valid)\b|\W*(?:fits|matches)(?: best| the\b)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\s*(?:[,(–—-]\s*)?(?:because|since|as|for|with|given|due|based|which|where|while|whereas|not"
    r"|rather|instead|unlike|although|though|here|in)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\b(?:because|since|while|whereas|although|though|unlike|compared|given|as|where|which)\b",
    re.IGNORECASE,
)
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|neither|nor|than|instead of|unlike|except|excludes?|eliminates?|eliminating"
    r"|ruled? out|rules out|ruling out|discard|reject|against|without"
    r"|(?:anything|everything|all|any|nothing) but|cannot be|can't be|won't be)"
    r"|n't(?: be)?|(?:not|n't)\s(?:pick|choose|select|say|go with))"
    r"\s*(?:(?:the|option|choice|answer|letter|be|is)\s*)*[\"'(\s]*$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"[)\]\"'\s]*(?:(?:is|was|are|can|could|does|do|did|must|seems|would|will|should|has|looks|be)\s*)*"
    r"(?:n't\b|not\b|never\b|cannot\b|can't|isn't|wasn't|doesn't|won't|wrong|incorrect|false\b|out\b"
    r"|ruled|excluded|eliminated|impossible|unlikely|too\b|only a distractor)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|might|may|could|alternatively|unsure|uncertain|unclear"
    r"|not (?:sure|certain)|depends|either|neither|both|between|versus|vs|otherwise|equally|as well"
    r"|also|all of (?:them|the above)|(?:cannot|can't) (?:tell|say|determine)|hard to|if|unless"
    r"|nobody|hardly|doubt|toss|guessing)\b|\?|(?<=\w)\s?[/|]\s?(?=[A-Z(]\b)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"\W*(?:(?:the |correct |right )*(?:option|choice|answer|letter)(?: is)?:?\s+)?"
    r"[(\[]?([A-Za-z])(?:[)\].:]+\s*|\s*[-–—=]\s*|\s+)(\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)


class Mention(NamedTuple):
    """A letter of an option in a sentence, and what stands on both sides of it."""

    option: int
    held: bool
    """Whether it is in brackets or quotes."""
    before: str
    after: str


def chosen(text: str, options: Sequence[str]) -> int | None:
    """The number of the one option that a reply claims, None if there is none."""
    bare, texts = unmarked(text[:LONGEST]), [plain(option) for option in options]
    for said in (text, bare):
        if texts.count(plain(said)) == 1:
            return texts.index(plain(said))
    labelled = _LABELLED.match(bare)  # whatever words the text of an option has
    option = LETTERS.index(labelled[1].upper()) if labelled else len(texts)
    if labelled and option < len(texts) and plain(labelled[2]) == texts[option]:
        return option
    claimed: set[int] = set()
    for sentence in filter(None, map(str.strip, _SENTENCE.split(bare))):
        found = _claims(sentence, texts)
        if found is None:
            return None
        claimed |= found
    if not claimed:
        return _by_text(bare, texts)
    return claimed.pop() if len(claimed) == 1 else None


def _claims(sentence: str, texts: Sequence[str]) -> set[int] | None:
    """The options that a sentence claims, None where it leaves several open."""
    mentions = _mentions(sentence, texts)
    if len(mentions) > MOST_MENTIONS:
        return None
    allowed = [each for each in mentions if not _is_denied(each)]
    claims = {each.option for each in allowed if _is_claimed(each, texts)}
    if not claims and not mentions:
        return set()
    if _UNSURE.search(sentence):
        is_thought = sentence.startswith("If ") and not claims
        return None if allowed and not is_thought else set()
    if claims and _OR.search(_ASIDE.split(sentence)[0]):
        return None
    others = [each for each in allowed if claims and each.option not in claims]
    if any(not _ASIDE.search(each.before) for each in others):
        return None
    if any(_contradicts(each, texts) for each in allowed if each.option in claims):
        return None
    return claims


def _mentions(sentence: str, texts: Sequence[str]) -> list[Mention]:
    """Every letter of an option; neither the article, nor the pronoun."""
    found = []
    for match in _MENTION.finditer(sentence):
        letter = (match["held"] or match["bare"] or match["small"]).upper()
        option, after = LETTERS.index(letter), sentence[match.end() :][:BESIDE]
        if option >= len(texts):
            continue
        if match["bare"] and letter in "AI" and not _stands_alone(after, texts[option]):
            continue
        before = sentence[max(0, match.start() - BESIDE) : match.start()]
        found.append(Mention(option, bool(match["held"]), before, after))
    small = _SMALL.match(sentence)
    if small and LETTERS.index(small[1].upper()) < len(texts):
        option = LETTERS.index(small[1].upper())
        found.insert(0, Mention(option, False, "", sentence[1 : BESIDE + 1]))
    return found


def _stands_alone(after: str, text: str) -> bool:
    """Whether `A` or `I` is a letter here: before a mark, a verb, or the text of its option."""
    if not after.strip() or not after[0].isspace() or not after.lstrip()[0].isalnum():
        return True
    return bool(_FIRST_VERB.match(after)) or _begins(after, text)


def _is_claimed(mention: Mention, texts: Sequence[str]) -> bool:
    """Whether a letter stands where an answer does."""
    clause = re.split(r"[,:;–—]|\bbut\b", mention.before)[-1]
    is_led = all(word in _LEAD_WORDS for word in re.findall(r"[\w']+", clause.lower()))
    if is_led and _VERDICT.match(mention.after):
        return True
    ends = not re.sub(r"[\s\W]+", "", mention.after) or bool(_REASON.match(mention.after))
    marked = bool(re.match(r"\s*[)\].:,–—]|\s-", mention.after))
    named = _begins(mention.after.lstrip(" ):.,-–—=]"), texts[mention.option])
    if mention.held and plain(mention.before).endswith(texts[mention.option]) and ends:
        return True
    starts = is_led and (ends or marked or named or mention.held)
    return starts or (bool(_CLAIM.search(mention.before)) and (ends or marked or named))


def _is_denied(mention: Mention) -> bool:
    return bool(_DENIED_BEFORE.search(mention.before) or _DENIED_AFTER.match(mention.after))


def _contradicts(mention: Mention, texts: Sequence[str]) -> bool:
    """Whether the text of another option follows a letter."""
    rest = mention.after.lstrip(" ):.,-–—=]")
    fitting = [text for text in texts if text and _begins(rest, text)]
    return bool(fitting) and max(fitting, key=len) != texts[mention.option]


def _begins(rest: str, text: str) -> bool:
    said = plain(rest)
    return bool(text) and said.startswith(text) and not said[len(text) : len(text) + 1].isalnum()


def _by_text(said: str, texts: Sequence[str]) -> int | None:
    """The option whose text a sentence states; nothing by a text that merely occurs."""
    last = [each for each in _SENTENCE.split(said) if each and each.strip()][-1:]
    for each in last:
        found = {texts.index(text) for text in stated(each) if texts.count(text) == 1}
        if len(found) == 1:
            return found.pop()
    return None
