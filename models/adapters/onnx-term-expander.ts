/**
 * Weighted terms of a document from a folder: the logits of a masked-language model for every piece, the greatest of each term, log(1 + max(0, logit))
 * (SPLADE-max, Formal et al. 2021, equations 1 and 6). OpenSearch's third generation takes the logarithm twice, and says so in
 * `document_1_SpladePooling/config.json`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../core/index.ts'
import { parseJson } from '../chat/wire-values.ts'
import type { WeightedTerms } from '../ranking-ports.ts'
import { type NumberTensor, type OnnxFolder, openOnnxFolder, unfit } from './onnx-folder.ts'
import type { OnnxModel } from './onnx-model.ts'

export const EXPANDER_PURPOSE = 'a model of sparse expansion'
const POOLING_FILE = join('document_1_SpladePooling', 'config.json')

export interface TermsRequest {
  readonly texts: readonly string[]
}

/** Throws `MODEL_FOLDER_INVALID`, also where the model has no logit of each term for each piece. */
export async function openOnnxTermExpander(
  folder: string,
): Promise<OnnxModel<TermsRequest, WeightedTerms[]>> {
  const model = await openOnnxFolder(folder, EXPANDER_PURPOSE)
  const special = new Set(model.tokenizer.all_special_ids)
  const logarithms = await readLogarithms(model.path)
  const size = (await logitsOf(model, model.tokenizer.encode('width'))).dims[2]!
  const pieces = model.tokenizer.get_vocab().size
  if (pieces > size)
    throw unfit(model.path, EXPANDER_PURPOSE, `it has logits for ${size} terms, and its tokenizer ${pieces}`)

  async function termsOf(text: string): Promise<WeightedTerms> {
    if (text.trim() === '') return { terms: new Uint32Array(0), weights: new Float32Array(0) }
    const { data } = await logitsOf(model, cut(model.tokenizer.encode(text), model.window))
    const best = new Float32Array(size)
    for (let at = 0; at < data.length; at += size)
      for (let term = 0; term < size; term++) best[term] = Math.max(best[term]!, data[at + term]!)
    const terms = Uint32Array.from([...best.keys()].filter((term) => best[term]! > 0 && !special.has(term)))
    return { terms, weights: Float32Array.from(terms, (term) => squashed(best[term]!, logarithms)) }
  }

  return {
    id: model.id,
    dims: size,
    async run({ texts }) {
      const found: WeightedTerms[] = []
      for (const text of texts) found.push(await termsOf(text))
      return found
    },
    close: model.close,
  }
}

function squashed(logit: number, logarithms: number): number {
  let weight = logit
  for (let times = 0; times < logarithms; times++) weight = Math.log1p(weight)
  return weight
}

async function readLogarithms(folder: string): Promise<1 | 2> {
  const text = await readFile(join(folder, POOLING_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const parsed = parseJson(text)
  return isRecord(parsed) && parsed['activation_function'] === 'log1p_relu' ? 2 : 1
}

async function logitsOf(model: OnnxFolder, ids: readonly number[]): Promise<NumberTensor> {
  const outputs = await model.run({ ids })
  const logits = outputs.get('logits')
  if (logits === undefined) {
    const others = [...outputs.keys()].join(', ') || 'none of float numbers'
    throw unfit(model.path, EXPANDER_PURPOSE, `it has no output \`logits\`, only ${others}`)
  }
  if (logits.dims.length === 3 && logits.dims[1] === ids.length) return logits
  const shape = `[${logits.dims.join(', ')}]`
  throw unfit(
    model.path,
    EXPANDER_PURPOSE,
    `its logits for ${ids.length} pieces have the shape ${shape}, not [1, ${ids.length}, terms]`,
  )
}

function cut(pieces: readonly number[], most: number): readonly number[] {
  return pieces.length <= most ? pieces : [...pieces.slice(0, most - 1), pieces.at(-1)!]
}
