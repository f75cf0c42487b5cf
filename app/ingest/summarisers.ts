/** The summariser that a run asks for, and what it would cost before the first call. */

import { GlossError, mapOrdered } from '../../core/index.ts'
import type { CorpusWriter } from '../../corpus/index.ts'
import {
  createExtractiveSummariser,
  createLlmSummariser,
  type Gate,
  gateInput,
  type LlmForm,
  type PaperReader,
  type ProjectedCost,
  projectCost,
  type ReadPaper,
  readOf,
  type Source,
  type Summariser,
} from '../../ingest/index.ts'
import { type AnswerCache, type ChatModel, readPrices } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import { openChat } from '../wiring/chat-models.ts'

const PURPOSE = 'Summaries written by a model'
export const SUMMARISER_NAMES = ['extractive', 'llm', 'llm-claims'] as const
export type SummariserName = (typeof SUMMARISER_NAMES)[number]

export interface OpenedSummariser {
  readonly summariser: Summariser
  /** What the papers would cost; null where no model is asked. */
  readonly project: ((papers: AsyncIterable<ReadPaper>) => Promise<ProjectedCost>) | null
}

/** Throws `MODEL_UNCONFIGURED` where a model is needed and none is named. Without `agreed` a call throws `CONSENT_NEEDED`; cached answers are free. */
export function openSummariser(
  name: SummariserName,
  config: Config,
  writer: Pick<CorpusWriter, 'call' | 'rememberCall'>,
  agreed = true,
): OpenedSummariser {
  if (name === 'extractive') return { summariser: createExtractiveSummariser(), project: null }
  const chat = agreed
    ? openChat(config, PURPOSE, 'summariser')
    : refusing(openChat(config, PURPOSE, 'summariser'))
  const form: LlmForm = name === 'llm' ? 'csv' : 'claims'
  const cache: AnswerCache = {
    get: (hash) => writer.call(hash),
    set: (hash, answer) => writer.rememberCall(hash, answer),
  }
  const settings = { form, contextTokens: config.llmContext, cache }
  return {
    summariser: createLlmSummariser({ ...settings, chat }),
    project: (papers) => projectCost(papers, { ...settings, model: chat.id, prices: readPrices() }),
  }
}

/** The same model for whoever has its answers already, but nobody asks it. */
function refusing({ id }: ChatModel): ChatModel {
  return {
    id,
    async complete() {
      throw new GlossError('CONSENT_NEEDED', `Summarising this paper needs calls to the model ${id}.`)
    },
  }
}

/** The papers that the gate would keep, read as the run will read them. */
export async function* papersToKeep(
  sources: AsyncIterable<Source>,
  parts: { readonly reader: PaperReader; readonly gate: Gate | null; readonly workers: number },
  signal: AbortSignal,
): AsyncIterable<ReadPaper> {
  const readings = mapOrdered(parts.workers, (source: Source, inner) => readOf(source, parts.reader, inner))
  const seen = new Set<string>()
  for await (const paper of readings(sources, signal)) {
    if (paper === null || seen.has(paper.id)) continue
    seen.add(paper.id)
    if (
      parts.gate === null ||
      (await parts.gate.judge(gateInput(paper.description, paper.pages), signal)).keep
    )
      yield paper
  }
}

/** `12 papers, 14 calls …` for people. */
export function costSentence({
  papers,
  calls,
  cachedCalls,
  promptTokens,
  completionTokens,
  cost,
}: ProjectedCost): string {
  const price = cost === null ? 'no price known for this model' : `about $${cost.toFixed(2)}`
  return (
    `${papers} papers to summarise: ${calls} calls (${cachedCalls} more are cached), about ` +
    `${promptTokens} prompt and ${completionTokens} completion tokens, ${price}.`
  )
}
