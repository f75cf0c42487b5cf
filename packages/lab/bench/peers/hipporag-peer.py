"""HippoRAG 2's own package over given facts, with our embedder and without a language model.

Scripted: the filter of facts by a model keeps all that it is given. Standing in: modules that the package imports and does not use here
(model servers, torch); the search for synonyms at indexing, which it does by torch, is the same exact search by numpy.
"""

import json
import os
import sys
import time
from unittest.mock import MagicMock

from peer import built, bytes_in, embed, need, read_json, serve, timed

UNUSED = (
    "vllm litellm litellm.types litellm.types.utils gritlm boto3 botocore botocore.exceptions botocore.config "
    "openai openai.types httpx tiktoken torch torch.cuda transformers"
)
for module in UNUSED.split():
    sys.modules[module] = MagicMock()
numpy = need("numpy", "numpy")
need("hipporag", "hipporag")
core = need("hipporag.HippoRAG", "hipporag")
config = need("hipporag.utils.config_utils", "hipporag")
# Rows of which the likeness to all others is held at a time.
KNN_ROWS = 1000
state = {"embedMs": 0.0}


class OurEmbedder:
    """Counts the time that it takes, which the benchmark leaves out."""

    def __init__(self, global_config=None, embedding_model_name=None):
        self.embedding_dim = state["dims"]

    def batch_encode(self, texts, **_):
        started = time.perf_counter()
        vectors = embed([texts] if isinstance(texts, str) else texts)
        state["embedMs"] += (time.perf_counter() - started) * 1000
        return vectors


def nearest(query_ids, key_ids, query_vecs, key_vecs, k=2047, **_):
    keys = unit_rows(key_vecs)
    found = {}
    for start in range(0, len(query_ids), KNN_ROWS):
        likeness = unit_rows(query_vecs[start : start + KNN_ROWS]) @ keys.T
        kept = min(k, len(key_ids))
        best = numpy.argpartition(-likeness, kept - 1, axis=1)[:, :kept]
        for row, places in enumerate(best):
            order = places[numpy.argsort(-likeness[row, places], kind="stable")]
            found[query_ids[start + row]] = ([key_ids[place] for place in order], likeness[row, order].tolist())
    return found


def unit_rows(vectors):
    rows = numpy.asarray(vectors, dtype=numpy.float32)
    return rows / numpy.maximum(numpy.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def keep_all(query, items, places, len_after_rerank=None):
    return places[:len_after_rerank], items[:len_after_rerank], {}


def build(folder, dims):
    state["dims"] = dims
    documents = read_json(folder, "facts.json")
    state["queries"] = read_json(folder, "queries.json")
    state["rowOf"] = {document["text"]: row for row, document in reversed(list(enumerate(documents)))}
    saved = os.path.join(folder, "hipporag")
    os.makedirs(saved)
    write_given_facts(os.path.join(saved, "openie_results_ner_none.json"), documents)
    core.tqdm = lambda items, **_: items
    core._get_llm_class = lambda settings: MagicMock()
    core._get_embedding_model_class = lambda embedding_model_name=None: OurEmbedder
    core.retrieve_knn = nearest
    settings = config.BaseConfig()
    settings.save_dir, settings.llm_name, settings.embedding_model_name = saved, "none", "ours"
    state["embedMs"] = 0.0

    def work():
        rag = state["rag"] = core.HippoRAG(global_config=settings)
        rag.rerank_filter = keep_all
        rag.index(list(state["rowOf"]))
        rag.prepare_retrieval_objects()

    times = built(work)
    times["wallSeconds"] -= state["embedMs"] / 1000
    return {**times, "bytes": bytes_in(saved)}


def write_given_facts(path, documents):
    facts = [
        {
            "idx": str(row),
            "passage": documents[row]["text"],
            "extracted_entities": documents[row]["entities"],
            "extracted_triples": documents[row]["triples"],
        }
        for row in state["rowOf"].values()
    ]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"docs": facts}, file)


def ask(text, k):
    # Vectors of questions are kept by the package: each round asks for them anew, as a server that is asked for the first time.
    state["rag"].query_to_embedding = {"triple": {}, "passage": {}}
    [solution] = state["rag"].retrieve([text], num_to_retrieve=k)
    return [state["rowOf"][document] for document in solution.docs]


def measure(k):
    state["embedMs"] = 0.0
    return {**timed(state["queries"], lambda text: ask(text, k)), "embedMs": state["embedMs"]}


serve({"build": build, "round": measure}, package="hipporag")
