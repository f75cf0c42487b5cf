"""Fits the weights of the topic's fields. Usage: fit.py FOLDER NAME CUTOFF EMBEDDER..., where FOLDER holds set.json (a list of
{field, side: on|off, src, id}), atlas.json (the atlas's phrases) and NAME.f32 (their vectors). Writes FOLDER/head-NAME.json."""
import base64
import json
import sys

import numpy as np

TOPIC_FAMILIES = {"life and health", "chemistry", "health services"}
LEFT_OUT_FAMILIES = {"ecology and environment", "farming"}
VECTOR_SCALE, LEARNING_RATE, DECAY, STEPS = 10, 0.05, 3e-4, 200
ATLAS_WEIGHT, ATLAS_TOPIC_WEIGHT, CLASS_SHARE = 2, 0.6, 0.3
ENCYCLOPAEDIA_PARTS = 12


def parts_of(vectors, count, random):
    """Numbers the nearest of `count` centres for each vector: an encyclopaedia is about everything."""
    centres = vectors[random.choice(len(vectors), count, replace=False)]
    for _ in range(20):
        nearest = (vectors @ centres.T).argmax(1)
        centres = np.array(
            [vectors[nearest == i].mean(0) if (nearest == i).any() else centres[i] for i in range(count)]
        )
        centres /= np.linalg.norm(centres, axis=1, keepdims=True) + 1e-9
    return nearest


def labelled(texts, atlas, vectors):
    """Names each text's class, with the weight of the class and whether it belongs to the topic."""
    rows, names = [], []
    encyclopaedia = [i for i, text in enumerate(texts) if text["field"] == "encyclopaedia"]
    parts = parts_of(vectors[encyclopaedia], ENCYCLOPAEDIA_PARTS, np.random.default_rng(0))
    part_of = dict(zip(encyclopaedia, parts))
    for i, text in enumerate(texts):
        is_topic = text["side"] == "on"
        if i in part_of:
            names.append((f"encyclopaedia/{part_of[i]}", is_topic, 0.25))
        else:
            names.append((text["field"], is_topic, 1))
        rows.append(i)
    for i, phrase in enumerate(atlas):
        family = phrase["family"]
        if family in LEFT_OUT_FAMILIES:
            continue
        is_topic = family in TOPIC_FAMILIES
        names.append((f"~{family}", is_topic, ATLAS_TOPIC_WEIGHT if is_topic else ATLAS_WEIGHT))
        rows.append(len(texts) + i)
    return vectors[rows], names


def fit(vectors, names):
    """Returns the classes and a column of weights for each, by Adam on the whole set."""
    classes = sorted(set(names))
    place = {name: i for i, name in enumerate(classes)}
    y = np.array([place[name] for name in names])
    side = np.array([is_topic for _, is_topic, _ in classes])
    weight = np.array([weight for *_, weight in classes])
    weight = weight * np.where(side, 1 / weight[side].sum(), 1 / weight[~side].sum())
    w = (weight / np.bincount(y))[y]
    w /= w.sum()
    x = np.hstack([vectors * VECTOR_SCALE, np.ones((len(vectors), 1))]).astype(np.float32)
    weights = np.zeros((x.shape[1], len(classes)), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    truth = np.eye(len(classes), dtype=np.float32)[y]
    same_side = np.where(side[y][:, None], side[None], ~side[None])
    for step in range(1, STEPS + 1):
        logits = x @ weights
        odds = np.exp(logits - logits.max(1, keepdims=True))
        p = odds / odds.sum(1, keepdims=True)
        within = p * same_side
        within /= within.sum(1, keepdims=True) + 1e-9
        error = (CLASS_SHARE * (p - truth) + (1 - CLASS_SHARE) * (p - within)) * w[:, None]
        gradient = x.T @ error + DECAY * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        weights -= LEARNING_RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return classes, weights


def main(folder, name, cutoff, *embedders):
    texts = json.load(open(f"{folder}/set.json"))
    atlas = json.load(open(f"{folder}/atlas.json"))
    dims = int(embedders[0].rsplit("-", 1)[1])
    vectors = np.fromfile(f"{folder}/{name}.f32", np.float32).reshape(-1, dims)
    classes, weights = fit(*labelled(texts, atlas, vectors))
    scales = np.abs(weights).max(0) / 127
    rows = np.ascontiguousarray(np.round(weights / scales).astype(np.int8).T)
    stored = {
        "embedders": embedders,
        "cutoff": float(cutoff),
        "fields": [{"name": field.lstrip("~").replace("-", " "), "isTopic": on} for field, on, _ in classes],
        "scales": [float(f"{scale:.6g}") for scale in scales],
        "weights": base64.b64encode(rows.tobytes()).decode(),
    }
    json.dump(stored, open(f"{folder}/head-{name}.json", "w"), indent=1)


main(*sys.argv[1:])
