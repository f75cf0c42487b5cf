"""igraph's personalised PageRank by prpack, on the directed weighted graph that it is given."""

import os

from peer import built, bytes_in, need, read_json, serve, timed

igraph = need("igraph", "igraph")
numpy = need("numpy", "numpy")
state = {}


def build(folder, nodes, damping):
    edges = numpy.fromfile(os.path.join(folder, "edges.u32"), dtype=numpy.uint32).reshape(-1, 2).tolist()
    weights = numpy.fromfile(os.path.join(folder, "weights.f32"), dtype=numpy.float32).astype(float).tolist()
    saved = os.path.join(folder, "igraph.pickle")
    state["damping"] = damping
    state["units"] = numpy.array(read_json(folder, "units.json"))
    state["resets"] = [dense(reset, nodes) for reset in read_json(folder, "resets.json")]

    def work():
        graph = state["graph"] = igraph.Graph(n=nodes, edges=edges, directed=True)
        graph.es["weight"] = weights
        graph.write_pickle(saved)

    return {**built(work), "bytes": bytes_in(saved)}


def dense(reset, nodes):
    values = numpy.zeros(nodes)
    numpy.add.at(values, reset["nodes"], reset["weights"])
    return values.tolist()


def rank(reset):
    return state["graph"].personalized_pagerank(
        directed=True, damping=state["damping"], weights="weight", reset=reset, implementation="prpack"
    )


def measure(k):
    measured = timed(state["resets"], rank)
    return {**measured, "found": [best_units(numpy.array(scores), k) for scores in measured["found"]]}


def best_units(scores, k):
    units = state["units"]
    return units[numpy.argsort(-scores[units], kind="stable")[:k]].tolist()


serve({"build": build, "round": measure}, package="igraph")
