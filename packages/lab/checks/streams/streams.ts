/** Runs seeded cases over a real HTTP server, through the chat port, continuation and the loop, and reports failures. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, systemClock } from '../../../../core/index.ts'
import { openOpenAiStream } from '../../../../models/adapters/openai-stream.ts'
import { createAbilityMemory } from '../../../../models/continuation/ability-memory.ts'
import {
  type ContinuingChat,
  completing,
  createContinuingChat,
  createRetries,
} from '../../../../models/index.ts'
import { type AssistPorts, type Thought, think } from '../../../../monitor/index.ts'
import { type StartedServer, startScriptedServer } from '../../../../tests/fakes/scripted-llm/server.ts'
import { type ContinuingModel, createContinuingModel, type ReceivedText } from './continuing-model.ts'
import { openProxiedLab } from './proxied-streams.ts'
import { type Chance, caseOf, chanceOf, type StreamCase } from './stream-case.ts'
import { createThoughtRecorder, problemsOf } from './stream-laws.ts'

export interface StreamsReport {
  readonly streams: number
  readonly calls: number
  readonly injections: number
  readonly breaks: number
  readonly codeBlocks: number
  /** Problems; each begins with its seed. */
  readonly problems: readonly string[]
}

export interface StreamLab extends AsyncDisposable {
  readonly upstream: StartedServer
  /** Opens the turn of a seed; the caller may read it or abandon it. */
  open(seed: number, clock: Clock, signal: AbortSignal): OpenedTurn
  /** Reads the turn of a seed to its end. */
  run(seed: number): Promise<StreamOutcome>
}

interface OpenedTurn {
  readonly given: StreamCase
  readonly model: ContinuingModel
  readonly heard: ReceivedText
  readonly thoughts: AsyncGenerator<Thought>
}

interface StreamOutcome {
  readonly thoughts: readonly Thought[]
  readonly problems: readonly string[]
}

const NEVER = new AbortController().signal

export async function openStreamLab(): Promise<StreamLab> {
  const models = new Map<number, ContinuingModel>()
  const upstream = await startScriptedServer({
    answers(request) {
      const model = models.get(seedIn(request.body))
      if (model === undefined) throw new Error(`Nobody asked for ${JSON.stringify(request.body)}`)
      return model.answer(request)
    },
  })

  function open(seed: number, clock: Clock, signal: AbortSignal): OpenedTurn {
    const given = caseOf(seed)
    const hearing = createThoughtRecorder()
    const model = createContinuingModel(given, () => hearing)
    models.set(seed, model)
    const task = { request: { messages: [questionOf(seed)] }, settings: given.settings }
    const ports = {
      chat: chatOf(given, upstream.url, clock),
      assist: inquiryOf(given, chanceOf(-seed), clock),
      execute: given.runsCode ? async (code: string) => `⟦${code.length}⟧` : null,
      clock,
    }
    return { given, model, heard: hearing, thoughts: hearing.hear(think(task, ports, signal)) }
  }

  async function run(seed: number): Promise<StreamOutcome> {
    const { given, model, heard, thoughts } = open(seed, systemClock, NEVER)
    const read: Thought[] = []
    const failed: string[] = []
    try {
      for await (const thought of thoughts) read.push(thought)
    } catch (error) {
      failed.push(`threw ${String(error)}`)
    } finally {
      models.delete(seed)
    }
    return { thoughts: read, problems: [...failed, ...model.problems, ...problemsOf(given, read, heard)] }
  }

  return { upstream, open, run, [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose]() }
}

const SEED = /the text of seed (\d+)\./

function questionOf(seed: number) {
  return { role: 'user' as const, content: `Write the text of seed ${seed}.` }
}

function seedIn(body: unknown): number {
  return Number(SEED.exec(JSON.stringify(body))?.[1] ?? -1)
}

function chatOf({ model, ability }: StreamCase, url: string, clock: Clock): ContinuingChat {
  const memory = createAbilityMemory()
  const retries = createRetries({ firstWaitMs: 1 }, clock, () => 0)
  const chat = completing(openOpenAiStream({ url, model, clock }), retries)
  memory.set(chat.server, chat.id, ability, 'As the check has it.')
  return createContinuingChat({ chat, memory })
}

const INJECTED = ['Wait, it is 🧬 known', 'In „Lupeol“ (2021) it says 4.2 %', '中文。', 'see <b>, \\n and $$']

/** Answers looks with yes or no, after some turns of the event loop, and writes texts in every script. */
function inquiryOf({ doubt }: StreamCase, chance: Chance, clock: Clock): AssistPorts {
  let units = 0
  const someTime = async () => {
    for (let turns = chance.between(0, 6); turns > 0; turns--) await nextTurn()
  }
  return {
    monitor: {
      name: 'random',
      async look() {
        await someTime()
        return chance.isLuck(doubt) ? { answer: 'yes', reason: '' } : { answer: 'no', reason: '' }
      },
    },
    querier: null,
    sifter: null,
    injector: {
      name: 'random',
      async write() {
        await someTime()
        return { text: `⟦${chance.pick(INJECTED)}⟧${chance.pick(['', '.', ')'])}` }
      },
    },
    async find() {
      await someTime()
      const unit = `u${units++}`
      const nowhere = { paper: '', title: '', page: null, locator: '', span: null }
      return [{ unit, text: unit, ...nowhere, score: 1, similarity: null, topicality: 1 }]
    },
    clock,
  }
}

// One stream in this many goes through the whole service, which takes ten times as long.
const PROXIED_EVERY = 10

export interface StreamsOptions {
  readonly from: number
  readonly streams: number
  /** Number of concurrent streams. */
  readonly together: number
}

export async function checkStreams({ from, streams, together }: StreamsOptions): Promise<StreamsReport> {
  await using lab = await openStreamLab()
  await using proxiedLab = await openProxiedLab()
  const counts = { injection: 0, failure: 0, code: 0 }
  const problems: string[] = []
  const seeds = Array.from({ length: streams }, (_, at) => from + at).values()
  const work = async () => {
    for (const seed of seeds) {
      const outcome = seed % PROXIED_EVERY === 0 ? await proxiedLab.run(seed) : await lab.run(seed)
      problems.push(...outcome.problems.map((problem) => `seed ${seed}: ${problem}`))
      if ('injections' in outcome) counts.injection += outcome.injections
      else for (const thought of outcome.thoughts) count(thought, counts)
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  const servers = [lab.upstream, proxiedLab.proxied.upstream]
  const calls = servers.flatMap(({ requests }) => requests)
  await Promise.all(calls.map(({ ended }) => ended))
  for (const { open } of servers) if (open() > 0) problems.push(`${open()} requests are still open`)
  const { injection: injections, failure: breaks, code: codeBlocks } = counts
  return { streams, calls: calls.length, injections, breaks, codeBlocks, problems }
}

function count(thought: Thought, counts: Record<'injection' | 'failure' | 'code', number>): void {
  if (thought.type !== 'trace') return
  const { kind } = thought.event
  if (kind === 'injection' || kind === 'failure' || kind === 'code') counts[kind]++
}
