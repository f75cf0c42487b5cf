/** Reads the requests, answers and decisions of a run from its journal for people, whether the run has ended or not. */
import { GlossError } from '../../core/index.ts'
import type { ChatMessage, FinishReason, Written } from '../../models/index.ts'
import type { InjectedUnit } from '../../monitor/index.ts'
import { AGENT_KIND, type AgentRun, type AgentSegment } from '../agent.ts'
import type { ChangedWording } from '../pattern.ts'
import { findPattern } from '../patterns.ts'
import type { Journal, JournalQuestion } from '../ports.ts'
import { readAnswer } from '../reading/answer.ts'
import type { RunRecord } from '../run-store.ts'
import { answerText, keyParts, readAsked } from './journal-entries.ts'

type Failure = JournalQuestion['failure']

/** A question to a model and its whole answer: of an evaluator, a ranker that was asked again, or a helper of a stream. */
export interface QuestionPage {
  readonly path: string
  /** Kind and running number in the journal, such as `monitor.3`. */
  readonly call: string
  readonly model: string | null
  /** Null if an older version stored only a hash. */
  readonly messages: readonly ChatMessage[] | null
  /** Text of the answer; null if the call failed. */
  readonly text: string | null
  readonly failure: Failure
}

/** A stream of an agent's model, requested with the agent's messages and its turn so far. */
export interface StreamPage {
  readonly call: string
  readonly model: string | null
  /** Characters that the turn already had. */
  readonly writtenBefore: { readonly reasoning: number; readonly text: number } | null
  readonly failure: Failure
}

/** A call of a function by running code. */
export interface FunctionPage {
  readonly call: string
  readonly values: readonly string[]
  readonly failure: Failure
}

export interface AgentPage {
  readonly path: string
  readonly messages: readonly ChatMessage[] | null
  /** Beginning of its turn. */
  readonly prefix: Written | null
  readonly streams: readonly StreamPage[]
  readonly helpers: readonly QuestionPage[]
  readonly functions: readonly FunctionPage[]
  /** Record of the agent; null if it did not finish. */
  readonly run: AgentRun | null
  readonly failure: Failure
}

/** Result of checking the quotations and numbers of an answer against the papers. */
export interface AnswerChecks {
  /** Rows of the checks, after a row with the names of the columns. */
  readonly rows: readonly (readonly string[])[]
  /** Reasons why a check failed. */
  readonly problems: readonly string[]
}

export interface RunPages {
  readonly record: RunRecord
  /** Agents by stage and path, including unfinished ones. */
  readonly agents: readonly AgentPage[]
  readonly answers: readonly QuestionPage[]
  readonly changes: readonly ChangedWording[]
}

export async function readRunPages(record: RunRecord, journal: Journal): Promise<RunPages> {
  const agents = new Map<string, OpenAgent>()
  const answers: QuestionPage[] = []
  for await (const question of journal.questions()) {
    const { path, kind } = keyParts(question.key)
    if (kind === 'ability' || kind === 'find' || kind === 'code') continue
    if (kind === 'ask') answers.push(await questionPage(question, journal))
    else await addTo(agentAt(agents, path), question, journal)
  }
  return {
    record,
    agents: inOrder([...agents.values()]),
    answers: inOrder(answers),
    changes: changedAnswers(record),
  }
}

const BY_PATH = new Intl.Collator('en', { numeric: true })

/** Sorts pages by stage in order of appearance, then by path, so that the result is reproducible. */
function inOrder<Page extends { readonly path: string }>(pages: readonly Page[]): Page[] {
  const stages = Map.groupBy(pages, ({ path }) => path.split('/')[0] ?? path)
  return [...stages.values()].flatMap((own) =>
    own.toSorted((one, other) => BY_PATH.compare(one.path, other.path)),
  )
}

type OpenAgent = {
  -readonly [Key in keyof AgentPage]: AgentPage[Key] extends readonly (infer Item)[] ? Item[] : AgentPage[Key]
} & { messages: readonly ChatMessage[] | null }

