/** Projects the cost of summarising papers with a model before any call: a model that only counts summarises them. */
import {
  type AnswerCache,
  type ChatModel,
  costOf,
  createCachedChat,
  estimateMessageTokens,
  type PriceTable,
  type ProjectedTokens,
} from '../../models/index.ts'
import type { ReadPaper } from '../ports.ts'
import { SummaryFailure } from '../summary-failure.ts'
import { askPoints } from './ask-points.ts'
import type { LlmSummariserOptions } from './llm.ts'
import type { LlmForm } from './llm-requests.ts'
import { WANTED_POINTS } from './merge-points.ts'

export interface ProjectedCost extends ProjectedTokens {
  readonly papers: number
  /** Number of calls still to be made, without those whose answers are cached. */
  readonly calls: number
  readonly cachedCalls: number
}

/** Tokens of three rows of 315 characters (the published mean) with their constant columns; of some eight one-sentence claims. */
const ANSWER_TOKENS: Readonly<Record<LlmForm, number>> = { csv: 350, claims: 280 }
const POINT = 'x'.repeat(315)
/** Answers of the usual size, so that the points to be merged have theirs. */
const ANSWERS: Readonly<Record<LlmForm, string>> = {
  csv: `SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"${POINT}"\n`.repeat(WANTED_POINTS),
  claims: '{"claims": []}',
}

export interface ProjectionOptions
  extends Pick<LlmSummariserOptions, 'form' | 'contextTokens' | 'maxAnswerTokens'> {
  readonly model: string
  readonly prices: PriceTable
  readonly cache: AnswerCache | null
}

/** Projects the cost without repairs: the true cost may be higher by a call for each unusable answer. */
export async function projectCost(
  papers: Iterable<ReadPaper> | AsyncIterable<ReadPaper>,
  options: ProjectionOptions,
): Promise<ProjectedCost> {
  const sums = { papers: 0, calls: 0, cachedCalls: 0, promptTokens: 0, completionTokens: 0 }
  const { form, model, cache } = options
  const counting: ChatModel = {
    id: model,
    async complete({ messages, maxTokens = ANSWER_TOKENS[form] }) {
      const promptTokens = estimateMessageTokens(messages)
      const completionTokens = Math.min(ANSWER_TOKENS[form], maxTokens)
      sums.calls++
      sums.promptTokens += promptTokens
      sums.completionTokens += completionTokens
      const usage = { promptTokens, completionTokens, estimated: true }
      return { text: ANSWERS[form], finish: 'stop', usage }
    },
  }
  const chat = createCachedChat(counting, cache === null ? null : readOnly(cache), ({ isCached }) => {
    if (isCached) sums.cachedCalls++
  })
  const signal = new AbortController().signal
  for await (const paper of papers) {
    sums.papers++
    const contextTokens = await options.contextTokens()
    try {
      await askPoints(paper, { ...options, contextTokens, chat }, signal)
    } catch (error) {
      // Cached answers that are unusable: the run will fail this paper without a call.
      if (!(error instanceof SummaryFailure)) throw error
    }
  }
  return { ...sums, cost: costOf(sums, model, options.prices) }
}

function readOnly({ get }: AnswerCache): AnswerCache {
  return { get, set: async () => undefined }
}
