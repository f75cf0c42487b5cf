/**
 * Loads a model from a folder in the layout of @huggingface/transformers: `config.json`, `tokenizer.json`, `tokenizer_config.json` and
 * `onnx/model_quantized.onnx`, `onnx/model.onnx` or `onnx/model_int8.onnx`. It reads one text at a time on one core, like the sentence
 * model (minilm-embedder.ts says why). Nothing is ever downloaded.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { GlossError } from '../../core/index.ts'
import { importTransformers } from './import-transformers.ts'
import type { OnnxPrecision } from './minilm-files.ts'

const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const
// In the order of preference, with the library's names for the precisions: int8 weights with float activations lose least for their size.
const WEIGHTS = [
  { file: 'model_quantized.onnx', dtype: 'q8' },
  { file: 'model.onnx', dtype: 'fp32' },
  { file: 'model_int8.onnx', dtype: 'int8' },
] as const
const DEFAULT_WINDOW = 512
const HASH_CHARACTERS = 12

/** Ids of pieces for the model, with the part of a pair that each belongs to. */
export interface Pieces {
  readonly ids: readonly number[]
  /** Part of each piece, 0 or 1; absent if there is only one text. */
  readonly parts?: readonly number[]
}

/** An output of the model. */
export interface NumberTensor {
  readonly dims: readonly number[]
  readonly data: Float32Array
}

export interface OnnxFolder {
  /** The folder's name, the precision and a hash of the weights. */
  readonly id: string
  /** Absolute path of the folder. */
  readonly path: string
  readonly tokenizer: PreTrainedTokenizer
  readonly config: Readonly<Record<string, unknown>>
  /** Most pieces that the model reads. */
  readonly window: number
  /** Returns outputs by name, without those that are not floats. */
  run(pieces: Pieces): Promise<ReadonlyMap<string, NumberTensor>>
  close(): Promise<void>
}

/** Opens a model for a purpose such as "a cross-encoder". Throws `MODEL_FOLDER_INVALID` with what is missing or does not fit. */
export async function openOnnxFolder(folder: string, purpose: string): Promise<OnnxFolder> {
  const path = resolve(folder)
  const refuse = (reason: string, cause?: unknown) => unfit(path, purpose, reason, cause)
  const weights = weightsIn(path, refuse)
  try {
    return await load(path, weights, refuse)
  } catch (error) {
    throw error instanceof GlossError ? error : refuse(`it cannot be loaded (${messageOf(error)})`, error)
  }
}

export function unfit(path: string, purpose: string, reason: string, cause?: unknown): GlossError {
  const said = `The folder ${path} cannot be used as ${purpose}: ${reason}.`
  return new GlossError('MODEL_FOLDER_INVALID', said, { folder: path }, cause)
}

type Weights = (typeof WEIGHTS)[number]
type Refuse = (reason: string, cause?: unknown) => GlossError

function weightsIn(path: string, refuse: Refuse): Weights {
  if (!existsSync(path) || !statSync(path).isDirectory()) throw refuse('there is no such folder')
  for (const file of NEEDED) if (!existsSync(join(path, file))) throw refuse(`${file} is missing`)
  const found = WEIGHTS.find(({ file }) => existsSync(join(path, 'onnx', file)))
  if (found !== undefined) return found
  throw refuse(`none of ${WEIGHTS.map(({ file }) => `onnx/${file}`).join(', ')} is there`)
}

/** A loaded model with its tokenizer. */
export type OnnxNetwork = Pick<OnnxFolder, 'tokenizer' | 'config' | 'run' | 'close'>

/** Loads a model that reads one text at a time on one core. */
export async function loadNetwork(path: string, dtype: OnnxPrecision): Promise<OnnxNetwork> {
  const { AutoModel, AutoTokenizer, Tensor } = await importTransformers()
  const tokenizer = await AutoTokenizer.from_pretrained(path, { local_files_only: true })
  const network = await AutoModel.from_pretrained(path, {
    local_files_only: true,
    dtype,
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  })
  return {
    tokenizer,
    config: network.config as unknown as Readonly<Record<string, unknown>>,
    async run({ ids, parts }) {
      const row = (value: (place: number) => number) =>
        new Tensor(
          'int64',
          BigInt64Array.from(ids, (_, place) => BigInt(value(place))),
          [1, ids.length],
        )
      const outputs: Record<string, unknown> = await network({
        input_ids: row((place) => ids[place]!),
        attention_mask: row(() => 1),
        token_type_ids: row((place) => parts?.[place] ?? 0),
      })
      const found = new Map<string, NumberTensor>()
      for (const [name, output] of Object.entries(outputs))
        if (output instanceof Tensor && output.data instanceof Float32Array)
          found.set(name, { dims: output.dims, data: output.data })
      return found
    },
    close: async () => void (await network.dispose()),
  }
}

async function load(path: string, { file, dtype }: Weights, refuse: Refuse): Promise<OnnxFolder> {
  const { env, LogLevel } = await importTransformers()
  // Its messages are in the errors that it throws.
  env.logLevel = LogLevel.NONE
  const network = await loadNetwork(path, dtype)
  const { tokenizer, config, run } = network
  const last = lastPiece(tokenizer)
  checkVocabulary(last, config, refuse)
  // The weights may have fewer rows than config.json says.
  await run({ ids: [last, last] }).catch((error: unknown) => {
    throw refuse(`its weights do not read the last piece of its tokenizer (${messageOf(error)})`, error)
  })
  return {
    id: `${nameOf(path)}-${dtype}-${(await hashOf(join(path, 'onnx', file))).slice(0, HASH_CHARACTERS)}`,
    path,
    window: windowOf(config, tokenizer),
    ...network,
  }
}

/** Checks that the model has a row for each piece of its tokenizer. It may have more, as some are padded to round numbers. */
function checkVocabulary(last: number, config: Readonly<Record<string, unknown>>, refuse: Refuse): void {
  const size = config['vocab_size']
  if (typeof size === 'number' && last >= size)
    throw refuse(`its tokenizer has ${last + 1} pieces, and config.json says ${size}`)
}

function lastPiece(tokenizer: PreTrainedTokenizer): number {
  let last = 0
  for (const id of tokenizer.get_vocab().values()) last = Math.max(last, id)
  return last
}

function windowOf(config: Readonly<Record<string, unknown>>, tokenizer: PreTrainedTokenizer): number {
  const known = [config['max_position_embeddings'], tokenizer.model_max_length, DEFAULT_WINDOW]
  return Math.min(...known.filter((size): size is number => typeof size === 'number' && size > 0))
}

/** Returns the last two folders of the path in lower case: `OWNER/NAME` for a model in the layout of its hub. */
function nameOf(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`.toLowerCase()
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/\.$/, '')
}
