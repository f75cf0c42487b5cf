"""bm25s with Lucene's scoring, an English stemmer and its English stop words."""

import os

from peer import built, bytes_in, need, read_json, serve, timed

bm25s = need("bm25s", "bm25s")
Stemmer = need("Stemmer", "PyStemmer")
stemmer = Stemmer.Stemmer("english")
state = {}


def terms_of(texts):
    return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)


def build(folder):
    texts = read_json(folder, "texts.json")
    state["queries"] = read_json(folder, "queries.json")
    index = state["index"] = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    saved = os.path.join(folder, "bm25s")

    def work():
        index.index(terms_of(texts), show_progress=False)
        index.save(saved)

    return {**built(work), "bytes": bytes_in(saved)}


def ask(text, k):
    found, _ = state["index"].retrieve(terms_of(text), k=k, show_progress=False)
    return [int(row) for row in found[0]]


serve({"build": build, "round": lambda k: timed(state["queries"], lambda text: ask(text, k))}, package="bm25s")
