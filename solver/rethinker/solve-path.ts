/** Runs a path of ReThinker: solver, guided summary, critic, with re-answers (specs/rethinker.md 5.1). Paths do not know of each other. */
import { filledPrompt, GlossError } from '../../core/index.ts'
import { estimateTokens } from '../../models/index.ts'
import type { AgentRun } from '../agent.ts'
import type { Runner } from '../runner.ts'
import { seedOf } from '../seed-of-path.ts'
import { askStructured } from '../structured-answer.ts'
import type { RethinkerAgents } from './agents.ts'
import { finishSentences, publishedPrompt } from './prompts.ts'
import { type GuidedSummary, readSummary, type SummaryParts } from './read-answer.ts'
import type { RethinkerSettings } from './settings.ts'
import { type RenderedTrajectory, renderTrajectory, type Trajectory, trajectoryOf } from './trajectory.ts'

/** Result of a path, as plain data. */
export interface SolvedPath {
  /** Index of the path, from 0. */
  readonly path: number
  readonly solver: readonly Trajectory[]
  /** Summary; null without a critic. */
  readonly summary: (GuidedSummary & Omit<RenderedTrajectory, 'text'>) | null
  readonly critic: readonly Trajectory[]
  /** Text for the selector. */
  readonly text: string
  readonly answer: string
  readonly from: 'critic' | 'summary' | 'solver'
  /** Path of the agent that wrote the text. */
  readonly textPath: string
}

export interface PathTeam {
  readonly runner: Runner
  readonly agents: RethinkerAgents
  readonly query: string
  readonly settings: RethinkerSettings
}

/** Runs a path. Throws `NO_SOLUTION` if no agent has an answer, and what the models throw. */
export async function solvePath(path: number, team: PathTeam): Promise<SolvedPath> {
  const { agents, settings } = team
  const sentences = finishSentences('answer')
  const solver: Trajectory[] = []
  let last: AgentRun | null = null
  let solved: string | null = null
  for (let round = 0; round < settings.solverRounds; round++) {
    last = await agents.solve(`solver.${round}/${path}`, solved)
    const trajectory = trajectoryOf(last, sentences)
    solver.push(trajectory)
    solved = trajectory.answer ?? solved
  }
  if (settings.criticRounds === 0 || last === null) return pathOf(path, { solver, summary: null, critic: [] })
  const summary = await summarise(`reflector/${path}`, { last, solved }, team)
  const given = givenToCritic(summary, solved, settings)
  const critic: Trajectory[] = []
  let corrected: string | null = null
  for (let round = 0; round < settings.criticRounds; round++) {
    const run = await agents.criticise(`critic.${round}/${path}`, given, corrected)
    const trajectory = trajectoryOf(run, sentences)
    critic.push(trajectory)
    corrected = trajectory.answer ?? corrected
  }
  return pathOf(path, { solver, summary, critic })
}

type Work = Pick<SolvedPath, 'solver' | 'summary' | 'critic'>

/** Returns the answer of the critic, else of the summary, else of the solver, with its text or, if that lacks it, the bare answer. */
function pathOf(path: number, { solver, summary, critic }: Work): SolvedPath {
  const lastAnswer = (rounds: readonly Trajectory[]) => rounds.findLast(({ answer }) => answer !== null)
  const answers = [
    { from: 'critic', answer: lastAnswer(critic)?.answer ?? null },
    { from: 'summary', answer: summary?.answer ?? null },
    { from: 'solver', answer: lastAnswer(solver)?.answer ?? null },
  ] as const
  const found = answers.find(({ answer }) => answer !== null)
  const last = critic.at(-1) ?? solver.at(-1)
  if (found === undefined || found.answer === null || last === undefined)
    throw new GlossError('NO_SOLUTION', `Path ${path + 1} reached no answer.`, { path })
  const written = last.text === '' ? (lastAnswer(critic) ?? lastAnswer(solver) ?? last) : last
  const text = written.text === '' ? boxed(found.answer) : written.text
  return {
    path,
    solver,
    summary,
    critic,
    text,
    answer: found.answer,
    from: found.from,
    textPath: written.path,
  }
}

/** Returns an answer in the tags that agents use. */
export function boxed(answer: string): string {
  return `<answer>\\boxed{${answer}}</answer>`
}

async function summarise(
  path: string,
  { last, solved }: { readonly last: AgentRun; readonly solved: string | null },
  { runner, query, settings }: PathTeam,
): Promise<NonNullable<SolvedPath['summary']>> {
  const prompt = publishedPrompt('GUIDED_SUMMARY')
  const room =
    settings.contextTokens - settings.maxTokens - estimateTokens(prompt.text) - estimateTokens(query)
  const { text, ...cut } = renderTrajectory(last.segments, Math.max(0, room))
  const { temperature, topP, maxTokens, seed } = settings
  const extraBody = { top_p: topP, ...(seed === null ? {} : { seed: seedOf(seed, path) }) }
  const content = filledPrompt(prompt, { problem: query }, { student_solution: text })
  const turn = await askStructured<SummaryParts, null>(runner, {
    path,
    role: 'reflector',
    request: { messages: [{ role: 'user', content }], temperature, maxTokens, extraBody },
    prompt,
    read: readSummary,
    complaint: (reason) => `${reason}. Write the three parts again, each under its title.`,
    fallback: null,
  })
  const whole: SummaryParts = {
    steps: turn.text,
    answer: solved,
    improvements: '',
    parts: [`${turn.text}\n`, `Part 2: Final Answer\n${solved ?? 'null'}\n`, ''],
  }
  return { ...(turn.value ?? whole), by: turn.by, ...cut }
}

function givenToCritic(
  { parts, answer }: GuidedSummary,
  solved: string | null,
  { solutionSummary }: RethinkerSettings,
): string {
  if (solutionSummary === 'guided') return parts.join('').trim()
  if (solutionSummary === 'summary') return parts.slice(0, 2).join('').trim()
  return answer ?? solved ?? 'null'
}
