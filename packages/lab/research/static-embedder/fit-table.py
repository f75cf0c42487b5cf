"""Fits the bundled table (static-2-256): rows for word pieces and whole words, learned from MiniLM's vectors of texts.

Needs numpy, scipy and tokenizers, not part of Gloss and not run by its tests; measure-table.ts measures the result.
    python packages/lab/research/static-embedder/fit-table.py OUT LESSONS[,LESSONS...] --words WORDS [--leave-out SET]...
LESSONS are folders of teach.ts; WORDS is the folder of teach-words.py. Whole words stand after the pieces in `vocabulary.txt`.

Loss of a batch as in fit.ts: 1 - cosine with the teacher's vector, plus PAIR_WEIGHT x mean squared error of pair similarities.
What is new: a row is F M + D. F is the teacher's output at the row's own places in "[CLS] word [SEP]", times log inverse frequency;
M is one matrix for all rows, so that words which no lesson holds move with those that lessons hold; D is the row's own part.
"""
import argparse, collections, hashlib, json, os, re
import numpy as np
import scipy.sparse as sp
from tokenizers import BertWordPieceTokenizer

DIMS, EPOCHS, BATCH, GROUP, PAIR_WEIGHT = 256, 3, 256, 64, 4
ROW_RATE, MATRIX_RATE, LAST_RATE_SHARE = 4e-3, 1e-3, 0.02
FIRST_LENGTH = 0.1  # of a first row, times log inverse frequency
REPEAT_POWER = 0.8  # in use; lessons count repeats in full
MIN_WORD_COUNT, MIN_COUNT_IN_DICTIONARY = 5, 2
MAX_LESSON_PIECES, LESSONS_FOR_AXES, SEED = 126, 20_000, 1
HERE = os.path.dirname(os.path.abspath(__file__))
VOCABULARY = os.path.join(HERE, "..", "..", "models", "static", "vocabulary.txt")


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def read_lessons(folders, leave_out):
    texts, vectors, whole = [], [], []
    for folder in folders:
        taught = np.fromfile(os.path.join(folder, "vectors.f32"), np.float32).reshape(-1, 384)
        with open(os.path.join(folder, "texts.jsonl")) as lines:
            rows = [json.loads(line) for line in lines][: len(taught)]
        kept = [i for i, row in enumerate(rows) if row["kind"] != "question" and row["set"] not in leave_out]
        texts += [rows[i]["text"] for i in kept]
        whole += [rows[i]["text"] for i in kept if rows[i]["kind"] in ("passage", "definition")]
        vectors.append(taught[kept])
    return texts, whole, np.concatenate(vectors)


def choose_words(folder, texts):
    """Words that the lessons' passages and definitions hold often enough; a corpus left out has no say."""
    with open(os.path.join(folder, "words.json")) as file:
        known = json.load(file)
    counts = collections.Counter()
    for text in texts:
        counts.update(re.findall(r"[^\W_]+", text.lower()))
    needed = [MIN_COUNT_IN_DICTIONARY if listed else MIN_WORD_COUNT for listed in known["inDictionary"]]
    kept = [i for i, word in enumerate(known["words"]) if counts[word] >= needed[i]]
    outputs = np.fromfile(os.path.join(folder, "words.f32"), np.float32).reshape(-1, 384)
    return [known["words"][i] for i in kept], outputs[kept]


def bags(vocabulary, texts):
    """Lessons x rows: how often each row's piece or word stands in each lesson."""
    tokenizer = BertWordPieceTokenizer(vocab={piece: i for i, piece in enumerate(vocabulary)}, lowercase=True)
    starts, ids, counts = [0], [], []
    for encoded in tokenizer.encode_batch(texts, add_special_tokens=False):
        distinct, repeats = np.unique(np.array(encoded.ids[:MAX_LESSON_PIECES], np.int64), return_counts=True)
        ids.append(distinct)
        counts.append(repeats)
        starts.append(starts[-1] + len(distinct))
    entries = (np.concatenate(counts).astype(np.float32), np.concatenate(ids).astype(np.int32), np.array(starts))
    return sp.csr_matrix(entries, shape=(len(texts), len(vocabulary)))


def principal_axes(vectors):
    _, axes = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    return axes[:, ::-1][:, :DIMS].astype(np.float32)


def plan_batches(targets, random):
    """Batches of groups of neighbours: halved at the median by which of two random members they are nearer to."""
    open_groups, groups = [np.arange(len(targets))], []
    while open_groups:
        group = open_groups.pop()
        if len(group) <= GROUP:
            groups.append(group)
            continue
        one, other = random.choice(group, 2)
        order = np.argsort(targets[group] @ (targets[one] - targets[other]))
        half = len(group) // 2
        open_groups += [group[order[:half]], group[order[half:]]]
    order = np.concatenate([groups[i] for i in random.permutation(len(groups))])
    return [order[at : at + BATCH] for at in range(0, len(order) - BATCH + 1, BATCH)]


def slopes_of(units, lengths, targets, narrow):
    """Gradient of the batch's loss with respect to the sums before they are scaled to unit length."""
    size = len(units)
    errors = units @ units.T - targets @ targets.T
    np.fill_diagonal(errors, 0)
    slopes = -narrow / size + (4 * PAIR_WEIGHT / size**2) * (errors @ units)
    return (slopes - (slopes * units).sum(1, keepdims=True) * units) / lengths


