/** Makes one attempt at a question: an agent that searches, checks of its answer, and the phrases that it leaves behind. */
import { z } from 'zod'
import { filledPrompt, isGlossError } from '../../../../core/index.ts'
import type { ChatRequest } from '../../../../models/index.ts'
import {
  type AgentSpec,
  ANSWER_FORM,
  askStructured,
  finishSentences,
  jsonReader,
  type Runner,
  seedOf,
  writtenBy,
} from '../../../../solver/index.ts'
import { questionPrompt, toolsPrompt, trainingPrompt } from '../prompts.ts'
import {
  distinctSearches,
  leaks,
  MIN_SEARCHES,
  type QuestionPair,
  questionKey,
  readPair,
  type SynthesisReason,
} from './question-pair.ts'
import type { AttemptContexts, StatedUnit, SynthesisPorts, SynthesisSettings } from './settings.ts'

/** A question that is kept, as plain data. */
export interface MadePair extends QuestionPair {
  readonly attempt: number
  readonly seed: string
  /** Searches without near repeats. */
  readonly searches: readonly string[]
  /** Units that the question is based on, as the judge named them; at least one. */
  readonly units: readonly StatedUnit[]
}

export interface AttemptResult {
  readonly pair: QuestionPair | null
  readonly made: MadePair | null
  readonly reason: SynthesisReason | null
  readonly contexts: AttemptContexts
  /** The agent's own words. */
  readonly said: string
  /** Error of a failed attempt. */
  readonly failure: { readonly code: string; readonly message: string } | null
}

export interface AttemptTeam {
  readonly runner: Runner
  readonly settings: SynthesisSettings
  readonly ports: SynthesisPorts
}

const NOTHING: AttemptContexts = { searches: [], pages: [], units: [] }
/** Errors about one request, which another request may not have; all other errors end the synthesis. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set(['MODEL_REFUSED', 'MODEL_ANSWER_INVALID'])
const HITS = 10

/** Makes an attempt. `known` contains the keys of earlier questions. Throws errors that end the run. */
export async function attemptQuestion(
  {
    attempt,
    seed,
    known,
  }: { readonly attempt: number; readonly seed: string; readonly known: ReadonlySet<string> },
  team: AttemptTeam,
): Promise<AttemptResult> {
  const path = `question/${attempt}`
  const run = await agentRun(path, seed, team)
  if ('code' in run)
    return { pair: null, made: null, reason: 'failed', contexts: NOTHING, said: '', failure: run }
  const contexts = await team.ports.contexts(path)
  const said = writtenBy(run.segments)
  const pair = readPair(said)
  const searches = distinctSearches(contexts.searches.map(({ query }) => query))
  const reason = faultOf(pair, { searches, known })
  const rest = { pair, contexts, said, failure: null }
  if (pair === null || reason !== null) return { ...rest, made: null, reason: reason ?? 'no_pair' }
  const units = await confirmingUnits(`confirm/${attempt}`, pair, contexts.units, team)
  return units.length === 0
    ? { ...rest, made: null, reason: 'unconfirmed' }
    : { ...rest, made: { ...pair, attempt, seed, searches, units }, reason: null }
}

/** Returns the fault that programs find, or null. */
function faultOf(
  pair: QuestionPair | null,
  { searches, known }: { readonly searches: readonly string[]; readonly known: ReadonlySet<string> },
): SynthesisReason | null {
  if (pair === null) return 'no_pair'
  if (searches.length < MIN_SEARCHES) return 'few_searches'
  if (leaks(pair)) return 'leak'
  return known.has(questionKey(pair)) ? 'repeated' : null
}

async function agentRun(path: string, seed: string, { runner, settings }: AttemptTeam) {
  try {
    return await runner.agent(path, synthesiserSpec(path, seed, settings))
  } catch (error) {
    if (isGlossError(error) && OF_ONE_REQUEST.has(error.code))
      return { code: error.code, message: error.message }
    throw error
  }
}

/** Returns an agent that works like those of ReThinker, with the same published sentences that make it finish. */
export function synthesiserSpec(path: string, seed: string, settings: SynthesisSettings): AgentSpec {
  const [tools, prompt] = [toolsPrompt(), questionPrompt()]
  const content = filledPrompt(prompt, { examples: settings.examples, seed })
  return {
    role: 'synthesiser',
    messages: [
      { role: 'system', content: tools.text },
      { role: 'user', content },
    ],
    prompts: [tools, prompt],
    temperature: settings.temperature,
    topP: 1,
    maxTokens: settings.maxTokens,
    seed: seedOf(settings.seed, path),
    tools: { searchesCorpus: false, searchesWeb: true, web: 'texts' },
    code: { timeoutMs: settings.codeSeconds * 1_000, form: 'json' },
    search: { k: HITS, hasSifter: false, helperTemperature: 0 },
    monitoring: null,
    agent: {
      maxSteps: settings.maxSteps,
      answerTag: 'answer',
      nudging: { sentences: finishSentences('answer'), most: settings.maxNudges, answer: ANSWER_FORM },
    },
  }
}

const Confirmation = z.object({
  confirmed: z.preprocess(
    (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value).trim().toLowerCase()),
    z.enum(['yes', 'no']),
  ),
  statements: z.array(z.coerce.number().int()).default([]),
})
const CONFIRM_TOKENS = 1_024
// About 5,000 tokens of statements. Chosen, not measured.
const MAX_STATEMENTS = 60
const STATEMENT_CHARACTERS = 600

/** Returns the units, none if the judge does not confirm the pair, names no given unit, or cannot be read after one repair. */
async function confirmingUnits(
  path: string,
  pair: QuestionPair,
  units: readonly StatedUnit[],
  { runner }: AttemptTeam,
): Promise<StatedUnit[]> {
  const given = units.slice(0, MAX_STATEMENTS)
  if (given.length === 0) return []
  const { value } = await askStructured(runner, {
    path,
    role: 'curator',
    request: confirmRequest(pair, given),
    prompt: trainingPrompt('CONFIRM'),
    read: jsonReader(Confirmation),
    fallback: null,
  })
  if (value === null || value.confirmed === 'no') return []
  return [...new Set(value.statements)].flatMap((number) => given[number - 1] ?? [])
}

/** Returns the request, with the units numbered from 1 in order. */
export function confirmRequest({ question, truth }: QuestionPair, units: readonly StatedUnit[]): ChatRequest {
  const statements = units.map(({ title, text }, at) => {
    const shown = text.length <= STATEMENT_CHARACTERS ? text : `${text.slice(0, STATEMENT_CHARACTERS)} …`
    return `${at + 1}. ${title === '' ? '' : `(${title}) `}${shown}`
  })
  const prompt = trainingPrompt('CONFIRM')
  const content = filledPrompt(prompt, { statements: statements.join('\n') }, { question, truth })
  return { messages: [{ role: 'user', content }], temperature: 0, maxTokens: CONFIRM_TOKENS }
}

/** Returns the most model turns of an attempt without its phrases, and their tokens, for projections. */
export function maxUseOfAttempt({ maxSteps, maxTokens }: SynthesisSettings) {
  // All steps, and the last attempt.
  const turns = maxSteps + 1
  return {
    synthesiser: { turns, completionTokens: turns * maxTokens },
    curator: { turns: 2, completionTokens: 2 * CONFIRM_TOKENS },
  }
}
