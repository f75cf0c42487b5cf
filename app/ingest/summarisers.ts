/** Opens the summariser of a run, and projects what it will cost before the first call. */

import { GlossError } from '../../core/index.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import {
  createExtractiveSummariser,
  createLlmSummariser,
  type LlmForm,
  type ProjectedCost,
  projectCost,
  type ReadPaper,
  type Summariser,
} from '../../ingest/index.ts'
import { answerCacheOf, type ChatModel, costSentence, type Ledger } from '../../models/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

const PURPOSE = 'Summaries written by a model'
export const SUMMARISER_NAMES = ['extractive', 'llm', 'llm-claims'] as const
export type SummariserName = (typeof SUMMARISER_NAMES)[number]

export interface OpenedSummariser {
  readonly summariser: Summariser
  /** What summarising the papers will cost; null where no model is asked. */
  readonly project: ((papers: AsyncIterable<ReadPaper>) => Promise<ProjectedCost>) | null
}

/** Throws `MODEL_UNCONFIGURED` where a model is needed and none is configured. Unless `agreed`, a call throws `CONSENT_NEEDED`; cached answers are free. `ledger` counts what is asked. */
export function openSummariser(
  name: SummariserName,
  {
    config,
    chats,
    prices,
    ledger,
  }: Pick<Gloss, 'config' | 'chats' | 'prices'> & { readonly ledger?: Ledger },
  writer: Pick<CorpusWriter, 'call' | 'rememberCall'>,
  agreed = true,
): OpenedSummariser {
  if (name === 'extractive') return { summariser: createExtractiveSummariser(), project: null }
  const model = chats.open(PURPOSE, { role: 'summariser', ledger })
  const chat = agreed ? model : refusing(model)
  const form: LlmForm = name === 'llm' ? 'csv' : 'claims'
  const cache = answerCacheOf(writer)
  const settings = { form, contextTokens: config.llmContext, cache }
  return {
    summariser: createLlmSummariser({ ...settings, chat }),
    project: (papers) => projectCost(papers, { ...settings, model: chat.id, prices }),
  }
}

/** A model of the same id, so that cached answers are found, which refuses every call. */
function refusing({ id }: ChatModel): ChatModel {
  return {
    id,
    async complete() {
      throw new GlossError('CONSENT_NEEDED', `Summarising this paper needs calls to the model ${id}.`)
    },
  }
}

/** `12 papers, 14 calls …` for people. */
export function summaryCostSentence(projected: ProjectedCost): string {
  const { papers, calls, cachedCalls } = projected
  const work = `${papers} papers to summarise: ${calls} calls (${cachedCalls} more are cached)`
  return costSentence(work, projected)
}
