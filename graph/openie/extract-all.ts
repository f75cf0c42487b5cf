/** The pass over a corpus: OpenIE of every unit, a few at a time, resumable because answers are kept and units that fail stay undone. */
import { type GlossError, mapOrdered } from '../../core/index.ts'
import type { Extraction } from '../../corpus/index.ts'
import {
  type AnswerCache,
  type CachedChat,
  type ChatModel,
  createCachedChat,
  isModelFailure,
} from '../../models/index.ts'
import { addedLosses } from '../formats/index.ts'
import { extractOpenIe, type OpenIe } from './extract.ts'
import { extractionOf } from './facts.ts'
import { OPENIE_PROMPT_HASH } from './prompts.ts'
import { createTally, type OpenIeReport, type Tally } from './tally.ts'
import { type OpenIeLimits, openIeLimits } from './window.ts'

export interface OpenIeUnit {
  readonly id: string
  readonly text: string
}

export interface OpenIePass {
  readonly units: AsyncIterable<OpenIeUnit>
  readonly chat: ChatModel
  /** Null asks every time. */
  readonly cache: AnswerCache | null
  /** The model's window, question and answer together. */
  readonly contextTokens: number
  /** Units that are asked at once. */
  readonly concurrency?: number
  /** Some extractions, in the order of the units; the next come when it has resolved. */
  readonly onExtracted: (extractions: readonly Extraction[]) => Promise<void>
  /** After each unit. */
  readonly onProgress?: (report: OpenIeReport) => void
}

interface UnitAnswer {
  readonly unit: string
  readonly openIe: OpenIe | { readonly outcome: 'unanswered'; readonly error: GlossError }
}

/** Servers for one user answer some four requests at once. Chosen, not measured. */
const DEFAULT_CONCURRENCY = 4
/** One transaction each. A kill loses at most these, and their answers are kept. Chosen, not measured. */
const BATCH = 16
/** So many units without an answer, one after the other: the server is gone. Chosen, not measured. */
const MAX_UNANSWERED_IN_A_ROW = 5

/** Returns the mark of an extraction by this model; another wording of the prompts is another mark. */
export function openIeMade(chat: Pick<ChatModel, 'id'>): string {
  return `openie:${chat.id}:${OPENIE_PROMPT_HASH}`
}

/**
 * Extracts every unit and reports what it came to. When the model server is gone it hands on what there is and throws the last failure;
 * it throws other errors of the chat, and `CONFIG_INVALID` for a window that is too small, at once.
 */
export async function extractAll(pass: OpenIePass, signal: AbortSignal): Promise<OpenIeReport> {
  const tally = createTally()
  const chat = createCachedChat(pass.chat, pass.cache, tally.asked)
  const made = openIeMade(pass.chat)
  const limits = openIeLimits(pass.contextTokens)
  const answers = mapOrdered(pass.concurrency ?? DEFAULT_CONCURRENCY, (unit: OpenIeUnit, inner) =>
    answered(unit, chat, inner, limits),
  )
  let batch: Extraction[] = []
  const handOn = async () => {
    const full = batch
    batch = []
    if (full.length > 0) await pass.onExtracted(full)
  }
  let unanswered = 0
  try {
    for await (const answer of answers(pass.units, signal)) {
      const extraction = settled(answer, made, tally)
      if (extraction !== null) batch.push(extraction)
      if (batch.length === BATCH) await handOn()
      pass.onProgress?.(tally.report())
      unanswered = answer.openIe.outcome === 'unanswered' ? unanswered + 1 : 0
      if (answer.openIe.outcome === 'unanswered' && unanswered === MAX_UNANSWERED_IN_A_ROW)
        throw answer.openIe.error
    }
  } finally {
    await handOn()
  }
  return tally.report()
}

async function answered(
  unit: OpenIeUnit,
  chat: CachedChat,
  signal: AbortSignal,
  limits: OpenIeLimits,
): Promise<UnitAnswer> {
  try {
    return { unit: unit.id, openIe: await extractOpenIe(unit.text, chat, signal, limits) }
  } catch (error) {
    if (!isModelFailure(error)) throw error
    return { unit: unit.id, openIe: { outcome: 'unanswered', error } }
  }
}

/** Null where the unit stays undone. */
function settled({ unit, openIe }: UnitAnswer, made: string, tally: Tally): Extraction | null {
  if (openIe.outcome === 'unanswered') {
    tally.failed(openIe.error.code, {})
    return null
  }
  if (openIe.outcome === 'unreadable') {
    tally.failed('MODEL_ANSWER_INVALID', openIe.losses)
    return null
  }
  const { extraction, losses } = extractionOf(unit, made, openIe)
  tally.extracted(extraction, addedLosses(openIe.losses, losses))
  return extraction
}
