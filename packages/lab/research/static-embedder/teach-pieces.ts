/**
 * Embeds every word piece on its own, as [CLS] piece [SEP]: the first vectors of the static table.
 * Usage: node packages/lab/research/static-embedder/teach-pieces.ts OUT_FOLDER [MODELS_FOLDER]
 * Writes `pieces.f32`, 384 little-endian floats for each id of the vocabulary (means, not scaled to unit length).
 */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AutoModel, AutoTokenizer, Tensor } from '@huggingface/transformers'

const SHARED = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared')
const [out, models = join(SHARED, 'models')] = process.argv.slice(2)
if (out === undefined) {
  console.error('usage: teach-pieces.ts OUT_FOLDER [MODELS_FOLDER]')
  process.exit(2)
}
const BATCH_PIECES = 256
const folder = join(models, 'Xenova', 'all-MiniLM-L6-v2')
const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true })
const network = await AutoModel.from_pretrained(folder, {
  local_files_only: true,
  // Float activations: with int8 ones a piece's vector would depend on its neighbours in the batch.
  dtype: 'q8',
  session_options: { intraOpNumThreads: 1 },
})
const [cls, sep] = tokenizer.encode('') as [number, number]
const vocabularySize = tokenizer.get_vocab().size
const path = join(out, 'pieces.f32')
rmSync(path, { force: true })
for (let first = 0; first < vocabularySize; first += BATCH_PIECES) {
  const count = Math.min(BATCH_PIECES, vocabularySize - first)
  const ids = BigInt64Array.from({ length: count * 3 }, (_, at) =>
    BigInt([cls, first + Math.floor(at / 3), sep][at % 3]!),
  )
  const shape = [count, 3]
  const { last_hidden_state: hidden } = await network({
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  })
  appendFileSync(path, new Uint8Array(rowMeans(hidden as Tensor).buffer))
}

/** Means over the middle axis of a [rows, 3, dims] tensor. */
function rowMeans(hidden: Tensor): Float32Array {
  const [rows, places, dims] = hidden.dims as [number, number, number]
  const data = hidden.data as Float32Array
  const means = new Float32Array(rows * dims)
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / (places * dims))
    means[row * dims + (at % dims)]! += data[at]! / places
  }
  return means
}