function agentAt(agents: Map<string, OpenAgent>, path: string): OpenAgent {
  const known = agents.get(path)
  if (known !== undefined) return known
  const opened: OpenAgent = {
    path,
    messages: null,
    prefix: null,
    streams: [],
    helpers: [],
    functions: [],
    run: null,
    failure: null,
  }
  agents.set(path, opened)
  return opened
}

async function addTo(agent: OpenAgent, question: JournalQuestion, journal: Journal): Promise<void> {
  const { key, failure } = question
  const { kind, call } = keyParts(key)
  const asked = readAsked(question.asked)
  if (kind === 'stream') {
    const { model, written } = asked
    agent.messages ??= asked.messages
    const writtenBefore =
      written === null ? null : { reasoning: written.reasoning.length, text: written.text.length }
    agent.streams.push({ call, model, writtenBefore, failure })
  } else if (kind === AGENT_KIND) {
    agent.messages = asked.messages ?? agent.messages
    agent.prefix = asked.prefix
    agent.failure = failure
    agent.run = failure === null ? ((await answerAt(key, journal)) as AgentRun) : null
  } else if (asked.values === null) agent.helpers.push(await questionPage(question, journal))
  else agent.functions.push({ call, values: asked.values, failure })
}

async function questionPage(question: JournalQuestion, journal: Journal): Promise<QuestionPage> {
  const { key, failure } = question
  const { path, call } = keyParts(key)
  const { model, messages } = readAsked(question.asked)
  const text = failure === null ? answerText(await answerAt(key, journal)) : null
  return { path, call, model, messages, text, failure }
}

async function answerAt(key: string, journal: Journal): Promise<unknown> {
  const entry = await journal.read(key)
  if (entry === null) throw new GlossError('INTERNAL', `The journal lost its entry ${key}.`, { key })
  return entry.value
}

function changedAnswers({ plan, outcome }: RunRecord): ChangedWording[] {
  const candidates = findPattern(plan.pattern)?.candidates?.(outcome?.details) ?? null
  return (candidates?.steps ?? []).flatMap(({ candidate, stage, before, after }) => {
    const [was, is] = [readAnswer(before).text, readAnswer(after).text]
    return was === is ? [] : [{ candidate, stage, before: was, after: is }]
  })
}

export interface TranscriptSegment extends AgentSegment {
  /** Queries and units of an injection. */
  readonly queries?: readonly string[]
  readonly units?: readonly InjectedUnit[]
}

export interface AgentTranscript {
  readonly path: string
  readonly role: string
  /** Segments; each injection is a separate one, even if another follows immediately. */
  readonly segments: readonly TranscriptSegment[]
  readonly steps: number
  readonly finish: FinishReason
  /** Whether the text has the requested tag; null if none was requested. */
  readonly hasAnswer: boolean | null
}

const KEY_END = `/${AGENT_KIND}.0`

/** Returns the transcript of an agent; null if it did not finish. */
export async function agentTranscript(journal: Journal, path: string): Promise<AgentTranscript | null> {
  const entry = await journal.read(`${path}${KEY_END}`)
  return entry === null || entry.failure !== null ? null : transcriptOf(entry.value as AgentRun)
}

/** Returns the paths of finished agents, in the order of finishing. */
export async function endedAgents(journal: Journal): Promise<readonly string[]> {
  const answers = await journal.answersOf(KEY_END)
  return answers.map(({ key }) => key.slice(0, -KEY_END.length))
}

export function transcriptOf({
  path,
  role,
  segments,
  trace,
  steps,
  finish,
  hasAnswer,
}: AgentRun): AgentTranscript {
  const injections = trace.filter((event) => event.kind === 'injection')
  const split = segments.flatMap((segment): TranscriptSegment[] => {
    if (segment.by !== 'injection') return [segment]
    const parts: TranscriptSegment[] = []
    for (let rest = segment.text; rest !== ''; ) {
      const [next] = injections
      // Sentences of the loop itself are also injections, but have no event.
      const injection = next !== undefined && rest.startsWith(next.text) ? injections.shift() : undefined
      const text = injection?.text ?? rest
      const { queries = [], units = [] } = injection ?? {}
      parts.push({ ...segment, text, queries, units })
      rest = rest.slice(text.length)
    }
    return parts
  })
  return { path, role, segments: split, steps, finish, hasAnswer }
}
