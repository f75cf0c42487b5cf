"""Makes the folders of models in tests/fixtures/tiny-models: real ONNX files of some kB in the layout of @huggingface/transformers, whose answers can be worked out by hand.

Not run by Gloss or its tests:
    python3 -m venv onnx && onnx/bin/pip install onnx==1.23.2 numpy
    onnx/bin/python packages/lab/research/tiny-models/make.py tests/fixtures/tiny-models

cross-encoder: the logit is 2 x (words that question and text share) - 3.
sentence-model: each piece has a fixed vector of width 8; heart and cardiac, and cancer and tumour, have nearly the same one.
"""
import json, pathlib, sys
import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ("the of in a heart cardiac muscle cancer tumour cell kinase enzyme inhibits aspirin platelet bark extract bridge river built year "
         "blood clot drug growth ##s ##ing . , ?").split()
VOCABULARY = SPECIAL + WORDS
SYNONYMS = [("heart", "cardiac"), ("cancer", "tumour"), ("aspirin", "drug"), ("platelet", "blood")]
HIDDEN = 8
SEED = 7
ids = {piece: at for at, piece in enumerate(VOCABULARY)}


def tokenizer():
    special = lambda piece: {"id": ids[piece], "special": True, "content": piece, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    token = lambda piece, kind=0: {"SpecialToken": {"id": piece, "type_id": kind}}
    sequence = lambda name, kind: {"Sequence": {"id": name, "type_id": kind}}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [special(piece) for piece in SPECIAL],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [token("[CLS]"), sequence("A", 0), token("[SEP]")],
            "pair": [token("[CLS]"), sequence("A", 0), token("[SEP]"), sequence("B", 1), token("[SEP]", 1)],
            "special_tokens": {piece: {"id": piece, "ids": [ids[piece]], "tokens": [piece]} for piece in ("[CLS]", "[SEP]")},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": ids},
    }


def constant(name, values):
    return numpy_helper.from_array(np.asarray(values), name)


def write(folder, architecture, nodes, constants, output, extra=None):
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "pieces"]) for name in ("input_ids", "attention_mask", "token_type_ids")]
    model = helper.make_model(helper.make_graph(nodes, "tiny", inputs, [output], constants), opset_imports=[helper.make_opsetid("", 13)], producer_name="tiny-models")
    model.ir_version = 8
    checker.check_model(model)
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    save(model, folder / "onnx" / "model.onnx")
    config = {"architectures": [architecture], "model_type": "bert", "hidden_size": HIDDEN, "vocab_size": len(VOCABULARY), "max_position_embeddings": 32, **(extra or {})}
    tokens = {"do_lower_case": True, **{f"{kind.lower()}_token": f"[{kind}]" for kind in ("UNK", "SEP", "PAD", "CLS", "MASK")}, "tokenizer_class": "BertTokenizer", "model_max_length": 32}
    for name, content in (("config.json", config), ("tokenizer.json", tokenizer()), ("tokenizer_config.json", tokens)):
        (folder / name).write_text(json.dumps(content, indent=1) + "\n")


def make_cross_encoder(folder):
    """Bags of the pieces of type 0 and of type 1; the smaller count of each piece that is a word, summed."""
    is_word = [0.0 if piece in SPECIAL or not piece.isalpha() else 1.0 for piece in VOCABULARY]
    node = helper.make_node
    nodes = [
        node("OneHot", ["input_ids", "depth", "off_on"], ["pieces"], axis=-1),
        node("Cast", ["token_type_ids"], ["type"], to=TensorProto.FLOAT),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Mul", ["type", "mask"], ["in_text"]),
        node("Sub", ["mask", "in_text"], ["in_question"]),
        *[step for side in ("question", "text") for step in (
            node("Unsqueeze", [f"in_{side}", "last"], [f"{side}_rows"]),
            node("Mul", ["pieces", f"{side}_rows"], [f"{side}_pieces"]),
            node("ReduceSum", [f"{side}_pieces", "middle"], [f"{side}_bag"], keepdims=0))],
        node("Min", ["question_bag", "text_bag"], ["shared_bag"]),
        node("Mul", ["shared_bag", "is_word"], ["shared_words"]),
        node("ReduceSum", ["shared_words", "last"], ["shared"], keepdims=1),
        node("Mul", ["shared", "two"], ["doubled"]),
        node("Sub", ["doubled", "three"], ["logits"]),
    ]
    constants = [
        constant("depth", np.int64(len(VOCABULARY))), constant("off_on", np.float32([0, 1])), constant("last", np.int64([-1])), constant("middle", np.int64([1])),
        constant("is_word", np.float32(is_word)), constant("two", np.float32(2)), constant("three", np.float32(3)),
    ]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
    write(folder, "BertForSequenceClassification", nodes, constants, output, {"id2label": {"0": "LABEL_0"}, "label2id": {"LABEL_0": 0}})


def make_sentence_model(folder):
    random = np.random.default_rng(SEED)
    vectors = random.normal(size=(len(VOCABULARY), HIDDEN)).astype(np.float32)
    for one, other in SYNONYMS[:2]:
        vectors[ids[other]] = vectors[ids[one]] + .1 * random.normal(size=HIDDEN)
    nodes = [helper.make_node("Gather", ["vectors", "input_ids"], ["last_hidden_state"])]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "pieces", HIDDEN])
    write(folder, "BertModel", nodes, [constant("vectors", vectors)], output)


root = pathlib.Path(sys.argv[1])
make_cross_encoder(root / "cross-encoder")
make_sentence_model(root / "sentence-model")
