/** Grades from 0 to 1 for Figure 8: how much candidates agree (P-CONSISTENCY), and how right each one is (P-ACCURACY). Eigen-1, A.3. */

import { mean } from '../../../../comparison/index.ts'
import { filledPrompt } from '../../../../core/index.ts'
import { type ChatModel, isModelFailure, repairRequest } from '../../../../models/index.ts'
import { type ParseResult, readAnswer } from '../../../../solver/index.ts'
import { gradingPrompt } from './prompts.ts'
import { type AccuracyGrade, readAccuracies, readConsistency } from './read-gradings.ts'

export interface ConsistencyFigures {
  /** Mean over the graded pairs; null if there are none. */
  readonly consistency: number | null
  readonly pairs: number
  readonly graded: number
  readonly losses: Readonly<Record<string, number>>
}

export interface GradedSolutions {
  /** Grades in the order of the solutions. */
  readonly answers: readonly AccuracyGrade[]
  /** Mean over the graded solutions; null if there are none. */
  readonly accuracy: number | null
  readonly losses: Readonly<Record<string, number>>
}

export interface GradingOrder {
  readonly question: string
  readonly gold: string
  readonly rationale: string
}

/** "up to five" in P-ACCURACY. */
const BATCH = 5
/** The same as a judge's. */
const MAX_TOKENS = 4_096
const CONSISTENCY_COMPLAINT =
  'That answer cannot be used. Answer with one number from 0.00 to 1.00 and nothing else.'
const ACCURACY_COMPLAINT =
  'That answer cannot be used. Answer with the JSON object that was asked for and nothing else.'

/** Readable answers of earlier tries by request, which are not asked again. */
export type KnownGrades = Map<string, unknown>

/** Grades all K(K-1)/2 pairs, one after the other. */
export async function gradeConsistency(
  chat: ChatModel,
  solutions: readonly string[],
  signal: AbortSignal,
  known: KnownGrades = new Map(),
): Promise<ConsistencyFigures> {
  const prompt = gradingPrompt('P-CONSISTENCY')
  const losses: Record<string, number> = {}
  const notes = { losses, known }
  const scores: number[] = []
  const pairs = pairsOf(solutions)
  for (const [solution1, solution2] of pairs) {
    const content = filledPrompt(prompt, {}, { solution1, solution2 })
    const score = await asked(chat, content, readConsistency, CONSISTENCY_COMPLAINT, notes, signal)
    if (score !== null) scores.push(score)
  }
  const consistency = scores.length === 0 ? null : mean(scores)
  return { consistency, pairs: pairs.length, graded: scores.length, losses }
}

/** Grades in batches of at most five. */
export async function gradeAccuracies(
  chat: ChatModel,
  { question, gold, rationale }: GradingOrder,
  solutions: readonly string[],
  signal: AbortSignal,
  known: KnownGrades = new Map(),
): Promise<GradedSolutions> {
  const prompt = gradingPrompt('P-ACCURACY')
  const losses: Record<string, number> = {}
  const notes = { losses, known }
  const answers: AccuracyGrade[] = []
  for (let start = 0; start < solutions.length; start += BATCH) {
    const batch = solutions.slice(start, start + BATCH)
    const finals = batch.map((solution) => readAnswer(solution).text ?? 'None')
    const content = filledPrompt(
      prompt,
      { q: question, gt: gold, r: rationale },
      { final_items: listed('FINAL', finals), resp_items: listed('RESP', batch) },
    )
    const read = (text: string) => readAccuracies(text, batch.length)
    const graded = await asked(chat, content, read, ACCURACY_COMPLAINT, notes, signal)
    answers.push(...(graded ?? batch.map(() => ({ accuracy: null, reason: '' }))))
  }
  const shares = answers.flatMap(({ accuracy }) => accuracy ?? [])
  return { answers, accuracy: shares.length === 0 ? null : mean(shares), losses }
}

/** Asks once more if the answer cannot be read. Returns null if that fails too, or if the model fails. Losses are counted. */
async function asked<T>(
  chat: ChatModel,
  content: string,
  read: (text: string) => ParseResult<T>,
  complaint: string,
  { losses, known }: { readonly losses: Record<string, number>; readonly known: KnownGrades },
  signal: AbortSignal,
): Promise<T | null> {
  if (known.has(content)) return known.get(content) as T
  const lose = (loss: string) => {
    losses[loss] = (losses[loss] ?? 0) + 1
  }
  const request = { messages: [{ role: 'user' as const, content }], maxTokens: MAX_TOKENS }
  try {
    const { text } = await chat.complete(request, signal)
    const first = read(text)
    const reading = first.ok
      ? first
      : read((await chat.complete(repairRequest(request, text, complaint), signal)).text)
    if (!first.ok) lose('repaired')
    if (!reading.ok) lose(reading.reason)
    else for (const loss of reading.losses) lose(loss)
    if (reading.ok) known.set(content, reading.value)
    return reading.ok ? reading.value : null
  } catch (error) {
    signal.throwIfAborted()
    if (!isModelFailure(error)) throw error
    lose('model_failed')
    return null
  }
}

function pairsOf(solutions: readonly string[]): [string, string][] {
  return solutions.flatMap((one, place) =>
    solutions.slice(place + 1).map((other): [string, string] => [one, other]),
  )
}

function listed(name: string, items: readonly string[]): string {
  return items.map((item, place) => `\n${name}[${place + 1}]: ${item}`).join('')
}
