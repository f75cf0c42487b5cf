/** Opens the summariser of a run, and projects its cost before the first call. */

import { GlossError } from '../../core/index.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import {
  createExtractiveSummariser,
  type PaperCutter,
  type ProjectedCost,
  type ReadPaper,
  type Summariser,
} from '../../ingest/index.ts'
import type { LlmForm } from '../../ingest/summarise/index.ts'
import { answerCacheOf, type ChatModel, costSentence, type Ledger } from '../../models/index.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { type ModelWindow, windowSentence } from '../wiring/model-windows.ts'

const PURPOSE = 'Summaries written by a model'
export const SUMMARISER_NAMES = ['extractive', 'llm', 'llm-claims'] as const
export type SummariserName = (typeof SUMMARISER_NAMES)[number]

export interface OpenedSummariser {
  readonly summariser: Summariser
  /** Projects the cost of summarising the papers; null if no model is asked. */
  readonly project: ((papers: AsyncIterable<ReadPaper>) => Promise<ProjectedCost>) | null
  /** Returns the model's window; null before a paper was summarised or projected, and if no model is asked. */
  readonly window: () => ModelWindow | null
}

/** Throws `MODEL_UNCONFIGURED` for a missing model. Unless `agreed`, a call throws `CONSENT_NEEDED`; cached answers are free. */
export async function openSummariser(
  name: SummariserName,
  {
    chats,
    config,
    prices,
    ledger,
    cutter,
  }: Pick<Gloss, 'chats' | 'config' | 'prices'> & { readonly ledger?: Ledger; readonly cutter: PaperCutter },
  writer: Pick<CorpusWriter, 'call' | 'rememberCall'>,
  agreed = true,
): Promise<OpenedSummariser> {
  if (name === 'extractive') return { summariser: extractiveBy(cutter), project: null, window: () => null }
  const model = chats.open(PURPOSE, { role: 'summariser', ledger })
  const chat = agreed ? model : refusing(model)
  const form: LlmForm = name === 'llm' ? 'csv' : 'claims'
  const cache = answerCacheOf(writer)
  let window: ModelWindow | null = null
  // Asked once for the whole run, so that the calls match the projection.
  const contextTokens = async () => {
    window ??= await chats.window('summariser')
    return window.tokens
  }
  const { createLlmSummariser, projectCost } = await import('../../ingest/summarise/index.ts')
  const settings = { form, contextTokens, maxAnswerTokens: config.summaryTokens, cache }
  return {
    summariser: createLlmSummariser({ ...settings, chat }),
    project: (papers) => projectCost(papers, { ...settings, model: chat.id, prices }),
    window: () => window,
  }
}

/** Returns the extractive summariser, which runs in the cutter's processes. */
function extractiveBy({ summarise }: PaperCutter): Summariser {
  return { made: createExtractiveSummariser().made, summarise }
}

/** Returns a model with the same id, so that cached answers are found, that refuses every call. */
function refusing({ id }: ChatModel): ChatModel {
  return {
    id,
    async complete() {
      throw new GlossError('CONSENT_NEEDED', `Summarising this paper needs calls to the model ${id}.`)
    },
  }
}

/** Returns `12 papers to summarise: 14 calls …, in a window of …` for people. */
export function summaryCostSentence(projected: ProjectedCost, window: ModelWindow | null): string {
  const { papers, calls, cachedCalls } = projected
  const size = window === null ? '' : ` in ${windowSentence(window)}`
  const work = `${papers} papers to summarise: ${calls} calls (${cachedCalls} more are cached)${size}`
  return costSentence(work, projected)
}
