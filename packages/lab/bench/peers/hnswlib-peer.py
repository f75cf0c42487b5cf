"""hnswlib: a graph with M 16 and efConstruction 200, one thread."""

import os

from peer import built, bytes_in, need, serve, timed

hnswlib = need("hnswlib", "hnswlib")
numpy = need("numpy", "numpy")
state = {}


def build(folder, dims):
    rows = numpy.fromfile(os.path.join(folder, "rows.f32"), dtype=numpy.float32).reshape(-1, dims)
    state["queries"] = numpy.fromfile(os.path.join(folder, "queries.f32"), dtype=numpy.float32).reshape(-1, dims)
    graph = state["graph"] = hnswlib.Index(space="ip", dim=dims)
    saved = os.path.join(folder, "hnswlib.bin")

    def work():
        graph.init_index(max_elements=len(rows), M=16, ef_construction=200, random_seed=1)
        graph.add_items(rows, num_threads=1)
        graph.save_index(saved)

    return {**built(work), "bytes": bytes_in(saved)}


def ask(query, k):
    labels, _ = state["graph"].knn_query(query, k=k, num_threads=1)
    return [int(label) for label in labels[0]]


def measure(k, setting):
    state["graph"].set_ef(setting)
    return timed(state["queries"], lambda query: ask(query, k))


serve({"build": build, "round": measure}, package="hnswlib")
