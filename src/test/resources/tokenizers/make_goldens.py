"""Writes transformers-goldens.json: ids and texts by Hugging Face Transformers.

Usage: python make_goldens.py <folder of t5-v1_1> <output>
"""

import json
import random
import sys
import warnings

import tokenizers
import transformers
from transformers import ByT5Tokenizer, PreTrainedTokenizerFast

warnings.filterwarnings("ignore")

TEXTS = [
    "",
    " ",
    "   ",
    "\n",
    "a",
    "A long paragraph for summarization.",
    "summarize: studies have shown that owning a dog is good for you",
    "translate English to German: The house is wonderful.",
    "  leading and trailing  ",
    "two  spaces   three",
    "line one\nline two\r\n\tline three",
    "Übergrößenträger, señor, façade, naïve café",
    "cafe\u0301 e\u0301te\u0301 a\u030a",
    "\ufb01ne \ufb02ow o\ufb03ce \u2167 \u00bd \u33a7",
    "full width ＡＢＣ１２３",
    "你好，世界。",
    "日本語のテキスト と カタカナ",
    "안녕하세요",
    "Привет, мир",
    "مرحبا بالعالم",
    "שלום עולם",
    "नमस्ते दुनिया",
    "smile 😀 family 👨‍👩‍👧‍👦 flag 🇩🇪 done",
    "😀😀",
    "𝒜𝓁𝑔𝑒𝒷𝓇𝒶 𐍈",
    "zero\u200bwidth\u200dand\ufeffmark",
    "soft\u00adhyphen non\u00a0breaking\u3000ideographic",
    "nul\x00 and \x01\x1f\x7f controls",
    "fill <extra_id_0> in <extra_id_1>.",
    "<extra_id_0>",
    "a<extra_id_5>b<extra_id_99>",
    " <extra_id_0>  <extra_id_1> ",
    "<extra_id_1000> <extra_id_> <EXTRA_ID_0>",
    "def f(x):\n    return x ** 2  # {square}\n",
    "https://example.org/a?b=c&d=%20#e",
    "1234567890 3.14159 -1e-5 €5 £6",
    "supercalifragilisticexpialidocious",
    "▁metaspace ▁ sign",
    "replacement \ufffd sign",
    "“quotes” ‘single’ – dash — long … dots",
]

CONTROLS = [
    "</s>",
    "<pad>",
    "<unk>",
    "stop</s>",
    "Hello </s> there <pad> you <unk>",
    "</s></s>",
    "</s>>",
    "<extra_id_0> </s> <extra_id_1>",
    "< /s> <pad",
]


UNKNOWN = 2


def viterbi(pieces, text):
    """Best segmentation by piece scores; a character that is no piece is unknown, SentencePiece's penalty is 10."""
    unknown = min(score for _, score in pieces.values()) - 10
    best = [(0.0, [])] + [None] * len(text)
    for end in range(1, len(text) + 1):
        for start in range(max(0, end - 40), end):
            piece = text[start:end]
            if best[start] and (piece in pieces or len(piece) == 1):
                id, score = pieces.get(piece, (UNKNOWN, unknown))
                total = best[start][0] + score
                if best[end] is None or total > best[end][0]:
                    best[end] = (total, best[start][1] + [id])
    ids = best[-1][1]
    return [id for i, id in enumerate(ids) if not (i and id == ids[i - 1] == UNKNOWN)]


def control_ids(tokenizer_json, text):
    """Ids of a text whose control tokens are text: words by the vocabulary without control tokens."""
    vocab = tokenizer_json["model"]["vocab"]
    special = {t["content"] for t in tokenizer_json["added_tokens"]}
    pieces = {piece: (i, score) for i, (piece, score) in enumerate(vocab) if piece not in special}
    sentinels = {t["content"]: t["id"] for t in tokenizer_json["added_tokens"] if "extra_id" in t["content"]}
    ids = []
    for word in text.split():
        ids += [sentinels[word]] if word in sentinels else viterbi(pieces, "▁" + word)
    return ids + [1]


def broken_bytes(seed):
    generator = random.Random(seed)
    leads = [0x41, 0x80, 0xA0, 0xBD, 0xC0, 0xC3, 0xE0, 0xE4, 0xED, 0xF0, 0xF4, 0xF8, 0xFF]
    return [[generator.choice(leads) for _ in range(generator.randint(1, 8))] for _ in range(300)]


folder, output = sys.argv[1:]
t5 = PreTrainedTokenizerFast(tokenizer_file=folder + "/tokenizer.json")
byt5 = ByT5Tokenizer()
definition = json.load(open(folder + "/tokenizer.json"))

for text in ("A long paragraph for summarization.", "Is <a/> > {{b} <c> < d>?"):
    assert control_ids(definition, text) == t5(text).input_ids, text


def case(tokenizer, text):
    ids = tokenizer(text).input_ids
    decoded = tokenizer.decode(ids, skip_special_tokens=True, clean_up_tokenization_spaces=False)
    return {"text": text, "ids": ids, "decoded": decoded}


def spans(text):
    return t5(text, return_offsets_mapping=True).offset_mapping


json.dump(
    {
        "source": f"transformers {transformers.__version__}, tokenizers {tokenizers.__version__}",
        "t5": [case(t5, text) | {"codePointSpans": spans(text)} for text in TEXTS],
        "byt5": [case(byt5, text) for text in TEXTS],
        "t5ControlsAsText": [{"text": text, "ids": control_ids(definition, text)} for text in CONTROLS],
        "byt5ControlsAsText": [
            {"text": text, "ids": byt5(text, split_special_tokens=True).input_ids}
            for text in CONTROLS
            if "extra_id" not in text
        ],
        "byt5Broken": [
            {"ids": [b + 3 for b in bytes], "decoded": byt5.decode([b + 3 for b in bytes])} for bytes in broken_bytes(7)
        ],
    },
    open(output, "w"),
    ensure_ascii=True,
    indent=1,
)
