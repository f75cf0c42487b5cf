/** The side of the question in inference-free sparse retrieval: the pieces of a text, each once, with their rarity from `idf.json` next to the tokenizer. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { isRecord } from '../../core/index.ts'
import { parseJson } from '../chat/wire-values.ts'
import type { WeightedTerms } from '../ranking-ports.ts'

const FILE = 'idf.json'

export interface QuestionWeights {
  /** Terms of the vocabulary. */
  readonly size: number
  weigh(question: string): WeightedTerms
  term(number: number): string
}

/**
 * Without `idf.json` every piece weighs 1 (SPLADE-doc, Formal et al. 2021, section 3.3); with it, a piece that is not in it weighs nothing
 * (Geng et al. 2024). `refuse` makes the error for a file that cannot be read.
 */
export async function openQuestionWeights(
  folder: string,
  tokenizer: PreTrainedTokenizer,
  refuse: (reason: string) => Error,
): Promise<QuestionWeights> {
  const names: string[] = []
  for (const [piece, id] of tokenizer.get_vocab()) names[id] = piece
  const rarities = await readRarities(folder, refuse)
  const weights = Float32Array.from(names, (name) => (rarities === null ? 1 : (rarities.get(name) ?? 0)))
  return {
    size: names.length,
    weigh(question) {
      const pieces = tokenizer.encode(question, { add_special_tokens: false })
      const terms = [...new Set(pieces)].filter((id) => weights[id]! > 0).sort((a, b) => a - b)
      return { terms: Uint32Array.from(terms), weights: Float32Array.from(terms, (id) => weights[id]!) }
    },
    term: (number) => names[number] ?? '',
  }
}

async function readRarities(
  folder: string,
  refuse: (reason: string) => Error,
): Promise<ReadonlyMap<string, number> | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = parseJson(text)
  const entries = isRecord(parsed) ? Object.entries(parsed) : []
  if (entries.length === 0 || !entries.every(isRarity))
    throw refuse(`${FILE} is not an object of pieces with a number from 0 each`)
  return new Map(entries)
}

function isRarity(entry: readonly [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number' && Number.isFinite(entry[1]) && entry[1] >= 0
}
