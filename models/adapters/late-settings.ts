/**
 * Reads how a late-interaction model expects its texts from `config_sentence_transformers.json`, which PyLate writes next to the weights.
 * Without the file, as for a sentence model, texts are unchanged.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, parsedJson } from '../../core/index.ts'
import { numberOf, textOf } from '../chat/wire-values.ts'

const FILE = 'config_sentence_transformers.json'

export interface LateSettings {
  readonly questionPrefix: string
  readonly documentPrefix: string
  /** Most pieces of a question, including special ones; null for the model's window. */
  readonly questionPieces: number | null
  readonly documentPieces: number | null
  /** Fills questions up to `questionPieces` with mask pieces (query augmentation, Khattab and Zaharia 2020, section 3.2). */
  readonly fillsQuestions: boolean
  /** Texts of pieces that are left out of documents, such as punctuation. */
  readonly leftOut: ReadonlySet<string>
}

export async function readLateSettings(folder: string): Promise<LateSettings> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const parsed = parsedJson(text)
  const given = isRecord(parsed) ? parsed : {}
  const skipped = given['skiplist_words']
  return {
    questionPrefix: textOf(given['query_prefix']),
    documentPrefix: textOf(given['document_prefix']),
    questionPieces: numberOf(given['query_length']),
    documentPieces: numberOf(given['document_length']),
    fillsQuestions: given['do_query_expansion'] === true,
    leftOut: new Set(Array.isArray(skipped) ? skipped.filter((word) => typeof word === 'string') : []),
  }
}