def fit(lessons, targets, axes, features):
    random = np.random.default_rng(SEED)
    narrow = unit(targets @ axes)
    own = (features @ axes).astype(np.float32)
    first, second, steps = np.zeros_like(own), np.zeros_like(own), np.zeros(len(own), np.int64)
    matrix = np.zeros((features.shape[1], DIMS), np.float32)
    matrix_first, matrix_second = np.zeros_like(matrix), np.zeros_like(matrix)
    in_all, step = lessons.shape[0] // BATCH * EPOCHS, 0
    for epoch in range(EPOCHS):
        cosines = []
        for batch in plan_batches(targets, random):
            share = max(LAST_RATE_SHARE, 1 - step / in_all)
            step += 1
            chosen = lessons[batch]
            touched = np.unique(chosen.indices)
            shape = (len(batch), len(touched))
            entries = sp.csr_matrix((chosen.data, np.searchsorted(touched, chosen.indices), chosen.indptr), shape=shape)
            sums = entries @ (own[touched] + features[touched] @ matrix)
            lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
            units = sums / lengths
            cosines.append((units * narrow[batch]).sum(1).mean())
            slopes = entries.T @ slopes_of(units, lengths, targets[batch], narrow[batch]).astype(np.float32)

            matrix_slopes = features[touched].T @ slopes
            matrix_first = 0.9 * matrix_first + 0.1 * matrix_slopes
            matrix_second = 0.999 * matrix_second + 0.001 * matrix_slopes**2
            mean, square = matrix_first / (1 - 0.9**step), matrix_second / (1 - 0.999**step)
            matrix -= MATRIX_RATE * share * mean / (np.sqrt(square) + 1e-8)

            steps[touched] += 1
            count = steps[touched][:, None]
            first[touched] = mean = 0.9 * first[touched] + 0.1 * slopes
            second[touched] = square = 0.999 * second[touched] + 0.001 * slopes**2
            rate = ROW_RATE * share * np.sqrt(1 - 0.999**count) / (1 - 0.9**count)
            own[touched] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        print(f"epoch {epoch + 1}: cosine with the teacher {np.mean(cosines):.4f}", flush=True)
    return own + features @ matrix


def write_table(out, rows, vocabulary, recipe):
    os.makedirs(out, exist_ok=True)
    largest = np.abs(rows).max(1)
    scales = (largest / 127).astype(np.float32)
    signed = np.round(rows / np.where(largest > 0, largest, 1)[:, None] * 127).astype(np.int8)
    signed.tofile(os.path.join(out, "table.i8"))
    scales.tofile(os.path.join(out, "scales.f32"))
    with open(os.path.join(out, "vocabulary.txt"), "w") as file:
        file.write("\n".join(vocabulary) + "\n")
    hashes = {}
    for name in ("vocabulary.txt", "table.i8", "scales.f32"):
        with open(os.path.join(out, name), "rb") as file:
            hashes[name] = hashlib.sha256(file.read()).hexdigest()
    manifest = {
        "id": f"static-2-{DIMS}",
        "dims": DIMS,
        "pieces": len(rows),
        "repeatPower": REPEAT_POWER,
        "vocabulary": "that of all-MiniLM-L6-v2, Apache-2.0; words of the lessons and of WordNet 3.1",
        "recipe": recipe,
        "sha256": hashes,
    }
    with open(os.path.join(out, "manifest.json"), "w") as file:
        file.write(json.dumps(manifest, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("lessons")
    parser.add_argument("--words", required=True)
    parser.add_argument("--leave-out", action="append", default=[])
    asked = parser.parse_args()
    texts, whole, targets = read_lessons(asked.lessons.split(","), asked.leave_out)
    with open(VOCABULARY) as file:
        pieces = file.read().rstrip("\n").split("\n")
    piece_outputs = np.fromfile(os.path.join(asked.words, "pieces.f32"), np.float32).reshape(-1, 384)
    words, word_outputs = choose_words(asked.words, whole)
    lessons = bags(pieces + words, texts)
    frequencies = np.bincount(lessons.indices, minlength=lessons.shape[1])
    rarity = np.log((len(texts) + 1) / (frequencies + 1))[:, None]
    outputs = np.concatenate([piece_outputs, word_outputs]) - piece_outputs.mean(0)
    features = (FIRST_LENGTH * rarity * unit(outputs)).astype(np.float32)
    print(f"{len(texts)} lessons, {len(words)} whole words, {(frequencies == 0).sum()} rows in no lesson", flush=True)
    rows = fit(lessons, targets, principal_axes(targets[:LESSONS_FOR_AXES]), features)
    recipe = {
        "epochs": EPOCHS, "batchSize": BATCH, "groupSize": GROUP, "pairWeight": PAIR_WEIGHT, "rowRate": ROW_RATE,
        "matrixRate": MATRIX_RATE, "minWordCount": MIN_WORD_COUNT, "seed": SEED, "lessons": len(texts),
        "leaveOut": asked.leave_out,
    }
    write_table(asked.out, rows, pieces + words, recipe)


main()
