/** What summarising papers with a model will take, before anything is asked. */
import {
  type AnswerCache,
  costOf,
  estimateMessageTokens,
  type PriceTable,
  type ProjectedTokens,
  requestHash,
} from '../../models/index.ts'
import type { ReadPaper } from '../ports.ts'
import { type LlmForm, requestsOf, type WindowSettings } from './llm-requests.ts'

export interface ProjectedCost extends ProjectedTokens {
  readonly papers: number
  /** Calls still to be made; those whose answers are cached are not counted. */
  readonly calls: number
  readonly cachedCalls: number
}

/** Three rows of 315 characters (the published mean) with their constant columns; some eight claims of a sentence. */
const ANSWER_TOKENS: Readonly<Record<LlmForm, number>> = { csv: 350, claims: 280 }

export interface ProjectionOptions extends WindowSettings {
  readonly model: string
  readonly prices: PriceTable
  readonly cache: AnswerCache | null
}

/** Repairs are not foreseen: the true cost may exceed the projected one by a call for each answer that cannot be read. */
export async function projectCost(
  papers: Iterable<ReadPaper> | AsyncIterable<ReadPaper>,
  options: ProjectionOptions,
): Promise<ProjectedCost> {
  const sums = { papers: 0, calls: 0, cachedCalls: 0, promptTokens: 0, completionTokens: 0 }
  for await (const paper of papers) {
    sums.papers++
    for (const { request } of requestsOf(paper, options)) {
      const known = (await options.cache?.get(requestHash(options.model, request))) ?? ''
      if (known !== '') {
        sums.cachedCalls++
        continue
      }
      sums.calls++
      sums.promptTokens += estimateMessageTokens(request.messages)
      const usual = ANSWER_TOKENS[options.form]
      sums.completionTokens += Math.min(usual, request.maxTokens ?? usual)
    }
  }
  return { ...sums, cost: costOf(sums, options.model, options.prices) }
}
