"""A corpus of replies that say numbers, or do not: equal ones are credited, and nothing else is."""

from __future__ import annotations

import pytest

from grading import counted, credited, eager_number, strict_number

# A right answer, replies that say it within a twentieth, replies that do not.
CORPUS: list[tuple[str, list[str], list[str]]] = [
    ("0.35", [
        "0.35", ".35", "0.350", "0.35.", "**0.35**", "$0.35$", "\\boxed{0.35}",
        "<answer>0.35</answer>", "0.34",
        "0.36", "35%", "35 %", "35\\%", "35 percent", "35 per cent", "35 pct", "7/20",
        "\\frac{7}{20}", "\\dfrac{7}{20}",
        "$\\frac{7}{20}$", "about 0.35", "approximately 0.35", "≈ 0.35", "~0.35", "x = 0.35",
        "Answer: 0.35",
        "The answer is 0.35.", "The ratio is 0.35.", "It is about 35%.", "3.5e-1", "3.5 × 10^-1",
        "3.5 \\times 10^{-1}",
        "0.35 (rounded)", "(0.35)", "\"0.35\"", "7/20 = 0.35", "Thinking of 20 cells.\n0.35",
        "0.333 + 0.017 = 0.35",
    ], [
        "0.31", "0.39", "0.3", "0.4", "0.5", "0", "1", "35", "3.5", "-0.35", "0.035", "0.35%%%1",
        "1/35", "\\frac{20}{7}",
        "3.5%", "0.31 or 0.35", "0.35 or 0.31", "either 0.35 or 0.4", "between 0.3 and 0.4",
        "0.3-0.4", "0.3 to 0.4",
        "more than 0.35", "less than 0.35", "at least 0.35", "not 0.35", "0.35?0.4", "maybe 0.35",
        "perhaps 0.35",
        "0.35/0.40", "0.35, 0.5", "about a quarter", "<answer>0.35 or 0.5</answer>",
        "\\boxed{0.3, 0.35}", "0.35 ± 0.2",
        "> 0.35", "unknown", "zero", "350%", "0.35.1",
    ]),
    ("1250", [
        "1250", "1,250", "1 250", "1'250", "1{,}250", "1\\,250", "$1{,}250$", "1250.0", "1,250.00",
        "1.25 thousand", "1.25k",
        "1.25K", "1.25e3", "1.25E+3", "1.25 × 10^3", "1.25 \\times 10^{3}", "1.25*10^3", "$1,250",
        "\\$1,250", "€1250", "1250 USD",
        "1,250 km", "1250km", "1250 km/h", "1250 m^2", "1250 m²", "1250 people",
        "about 1,250 people", "approx. 1250",
        "around 1200", "1300", "The total is 1,250.", "In total, there are 1250 people.",
        "1000 + 250 = 1250",
        "In 2015, the value was 1250", "The value in 2015 is 1,250.", "So the sum is 1,250",
        "<answer>1,250</answer>",
        "\\boxed{1{,}250}", "\\boxed{1250\\text{ km}}", "Final answer: 1,250",
        "one thousand two hundred fifty",
        "one thousand two hundred and fifty", "2500/2", "half of 2500 is 1250", "1250 times",
    ], [
        "125", "12500", "1,25", "1.25", "1.250", "1100", "1400", "-1250", "1250 or 1300",
        "1,250 to 1,300", "1250-1300",
        "2015", "In 2015, 1250", "12,50", "1,2,5,0", "1250 million", "1.25 million", "1.25M",
        "1.25e4", "1/1250", "1250%%2",
        "not 1250", "over 1250", "up to 1250", "under 1250", "1250?1", "0x4E2", "1_250", "12.50.0",
        "nan", "inf", "12/50",
        "1250 squared", "1250 cubed", "half of 1250", "twice 1250", "1250 dozen", "1250 plus 1250",
        "the square root of 1250", "So it is 1250 squared", "1250 times 1250", "1250 factorial",
        "one thousand", "two hundred fifty", "1250 and 1400", "possibly 1250", "could be 1250",
        "neither 1250 nor 1",
    ]),
    ("3/4", [
        "3/4", "3 / 4", "0.75", ".75", "75%", "75 percent", "\\frac{3}{4}", "\\frac34",
        "\\dfrac{3}{4}", "\\tfrac{3}{4}", "¾",
        "3⁄4", "three quarters", "three fourths", "three-quarters", "6/8", "\\boxed{\\frac{3}{4}}",
        "$\\boxed{\\dfrac{3}{4}}$",
        "The answer is 3/4.", "Answer: \\frac{3}{4}", "<answer>3/4</answer>",
        "It is 3/4 of the area.", "1 - 1/4 = 3/4",
    ], [
        "4/3", "1/4", "\\frac{4}{3}", "3", "4", "34", "1 3/4", "1\\frac{3}{4}", "1¾", "-3/4",
        "-\\frac{3}{4}", "3/4/5", "3/0", "7.5",
        "75", "one quarter", "3/4 or 4/3", "0.75%%1", "two thirds", "3 and 4", "3, 4", "3:4",
        "from 3 to 4",
    ]),
    ("-2.5", [
        "-2.5", "−2.5", "-2 1/2", "-2.50", "minus 2.5", "negative 2.5", "-5/2", "-\\frac{5}{2}",
        "–2.5", "-2.5 °C",
        "-2.5^\\circ", "x = -2.5", "The slope is -2.5", "\\boxed{-2.5}", "-250%", "$-2.5$",
    ], ["2.5", "+2.5", "5/2", "-25", "-2", "-3", "2.5 or -2.5", "±2.5", "\\pm 2.5", "0", "-0.25",
    "2-5", "-2,5"]),
    ("12 cm", [
        "12 cm", "12cm", "12", "12.0 centimeters", "0.12 m", "120 mm", "12 units",
        "\\boxed{12\\text{ cm}}", "12~cm", "**12 cm**",
        "The length is 12 cm.", "about 12 cm", "6 cm + 6 cm = 12 cm", "twelve",
        "twelve centimeters", "0.00012 km",
    ], ["12 m", "12 km", "12 kg", "12 mm", "1.2 cm", "120 cm", "12 seconds", "12 or 13 cm",
    "10-12 cm", "2 cm", "0.12 cm"]),
    ("5", [
        "5", "five", "Five", "Five.", "5.", "5.0", "(5)", "There are 5.", "There are five dogs.",
        "There are 5 dogs in the photo.",
        "I count 5.", "I can see five birds", "3 + 2 = 5",
        "There are 3 cats and 2 dogs, so 5 animals.", "Answer: 5 dogs",
        "<answer>five</answer>", "\\boxed{\\text{five}}", "5 dogs and 5 only", "10/2", "exactly 5",
        "5 (five)", "# 5", "The count is 5",
        "1 on the left. 4 on the right. Therefore 5 in total",
    ], [
        "4", "6", "15", "50", "0.5", "55", "four", "fifteen", "fifty", "twenty-five",
        "one of five or six", "5 or 6", "five or six",
        "4 to 6", "4-6", "at least 5", "at most five", "more than 5", "fewer than five", "not five",
        "no", "none", "several",
        "The one on the left", "B5", "5a6", "5:30", "05/06/2015", "5.5.5", "nearly 5", "maybe five",
        "5? 6?", "5, 6", "5 6 7",
        "3 cats and 2 dogs", "I cannot count them.", "",
    ]),
    ("0", ["0", "zero", "0.0", "0%", "Zero.", "There are 0.", "-0", "0 dogs", "\\boxed{0}"],
     ["0.01", "-0.01", "1", "0.0001", "o", "nothing sure", "0 or 1", "10", "1e-9"]),
    ("48%", ["48%", "48", "0.48", "48 percent", "47.5%", "48.0 %", "12/25", "It is 48%."],
     ["0.48%", "4.8%", "52%", "4800%", "0.0048", "48% or 52%", "40%", "48-52%"]),
]  # fmt: skip


@pytest.mark.parametrize(("right", "equal", "other"), CORPUS, ids=[row[0] for row in CORPUS])
def test_equal_numbers_are_credited_and_others_are_not(
    right: str, equal: list[str], other: list[str]
) -> None:
    assert [reply for reply in equal if not credited("number", reply, right)] == []
    assert [reply for reply in other if credited("number", reply, right)] == []


def test_no_known_way_of_reading_numbers_is_right_more_often() -> None:
    labelled = [
        (reply, right, replies is equal)
        for right, equal, other in CORPUS
        for replies in (equal, other)
        for reply in replies
    ]
    ours = counted(labelled, lambda reply, right: credited("number", reply, right))
    others = [counted(labelled, read) for read in (eager_number, strict_number)]
    assert len(labelled) >= 200 and ours.false_accepts == 0
    assert ours.right == len(labelled) > max(other.right for other in others)
