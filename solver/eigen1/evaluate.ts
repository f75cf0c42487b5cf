/** QAIR: scores solutions, corrects those that fail by their suggestions, and scores only these again (section 3.3; Algorithm 1). */
import { filledPrompt } from '../../core/index.ts'
import { compositeScore, readScores, type Scores } from '../reading/scores.ts'
import type { Runner } from '../runner.ts'
import { askStructured } from '../structured-answer.ts'
import type { Agents, Solution } from './agents.ts'
import { solverPrompt } from './prompts.ts'
import { reportBest } from './rank.ts'
import type { Eigen1Settings } from './settings.ts'

export interface Evaluation {
  readonly index: number
  readonly round: number
  /** Logic, answer and explanation, 0 to 5; null if the evaluator gave none in five turns. */
  readonly scores: Scores | null
  readonly composite: number | null
  readonly suggestion: string
  readonly passes: boolean
  /** Answers of the evaluator that could not be read, by reason. */
  readonly losses: readonly string[]
}

export interface Round {
  readonly evaluations: readonly Evaluation[]
  /** Indices of solutions that failed, and in `replaced` those of them that were replaced. */
  readonly failed: readonly number[]
  readonly replaced: readonly number[]
  /** Solutions that replaced them. */
  readonly replacements: readonly Solution[]
}

export interface Evaluated {
  readonly pool: readonly Solution[]
  readonly rounds: readonly Round[]
}

// The published code gives up after five further turns; with lenient reading five in total are enough (E44).
export const MAX_EVALUATOR_TURNS = 5
// Some hundred tokens of scores and a suggestion, and room for models that think aloud; less if agents have less. Chosen, not measured.
export const MAX_EVALUATOR_TOKENS = 8_192

interface Team {
  readonly runner: Runner
  readonly agents: Agents
  readonly query: string
  readonly settings: Eigen1Settings
}

/** Runs the rounds. A solution that passed is neither scored nor changed again; one that fails in the last round stays in the pool. */
export async function evaluateAndCorrect(refined: readonly Solution[], team: Team): Promise<Evaluated> {
  const { runner, settings } = team
  const pool = [...refined]
  const rounds: Round[] = []
  let active = [...pool.keys()]
  for (let round = 0; round < settings.rounds && active.length > 0; round++) {
    runner.stage(`evaluate.${round}`)
    const evaluations = await evaluationsOf(pool, active, round, team)
    const all = [...rounds.flatMap((before) => before.evaluations), ...evaluations]
    reportBest(pool, lastComposites(pool.length, all), runner)
    const failed = evaluations.filter(({ passes }) => !passes)
    const replaced = failed.length === 0 ? [] : await corrected(pool, failed, round, team)
    const replacements = pool.filter((_, index) => replaced.includes(index))
    rounds.push({ evaluations, failed: failed.map(({ index }) => index), replaced, replacements })
    active = replaced
  }
  return { pool, rounds }
}

/** Returns the last composite of each solution, null if it was never scored. */
export function lastComposites(count: number, evaluations: readonly Evaluation[]): (number | null)[] {
  const composites = Array.from({ length: count }, (): number | null => null)
  for (const { index, composite } of evaluations) composites[index] = composite
  return composites
}

async function evaluationsOf(
  pool: readonly Solution[],
  indices: readonly number[],
  round: number,
  team: Team,
): Promise<Evaluation[]> {
  const score = async (index: number, path: string) => {
    const evaluation = await evaluated(path, { index, round }, pool[index]?.text ?? '', team)
    team.runner.report(path, 'score', evaluation)
    return evaluation
  }
  const outcomes = await team.runner.parallel(`evaluate.${round}`, indices, score, (index) => index)
  return outcomes.map((outcome, at) =>
    outcome.isDone ? outcome.value : unscored({ index: indices[at] ?? 0, round }, [outcome.failure.code]),
  )
}

async function evaluated(
  path: string,
  place: EvaluationPlace,
  solution: string,
  team: Team,
): Promise<Evaluation> {
  const { runner, query, settings } = team
  const prompt = solverPrompt('P-QUALITY')
  const content = filledPrompt(prompt, { query }, { solution })
  const { evaluatorTemperature: temperature, weights, threshold } = settings
  const request = {
    messages: [{ role: 'user' as const, content }],
    maxTokens: Math.min(MAX_EVALUATOR_TOKENS, settings.maxTokens),
    ...(temperature === null ? {} : { temperature }),
  }
  const { value, losses } = await askStructured(runner, {
    path,
    role: 'evaluator',
    request,
    prompt,
    read: readScores,
    complaint,
    turns: MAX_EVALUATOR_TURNS,
    fallback: null,
    isUnreported: true,
  })
  if (value === null) return unscored(place, losses)
  const composite = compositeScore(value.scores, weights)
  return { ...place, ...value, composite, passes: composite >= threshold, losses }
}

/** Replaces failed solutions by their corrections; if the corrector fails, the old one stays. Returns the indices that changed. */
async function corrected(
  pool: Solution[],
  failed: readonly Evaluation[],
  round: number,
  { runner, agents }: Team,
): Promise<number[]> {
  runner.stage(`correct.${round}`)
  const correct = async ({ index, suggestion }: Evaluation, path: string) => {
    const old = pool[index]
    const solution = old === undefined ? null : await agents.correct(path, old, suggestion)
    if (solution === null || solution.text === '') return false
    pool[index] = solution
    runner.report(path, 'candidate', { index, ...solution })
    return true
  }
  const outcomes = await runner.parallel(`correct.${round}`, failed, correct, ({ index }) => index)
  return failed.flatMap(({ index }, at) => {
    const outcome = outcomes[at]
    return outcome?.isDone && outcome.value ? [index] : []
  })
}

type EvaluationPlace = Pick<Evaluation, 'index' | 'round'>

function unscored(place: EvaluationPlace, losses: readonly string[]): Evaluation {
  return { ...place, scores: null, composite: null, suggestion: '', passes: false, losses }
}

function complaint(reason: string): string {
  return `That answer cannot be used: ${reason.replaceAll('_', ' ')}. Answer again, with the JSON object that was asked for and nothing else.`
}
