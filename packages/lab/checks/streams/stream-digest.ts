/**
 * Everything observable of one seeded turn as a hash: what was given out, what the model server was sent, and what the helpers were asked, with
 * simulated times. Two versions of the loop that give the same hashes behave the same, helpers that fail or hang and readers that leave included.
 */
import { createHash } from 'node:crypto'
import { type Clock, GlossError, sleep } from '../../../../core/index.ts'
import { openOpenAiStream } from '../../../../models/adapters/openai-stream.ts'
import { createAbilityMemory } from '../../../../models/continuation/ability-memory.ts'
import { completing, createContinuingChat, createRetries } from '../../../../models/index.ts'
import { FLOORS, type Task, type ThinkPorts, type Thought, think } from '../../../../monitor/index.ts'
import type { Script, ScriptedBody } from '../../../../tests/fakes/scripted-llm/server.ts'
import { createContinuingModel } from './continuing-model.ts'
import { createSimulatedPost } from './simulated-post.ts'
import { createSimulation } from './simulation.ts'
import { type Chance, caseOf, chanceOf, type StreamCase } from './stream-case.ts'
import { startHearing } from './stream-laws.ts'

type HelperPorts = NonNullable<ThinkPorts['assist']>
type Log = (what: string, ...facts: readonly unknown[]) => void

/** How the reader behaves; `leavesAfter` counts what it has read. */
interface Reader {
  readonly pauseMs: number
  readonly leavesAfter: number
  readonly leavesBy: 'signal' | 'return'
}

/** UTF-8 lines, one for each thought, request and helper call. The same seed gives the same lines. */
export async function observedOf(seed: number): Promise<readonly string[]> {
  const given = caseOf(seed)
  const chance = chanceOf(seed * 31 + 7)
  const simulation = createSimulation()
  const lines: string[] = []
  const log: Log = (what, ...facts) => void lines.push(`${what} ${JSON.stringify(facts)}`)
  const leaving = new AbortController()
  const task = taskOf(given, chance)
  const reader = readerOf(chance)
  const hearing = startHearing()
  const model = createContinuingModel(given, () => hearing)
  const extras = { logprobs: chance.isLuck(0.3), hasToolCall: chance.isLuck(0.1) }
  const answer = (path: string, body: ScriptedBody): Script => {
    log('request', path, body)
    const ended = Promise.resolve({ how: 'answered' as const, atMs: 0 })
    const counts = { promptTokens: 0, completionTokens: 0, reasoningTokens: 0 }
    const script = model.answer({ path, headers: {}, body, counted: counts, ended })
    const toolCalls = extras.hasToolCall ? [{ id: 'call', name: 'look', arguments: '{"at":1}' }] : []
    return { ...script, logprobs: extras.logprobs, ...(toolCalls.length > 0 ? { toolCalls } : {}) }
  }
  const clock = simulation.clockFor('timer')
  const helperClock = simulation.clockFor('helper')
  const ports: ThinkPorts = {
    chat: chatOf(given, clock, createSimulatedPost({ clock: simulation.clockFor('server'), answer })),
    assist: chance.isLuck(0.05) ? null : helpersOf(given, chanceOf(-seed), { clock, helperClock, log }),
    execute: given.runsCode ? sandboxOf(chanceOf(seed + 0.5), helperClock, log) : null,
    clock,
  }
  const thoughts = hearing.hear(think(task, ports, leaving.signal))
  const reading = read(thoughts, reader, { clock: simulation.clockFor('reader'), leaving, log })
  await simulation.run(reading)
  return [...lines, ...model.problems]
}

/** Hexadecimal SHA-256 of what is observed. */
export async function streamDigest(seed: number): Promise<string> {
  const hash = createHash('sha256')
  for (const line of await observedOf(seed)) hash.update(`${line}\n`)
  return hash.digest('hex')
}

