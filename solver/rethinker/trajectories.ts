/** Reads the trajectories of a ReThinker run from its journal: solvers, summaries, critics and selector rounds (specs/rethinker.md 5.3). */
import { parsedJson } from '../../core/index.ts'
import { isUnreadLink } from '../../tools/index.ts'
import { AGENT_KIND, type AgentRun } from '../agent.ts'
import type { Journal, JournalQuestion } from '../ports.ts'
import type { RunRecord } from '../run-store.ts'
import { type RunTrajectory, splitAtOutput, type ToolUse, trajectoryTurns } from '../run-trajectory.ts'
import { answerText, keyParts, readAsked } from '../run-view/journal-entries.ts'
import type { RethinkerDetails } from './pattern.ts'
import { extractAnswer, readPick, readSummary } from './read-answer.ts'
import { writtenBy } from './trajectory.ts'

const ANSWER_MARK = /<answer/gi
const SELECT_MARK = /<select/gi
const RESULT = /<execution_results>([\s\S]*?)<\/execution_results>/g
const REFLECTOR = 'reflector'

/** Returns trajectories in the order of the journal, without those of unfinished agents. A repaired summary is one trajectory. */
export async function rethinkerTrajectories(record: RunRecord, journal: Journal): Promise<RunTrajectory[]> {
  const answers = candidateAnswers(record)
  const unread = new Map<string, number>()
  const found = new Map<string, RunTrajectory>()
  for await (const question of journal.questions()) {
    const { path, kind } = keyParts(question.key)
    if (kind === 'web_parse')
      unread.set(path, (unread.get(path) ?? 0) + (await unreadLinks(question, journal)))
    if (question.failure !== null) continue
    if (kind === AGENT_KIND) {
      const run = (await journal.read(question.key))?.value as AgentRun
      const known = { answers, unread: unread.get(path) ?? 0 }
      found.set(path, agentTrajectory(run, promptOf(question), known))
    } else if (kind === 'ask' && path.startsWith(`${REFLECTOR}/`)) {
      const own = path.slice(0, path.lastIndexOf('/'))
      const text = answerText((await journal.read(question.key))?.value) ?? ''
      found.set(own, summaryTrajectory(own, question, text))
    }
  }
  return [...found.values()]
}

/** Returns the answers in the order of the candidates' numbers; empty for a run without candidates. */
function candidateAnswers({ outcome }: RunRecord): readonly string[] {
  const details = outcome?.details as Partial<RethinkerDetails> | null | undefined
  return details?.candidates?.map(({ answer }) => answer) ?? []
}

/** Returns 1 for a link that could not be read, else 0. */
async function unreadLinks({ key, asked, failure }: JournalQuestion, journal: Journal): Promise<number> {
  if (failure !== null) return 1
  const [link = ''] = readAsked(asked).values ?? []
  return isUnreadLink(link, (await journal.read(key))?.value) ? 1 : 0
}

/** Returns the prompt; empty if an older version stored only a hash. */
function promptOf({ asked }: JournalQuestion): string {
  return readAsked(asked).messages?.at(-1)?.content ?? ''
}

interface AgentRecord {
  readonly answers: readonly string[]
  /** Links of this agent that its code could not read. */
  readonly unread: number
}

function agentTrajectory(
  { path, role, segments }: AgentRun,
  prompt: string,
  { answers, unread }: AgentRecord,
): RunTrajectory {
  const turns = trajectoryTurns(prompt, segments)
  const [said, last] = [writtenBy(segments), turns.at(-1)?.text ?? '']
  const isSelector = role === 'selector'
  const ids = [...answers.keys()].map((at) => at + 1)
  const pick = isSelector ? readPick(said, ids) : null
  const answer = isSelector ? (pick === null ? null : (answers[pick - 1] ?? null)) : extractAnswer(said)
  const lastHasIt = isSelector ? readPick(last, ids) !== null : extractAnswer(last) !== null
  return {
    path,
    stage: role,
    turns,
    answer,
    hasForm: lastHasIt && turns.at(-1)?.who === 'assistant',
    ...splitAtOutput(segments, isSelector ? SELECT_MARK : ANSWER_MARK),
    tools: toolUse(segments, unread),
  }
}

function toolUse(segments: AgentRun['segments'], unread: number): ToolUse {
  const results = segments
    .filter(({ by }) => by === 'code')
    .flatMap(({ text }) => [...text.matchAll(RESULT)].map(([, json = '']) => hasFailed(json)))
  const failed = results.filter((isFailed) => isFailed).length
  return { calls: results.length, failed: failed + unread, endsWell: results.at(-1) === false }
}

/** Returns whether a result is a failure or cannot be parsed. */
function hasFailed(json: string): boolean {
  const result = parsedJson(json) as { readonly error?: unknown } | undefined
  return result === undefined || (result.error ?? '') !== ''
}

function summaryTrajectory(path: string, question: JournalQuestion, text: string): RunTrajectory {
  const messages = readAsked(question.asked).messages ?? []
  const turns = messages.map(({ role, content }) => ({
    who: role === 'assistant' ? ('assistant' as const) : ('user' as const),
    text: content,
  }))
  const read = readSummary(text)
  const parts = read.ok ? read.value.parts : [text, '', '']
  return {
    path,
    stage: REFLECTOR,
    turns: [...turns, { who: 'assistant', text }],
    answer: read.ok ? read.value.answer : null,
    hasForm: read.ok,
    thought: parts[0],
    output: parts[1],
    tools: null,
  }
}
