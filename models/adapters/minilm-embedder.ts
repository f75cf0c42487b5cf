/**
 * Runs all-MiniLM-L6-v2, or a similar model, with ONNX on the CPU: a vector is the mean of the last layer, scaled to unit length.
 * One text at a time: on a CPU this is faster than padded batches, and with dynamic int8 activations a vector
 * would otherwise depend on its neighbours in the batch.
 */
import { ENGLISH, GlossError, isGlossError } from '../../core/index.ts'
import type { Embedder } from '../ports.ts'
import { findModelFolder, type OnnxPrecision } from './minilm-files.ts'
import { loadNetwork, type OnnxNetwork } from './onnx-folder.ts'
import type { OnnxModel } from './onnx-model.ts'

const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2'
const DEFAULT_DTYPE = 'q8'
// Limit of sentence-transformers for this model, including special pieces.
const MAX_PIECES = 256

export interface MiniLmOptions {
  /** Folder with `OWNER/NAME/{config,tokenizer,tokenizer_config}.json` and `OWNER/NAME/onnx/`. */
  readonly folder?: string | undefined
  readonly model?: string
  /** `q8`: int8 weights, float activations. `int8`: int8 activations too, twice as fast and less exact. */
  readonly dtype?: OnnxPrecision
  /** Most word pieces of a text, including special ones; the rest is cut. */
  readonly maxPieces?: number
}

/** Returns whether the model can be opened without a download. */
export function hasMiniLmFiles(folder: string, dtype: OnnxPrecision = DEFAULT_DTYPE): boolean {
  return findModelFolder({ model: DEFAULT_MODEL, dtype, folder }) !== undefined
}

/** Opens the embedder. Throws `EMBEDDER_UNAVAILABLE` if the model is missing or cannot be loaded. */
export async function openMiniLmEmbedder(options: MiniLmOptions = {}): Promise<Embedder> {
  const model = options.model ?? DEFAULT_MODEL
  const dtype = options.dtype ?? DEFAULT_DTYPE
  const folder = folderOf(model, dtype, options)
  const sentenceModel = await load(folder, dtype, options).catch((cause: unknown) => {
    if (isGlossError(cause, 'FEATURE_MISSING')) throw cause
    throw new GlossError('EMBEDDER_UNAVAILABLE', `${model} (${dtype}) could not be loaded`, { model }, cause)
  })
  const { dims } = sentenceModel

  return {
    id: `${shortName(model)}-${dtype}-${dims}`,
    dims,
    ...(/multilingual/i.test(model) ? {} : { languages: [ENGLISH] }),
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        signal?.throwIfAborted()
        vectors.push(
          text.trim() === '' ? new Float32Array(dims) : unitMean(await sentenceModel.run(text), dims),
        )
      }
      return vectors
    },
    close: () => sentenceModel.close(),
  }
}

/** Opens the model for use in a thread. */
export async function openSentenceModel(
  options: MiniLmOptions,
): Promise<OnnxModel<readonly string[], Float32Array[]>> {
  const { id, dims, embed, close } = await openMiniLmEmbedder(options)
  return { id, dims, run: (texts) => embed(texts), close: async () => close?.() }
}

function folderOf(model: string, dtype: OnnxPrecision, options: MiniLmOptions): string {
  const found = findModelFolder({ model, dtype, folder: options.folder })
  if (found !== undefined) return found
  const where = options.folder === undefined ? 'GLOSS_MODELS is not set' : `not found in ${options.folder}`
  throw new GlossError('EMBEDDER_UNAVAILABLE', `${model} (${dtype}) is not on this machine: ${where}`, {
    model,
    dtype,
  })
}

/** Loads the model. `run` returns the last layer for a text, `dims` numbers per piece. */
async function load(folder: string, dtype: OnnxPrecision, { maxPieces = MAX_PIECES }: MiniLmOptions) {
  const { tokenizer, config, run, close } = await loadNetwork(folder, dtype)
  return {
    dims: hiddenSize(config),
    async run(text: string) {
      // `encode` returns ids without cutting or padding; the tokenizer's own limit (128 pieces) loses the closing [SEP].
      const pieces = tokenizer.encode(text)
      const ids = pieces.length <= maxPieces ? pieces : [...pieces.slice(0, maxPieces - 1), pieces.at(-1)!]
      const hidden = (await run({ ids })).get('last_hidden_state')
      if (hidden === undefined)
        throw new GlossError('EMBEDDER_UNAVAILABLE', 'The model gave no float vectors')
      return hidden.data
    },
    close,
  }
}

function hiddenSize(config: OnnxNetwork['config']): number {
  const size = config['hidden_size']
  if (typeof size === 'number') return size
  throw new GlossError('EMBEDDER_UNAVAILABLE', 'config.json names no hidden_size')
}

/** Returns the mean of all rows, scaled to unit length; with one text no row is padding. */
function unitMean(rows: Float32Array, dims: number): Float32Array {
  const mean = new Float32Array(dims)
  for (let at = 0; at < rows.length; at += dims)
    for (let axis = 0; axis < dims; axis++) mean[axis]! += rows[at + axis]!
  let squares = 0
  for (const value of mean) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let axis = 0; axis < dims; axis++) mean[axis]! *= scale
  return mean
}

function shortName(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return name === 'all-minilm-l6-v2' ? 'minilm' : name
}