function taskOf(given: StreamCase, chance: Chance): Task {
  const isAgent = chance.isLuck(0.3)
  const maxTokens = chance.isLuck(0.2) ? chance.between(1, 150) : undefined
  return {
    request: {
      messages: [{ role: 'user', content: `Write the text of seed ${given.seed}.` }],
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
    settings: {
      ...given.settings,
      hold: chance.isLuck(0.2) ? ('look' as const) : ('never' as const),
      inquiryMs: chance.pick([3, 20, 30_000]),
      floor: chance.pick(FLOORS),
      k: chance.between(1, 3),
      maxResumptions: chance.between(0, 3),
    },
    agent: isAgent
      ? {
          maxSteps: chance.between(1, 4),
          maxEmpties: chance.between(0, 3),
          answerTag: chance.pick(['answer', 'select', null] as const),
        }
      : {},
  }
}

function readerOf(chance: Chance): Reader {
  return {
    pauseMs: chance.pick([0, 0, 1, 4]),
    leavesAfter: chance.isLuck(0.15) ? chance.between(1, 60) : Number.POSITIVE_INFINITY,
    leavesBy: chance.pick(['signal', 'return'] as const),
  }
}

function chatOf(
  { model, ability }: StreamCase,
  clock: Clock,
  post: ReturnType<typeof createSimulatedPost>,
): ThinkPorts['chat'] {
  const memory = createAbilityMemory()
  const retries = createRetries({ firstWaitMs: 1 }, clock, () => 0)
  const chat = completing(openOpenAiStream({ url: 'http://simulated/v1', model, clock, ask: post }), retries)
  memory.set(chat.server, chat.id, ability, 'As the check has it.')
  return createContinuingChat({ chat, memory, clock })
}

const NEVER = new AbortController().signal
const USAGE = { promptTokens: 11, completionTokens: 3, estimated: false }

/** Each call takes some time, fails or hangs now and then, and is logged. */
function helpersOf(
  { doubt }: StreamCase,
  chance: Chance,
  { clock, helperClock, log }: { readonly clock: Clock; readonly helperClock: Clock; readonly log: Log },
): HelperPorts {
  const trouble = chance.pick([0, 0, 0.15])
  let units = 0
  async function called<T>(what: string, facts: readonly unknown[], answer: () => T): Promise<T> {
    log(what, ...facts)
    if (chance.isLuck(trouble)) throw new GlossError('MODEL_UNAVAILABLE', `The ${what} failed.`)
    await sleep(helperClock, chance.isLuck(trouble) ? 60_000 : chance.between(1, 6), NEVER)
    return answer()
  }
  const evidenceFor = (query: string, k: number) =>
    Array.from({ length: chance.between(0, k) }, () => {
      const unit = `u${chance.isLuck(0.8) ? units++ : chance.between(0, 3)}`
      const topicality = chance.pick([0.4, 0.9, 1])
      return {
        unit,
        text: `${unit}: ${query}`,
        paper: 'p',
        title: 't',
        page: 1,
        locator: 'l',
        span: null,
        score: 1,
        similarity: null,
        topicality,
      }
    })
  return {
    monitor: {
      name: 'simulated',
      look: (look) =>
        called('look', [look], () => {
          const answer = chance.isLuck(doubt) ? 'yes' : chance.pick(['no', 'unreadable'] as const)
          return { answer, reason: answer, marks: [{ rule: 'r', start: 0, end: 1 }], usage: USAGE }
        }),
    },
    querier: chance.isLuck(0.3)
      ? null
      : {
          name: 'simulated',
          queries: (look, verdict) =>
            called('queries', [look.offset, verdict], () => ({
              queries: chance.pick([['lupeol'], ['bark', ' rate '], [' ']]),
              usage: USAGE,
            })),
        },
    sifter: chance.isLuck(0.5)
      ? null
      : {
          name: 'simulated',
          sift: (queries, evidence) =>
            called('sift', [queries, evidence], () => ({
              worths: evidence.map(() => chance.pick([-1, 0, 1, 2, 2, 'unsifted'] as const)),
              usage: USAGE,
            })),
        },
    injector: chance.isLuck(0.2)
      ? null
      : {
          name: 'simulated',
          write: (order) =>
            called('write', [order], () => ({
              text: `${chance.pick(['⟦Wait, it is 🧬 known⟧', '⟦中文。⟧', '⟦see $$⟧', ''])}${chance.pick(['', '.', ')'])}`,
              usage: USAGE,
            })),
        },
    find: (query, k) => called('find', [query, k], () => evidenceFor(query, k)),
    clock,
  }
}

function sandboxOf(chance: Chance, clock: Clock, log: Log): NonNullable<ThinkPorts['execute']> {
  return async (code) => {
    log('execute', code)
    await sleep(clock, chance.between(0, 5), NEVER)
    if (chance.isLuck(0.1)) throw new Error('no sandbox')
    return `⟦${code.length}⟧${chance.isLuck(0.2) ? '<answer>8</answer>' : ''}`
  }
}

async function read(
  thoughts: AsyncGenerator<Thought>,
  { pauseMs, leavesAfter, leavesBy }: Reader,
  { clock, leaving, log }: { readonly clock: Clock; readonly leaving: AbortController; readonly log: Log },
): Promise<void> {
  let count = 0
  try {
    for await (const thought of thoughts) {
      log('thought', clock.nowMs(), thought)
      if (pauseMs > 0) await sleep(clock, pauseMs, NEVER)
      if (++count < leavesAfter) continue
      if (leavesBy === 'return') break
      leaving.abort(new Error('the reader left'))
    }
  } catch (error) {
    log('threw', String(error), error instanceof GlossError ? error.code : null)
  }
  log('over', clock.nowMs())
}
