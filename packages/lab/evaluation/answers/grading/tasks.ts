/** Defines the tasks that an evaluation asks of the role `judge`, each with a hash of its request and its estimated cost. */
import { contentId } from '../../../../../core/index.ts'
import {
  type ChatModel,
  costOf,
  costSentence,
  estimateTokens,
  type JsonModes,
  type PriceTable,
  type StreamingChat,
} from '../../../../../models/index.ts'
import type { GoldQuestion } from '../../../../../solver/index.ts'
import type { AgreementPoint } from '../diversity.ts'
import type { LabelledFailure } from '../error-types.ts'
import { createJudge, type Judgement } from '../judge.ts'
import { createLabeller, type FailedAnswer } from '../label-errors.ts'
import { gradeAccuracies, gradeConsistency, type KnownGrades } from '../model-gradings.ts'
import { type GradingPromptName, gradingPrompt } from '../prompts.ts'

export interface TaskCost {
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
}

export interface GradingTask<Value> {
  /** Identical for the same question to the same model. */
  readonly key: string
  readonly kind: string
  readonly question: string
  readonly cost: TaskCost
  ask(chat: ChatModel & StreamingChat, signal: AbortSignal): Promise<Value>
  isFailed(value: Value): boolean
}

/** The model of the role `judge`, and its names with each of its prompts. */
export interface JudgeModel {
  readonly model: string
  readonly judge: string
  readonly labeller: string
  readonly modes: JsonModes
}

export function judgeModel(chat: StreamingChat): JudgeModel {
  const modes: JsonModes = new Map()
  const parts = { chat, modes }
  return { model: chat.id, judge: createJudge(parts).name, labeller: createLabeller(parts).name, modes }
}

export type Agreement = Pick<AgreementPoint, 'questionId' | 'task'> & {
  /** Mean consistency; null if no answer of the model could be read. */
  readonly consistency: number | null
  readonly accuracy: number | null
  readonly losses: Readonly<Record<string, number>>
}

/** Most tries per task (E74). */
export const MAX_ATTEMPTS = 3
// Tokens that a model writes for one answer of each form; chosen, not measured, on the high side of what the forms require.
const JUDGEMENT_TOKENS = 300
const SCORE_TOKENS = 10
const ACCURACY_TOKENS = 80
const LABEL_TOKENS = 150
const BATCH = 5

export function judgementTask(
  { id, query, gold }: GoldQuestion & { readonly gold: string },
  response: string,
  { judge, modes }: JudgeModel,
): GradingTask<Judgement> {
  return {
    ...taskOf('judgement', id, [judge, query, gold, response]),
    cost: {
      calls: 1,
      promptTokens: promptTokens('P-JUDGE') + tokensOf(query, gold, response),
      completionTokens: JUDGEMENT_TOKENS,
    },
    ask: (chat, signal) => createJudge({ chat, modes }).judge({ question: query, response, gold }, signal),
    isFailed: ({ state }) => state === 'unjudged',
  }
}

/** Returns a task that grades all pairs of `solutions` for agreement, and each one for accuracy. */
export function agreementTask(
  { id, query, gold, rationale, task }: GoldQuestion & { readonly gold: string },
  solutions: readonly string[],
  { model }: JudgeModel,
): GradingTask<Agreement> {
  const hashes = [promptHash('P-CONSISTENCY'), promptHash('P-ACCURACY')]
  const known: KnownGrades = new Map()
  return {
    ...taskOf('agreement', id, [model, ...hashes, query, gold, rationale, ...solutions]),
    cost: agreementCost(tokensOf(query, gold, rationale), solutions),
    async ask(chat, signal) {
      const agreeing = await gradeConsistency(chat, solutions, signal, known)
      const order = { question: query, gold, rationale }
      const right = await gradeAccuracies(chat, order, solutions, signal, known)
      const { consistency } = agreeing
      const losses = summed([agreeing.losses, right.losses])
      return { questionId: id, task: task ?? 'all', consistency, accuracy: right.accuracy, losses }
    },
    isFailed: ({ consistency, accuracy }) => consistency === null || accuracy === null,
  }
}

export function labelTask(
  failure: FailedAnswer,
  { labeller, modes }: JudgeModel,
): GradingTask<LabelledFailure> {
  const { questionId, question, response, gold } = failure
  return {
    ...taskOf('error_types', questionId, [labeller, question, response, gold]),
    cost: {
      calls: 1,
      promptTokens: tokensOf(question, response, gold) + LABEL_TOKENS,
      completionTokens: LABEL_TOKENS,
    },
    ask: (chat, signal) => createLabeller({ chat, modes }).label(failure, signal),
    isFailed: ({ types }) => types === null,
  }
}

function agreementCost(questionTokens: number, solutions: readonly string[]): TaskCost {
  const each = solutions.map((solution) => tokensOf(solution))
  const whole = each.reduce((sum, tokens) => sum + tokens, 0)
  const pairs = (solutions.length * (solutions.length - 1)) / 2
  const batches = Math.ceil(solutions.length / BATCH)
  return {
    calls: pairs + batches,
    // Each solution is paired with every other.
    promptTokens:
      pairs * promptTokens('P-CONSISTENCY') +
      whole * (solutions.length - 1) +
      batches * (promptTokens('P-ACCURACY') + questionTokens) +
      whole,
    completionTokens: pairs * SCORE_TOKENS + solutions.length * ACCURACY_TOKENS,
  }
}

/** States the expected cost, and the most if no answer is readable: one more call for the form, each task tried `tries` times. */
export function tasksSentence(
  costs: readonly TaskCost[],
  model: string,
  prices: PriceTable,
  tries = MAX_ATTEMPTS,
): string {
  const sum = (value: (cost: TaskCost) => number) => costs.reduce((total, cost) => total + value(cost), 0)
  const tokens = {
    promptTokens: sum((cost) => cost.promptTokens),
    completionTokens: sum((cost) => cost.completionTokens),
  }
  const calls = sum((cost) => cost.calls)
  const work = `${calls} calls to ${model} (at most ${2 * tries * calls}, where its answers cannot be read)`
  return costSentence(work, { ...tokens, cost: costOf(tokens, model, prices) })
}

export function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [name, count] of counts.flatMap((one) => Object.entries(one)))
    sums[name] = (sums[name] ?? 0) + count
  return sums
}

function taskOf(kind: string, question: string, asked: readonly string[]) {
  return { key: contentId(JSON.stringify([kind, ...asked])), kind, question }
}

function promptHash(name: GradingPromptName): string {
  return gradingPrompt(name).hash
}

function promptTokens(name: GradingPromptName): number {
  return estimateTokens(gradingPrompt(name).text)
}

function tokensOf(...texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0)
}
