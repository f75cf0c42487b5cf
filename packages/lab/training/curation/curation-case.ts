/** Reduces a trajectory to what curation needs, without its texts: those of thousands of runs need not be in memory. */
import { contentId } from '../../../../core/index.ts'
import { estimateTokens } from '../../../../models/index.ts'
import type { RunTrajectory } from '../../../../solver/index.ts'

export interface CurationCase {
  /** Run and path; of two trajectories that say the same, the one with the lower id is kept. */
  readonly id: string
  readonly run: string
  readonly path: string
  readonly stage: string
  /** Id of the question. */
  readonly question: string
  /** Answer; null if there is none. */
  readonly answer: string | null
  readonly hasForm: boolean
  /** Number of tool calls; null for a stage without tools. */
  readonly calls: number | null
  readonly failedTools: number
  /** Whether the last tool call worked. */
  readonly endsWell: boolean
  /** Estimated tokens of thought and output, which a judge has to read. */
  readonly checkedTokens: number
  /** Unit-length vector of all text after the prompt. */
  readonly vector: Float32Array
}

/** Returns a case. `vector` is that of `followingText`. */
export function curationCase(
  { path, stage, answer, hasForm, turns, tools, thought, output }: RunTrajectory,
  of: { readonly run: string; readonly question: string; readonly vector: Float32Array },
): CurationCase {
  return {
    id: `${of.run}/${path}`,
    ...of,
    path,
    stage,
    answer,
    hasForm: hasForm && alternates(turns),
    calls: tools?.calls ?? null,
    failedTools: tools?.failed ?? 0,
    endsWell: tools?.endsWell ?? true,
    checkedTokens: estimateTokens(thought) + estimateTokens(output),
  }
}

/** Returns whether turns alternate between user and assistant, end with the model, and are never empty. */
function alternates(turns: RunTrajectory['turns']): boolean {
  const inOrder = turns.every(({ who }, at) => who === (at % 2 === 0 ? 'user' : 'assistant'))
  return inOrder && turns.length % 2 === 0 && turns.every(({ text }) => text.trim() !== '')
}

/** Returns the text after the prompt. */
export function followingText({ turns }: RunTrajectory): string {
  return turns
    .slice(1)
    .map(({ text }) => text)
    .join('\n')
}

/** A line of the file of samples, as plain data. */
export interface TrainingSample {
  readonly stage: string
  readonly question: string
  readonly run: string
  readonly path: string
  /** Hash of `user` and `assistant`. */
  readonly hash: string
  readonly user: string
  readonly assistant: string
}

/** Returns a sample: the turns before the last question as `User: …` and `Assistant: …` in order, then that question, and its answer. */
export function trainingSample(
  { turns, stage, path }: RunTrajectory,
  { run, question }: Pick<CurationCase, 'run' | 'question'>,
): TrainingSample {
  const [query, response] = turns.slice(-2)
  const history = turns
    .slice(0, -2)
    .map(({ who, text }) => `${who === 'user' ? 'User' : 'Assistant'}: ${text}\n`)
    .join('')
  const user = history + (query?.text ?? '')
  const assistant = response?.text ?? ''
  return { stage, question, run, path, hash: contentId(JSON.stringify([user, assistant])), user, assistant }
}
