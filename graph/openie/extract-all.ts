/** Runs OpenIE on every unit of a corpus, a few at a time. Resumable, because answers are cached and failed units stay undone. */
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
  /** Null asks the model every time. */
  readonly cache: AnswerCache | null
  /** The model's context length, for question and answer together. */
  readonly contextTokens: number
  /** Number of concurrent units. */
  readonly concurrency?: number
  /** Receives some extractions, in the order of the units; the next follow once it has resolved. */
  readonly onExtracted: (extractions: readonly Extraction[]) => Promise<void>
  /** Called after each unit. */
  readonly onProgress?: (report: OpenIeReport) => void
}

interface UnitAnswer {
  readonly unit: string
  readonly openIe: OpenIe | { readonly outcome: 'unanswered'; readonly error: GlossError }
}

/** Servers for one user answer some four requests at once. Chosen, not measured. */
const DEFAULT_CONCURRENCY = 4
/** Units per transaction. A killed process loses at most these, and their answers are cached. Chosen, not measured. */
const BATCH = 16
/** After this many consecutive units without an answer the server counts as gone. Chosen, not measured. */
const MAX_UNANSWERED_IN_A_ROW = 5

/** Returns the mark of an extraction by this model, which changes with the wording of the prompts. */
export function extractionMark(chat: Pick<ChatModel, 'id'>): string {
  return `openie:${chat.id}:${OPENIE_PROMPT_HASH}`
}

/**
 * Extracts every unit and returns a report. If the model server is gone, passes on the extractions so far and throws the last failure;
 * throws other errors of the chat, and `CONFIG_INVALID` for a context that is too short, at once.
 */
export async function extractAll(pass: OpenIePass, signal: AbortSignal): Promise<OpenIeReport> {
  const tally = createTally()
  const chat = createCachedChat(pass.chat, pass.cache, tally.asked)
  const made = extractionMark(pass.chat)
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
      const extraction = recordOutcome(answer, made, tally)
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

/** Returns null if the unit stays undone. */
function recordOutcome({ unit, openIe }: UnitAnswer, made: string, tally: Tally): Extraction | null {
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
