/**
 * One turn with all its helpers, over a server that never says more than was read: what it counted is then exactly what its readers can know.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '../../../core/index.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { createAbilityMemory, type KnownAbility } from '../../../models/continuation/ability-memory.ts'
import {
  type ChatModel,
  completing,
  createContinuingChat,
  createLedger,
  createLimits,
  createRetries,
  type LedgerRow,
  type StreamingChat,
  withLedger,
  withLimits,
} from '../../../models/index.ts'
import {
  type AssistPorts,
  createModelInjector,
  createModelMonitor,
  createModelQuerier,
  createModelSifter,
  type Thought,
  think,
} from '../../../monitor/index.ts'
import {
  type Chance,
  chanceOf,
  masterText,
  tokensIn,
} from '../../../packages/lab/checks/streams/stream-case.ts'
import { startHearing } from '../../../packages/lab/checks/streams/stream-laws.ts'
import { evidence, NEVER } from '../../fakes/fake-thinking.ts'
import {
  type Counted,
  type Fault,
  type Script,
  type ScriptedBody,
  type ScriptedRequest,
  startScriptedServer,
} from '../../fakes/scripted-llm/server.ts'

export interface LedgerRun {
  readonly rows: readonly LedgerRow[]
  /** What the server counted for each role. */
  readonly counted: ReadonlyMap<string, Counted>
  readonly thoughts: readonly Thought[]
  /** Roles whose answers were not all said to their end, as the server saw it. */
  readonly cut: ReadonlySet<string>
}

const ABILITY: KnownAbility = {
  provider: 'llama.cpp',
  rung: 'prefix',
  spelling: 'continue_final_message',
  continuesReasoning: true,
  echoes: false,
  trims: false,
  misnamesText: false,
  counts: false,
}
const SETTINGS = { windowCharacters: 60, strideCharacters: 50, maxInjections: 3, cutWithinCharacters: 50 }
const TURN = 'proposer'
const HELPERS = ['monitor', 'querier', 'sifter', 'injector'] as const
type Helper = (typeof HELPERS)[number]
// Each is the end of a stream that was read as far as it came; a reset may take back what was sent.
const BREAKS: readonly Fault['kind'][] = ['hang-up', 'malformed', 'error-frame', 'end']
const MOST_BREAKS = 2

export async function runWithLedger(seed: number, usage: 'every' | 'last'): Promise<LedgerRun> {
  const chance = chanceOf(seed)
  const heard = startHearing()
  const master = {
    reasoning: chance.isLuck(0.5) ? masterText(chance, { most: 300, codeBlocks: 0 }) : '',
    text: masterText(chance, { least: 200, most: 700, codeBlocks: 2 }),
  }
  let atWork = 0
  let breaks = 0

  let taken = 0

  /** Frame by frame: the next goes out when the reader of all before it wants more, and nobody is asked anything. */
  function lockedStep(script: Script): Script {
    const lengths = [0, ...[...(script.reasoning ?? []), ...(script.text ?? [])].map(({ length }) => length)]
    const gate = async (frame: number, left: AbortSignal) => {
      const said = lengths.slice(0, frame).reduce((sum, length) => sum + length, 0)
      while (!left.aborted && (taken < said || atWork > 0)) await nextTurn()
    }
    return { ...script, gate }
  }

  function steps(chat: StreamingChat): StreamingChat {
    return {
      ...chat,
      async *stream(request, signal) {
        taken = 0
        for await (const event of chat.stream(request, signal)) {
          yield event
          if (event.type === 'text' || event.type === 'reasoning') taken += event.text.length
        }
      },
    }
  }

  function turnAnswer(): Script {
    const { reasoning, text } = heard.model
    const form = { longestToken: 12, splitsPairs: false }
    const script = {
      reasoning: tokensIn(master.reasoning.slice(reasoning.length), chance, form),
      // A block ends with a token of its own: a look in the same one would be left at once, and whether it was asked nobody knows.
      text: master.text
        .slice(text.length)
        .split(/(?<=<\/code)(?=>)|(?<=<\/code>)/)
        .flatMap((part) => tokensIn(part, chance, form)),
    }
    if (chance.isLuck(0.2)) return { fault: { kind: 'status', status: 503 } }
    if (breaks >= MOST_BREAKS || chance.isLuck(0.6)) return lockedStep(script)
    breaks++
    const frames = script.reasoning.length + script.text.length + 1
    const fault = { kind: chance.pick(BREAKS), afterFrames: chance.between(1, frames) } as Fault
    return lockedStep({ ...script, fault })
  }

  const server = await startScriptedServer({
    answers: ({ body }) => ({
      ...(body.model === TURN ? turnAnswer() : helperAnswer(body.model as Helper, body, chance)),
      usage,
    }),
  })
  try {
    const ledger = createLedger(new Map())
    const asked = (model: string) => openOpenAiStream({ url: server.url, model })
    const limits = createLimits({ maxConcurrent: 10, tokensPerMinute: null }, systemClock)
    const retries = createRetries({ firstWaitMs: 1, maxRetries: 20 }, systemClock, () => 0)
    const open = (role: string): ChatModel & StreamingChat =>
      completing(
        withLedger(
          withLimits(role === TURN ? steps(asked(role)) : asked(role), limits),
          ledger,
          role,
          systemClock,
        ),
        retries,
      )
    const inquiry = watched(inquiryOf(open), (change) => {
      atWork += change
    })
    const memory = createAbilityMemory()
    const chat = open(TURN)
    memory.set(chat.server, chat.id, ABILITY)
    const task = { request: { messages: [{ role: 'user' as const, content: 'Write.' }] }, settings: SETTINGS }
    const ports = {
      chat: createContinuingChat({ chat, memory }),
      assist: inquiry,
      execute: async (code: string) => `${code.length} characters`,
      clock: systemClock,
    }
    const thoughts: Thought[] = []
    for await (const thought of heard.hear(think(task, ports, NEVER))) thoughts.push(thought)
    const endings = await Promise.all(server.requests.map(({ ended }) => ended))
    const cut = server.requests.flatMap(({ body, counted }, at) =>
      counted.promptTokens > 0 && endings[at]?.how !== 'answered' ? [body.model ?? ''] : [],
    )
    return { rows: ledger.rows(), counted: countedByRole(server.requests), thoughts, cut: new Set(cut) }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

function helperAnswer(role: Helper, body: ScriptedBody, chance: Chance): Script {
  if (chance.isLuck(0.15)) return { fault: { kind: chance.pick(['hang-up', 'empty'] as const) } }
  const length = Number(/"minItems":(\d+)/.exec(JSON.stringify(body))?.[1] ?? 1)
  const scores = JSON.stringify({ scores: Array.from({ length }, () => chance.pick([0, 1, 2])) })
  const said = {
    monitor: chance.pick(['yes', 'no']),
    querier: 'lupeol content\nbark of which trees',
    sifter: chance.isLuck(0.6) ? scores : 'I would rather not say.',
    injector: 'Wait, the bark has 4.2 % of it.',
  }
  const thought = chance.isLuck(0.3) ? 'Let me see.' : ''
  return { text: said[role], reasoning: thought }
}

function inquiryOf(open: (role: string) => ChatModel & StreamingChat): AssistPorts {
  let units = 0
  return {
    monitor: createModelMonitor({ chat: open('monitor') }),
    querier: createModelQuerier({ chat: open('querier') }),
    sifter: createModelSifter({ chat: open('sifter'), modes: new Map() }),
    injector: createModelInjector({ chat: open('injector') }),
    find: async () => [evidence(`u${units++}`), evidence(`u${units++}`)],
    clock: systemClock,
  }
}

/** The same ports; `onWork` is told of each call when it begins and when it is over. */
function watched(ports: AssistPorts, onWork: (change: 1 | -1) => void): AssistPorts {
  const counting =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args) => {
      onWork(1)
      try {
        return await work(...args)
      } finally {
        onWork(-1)
      }
    }
  const { monitor, querier, sifter, injector } = ports
  return {
    ...ports,
    monitor: { ...monitor, look: counting(monitor.look) },
    querier: querier && { ...querier, queries: counting(querier.queries) },
    sifter: sifter && { ...sifter, sift: counting(sifter.sift) },
    injector: injector && { ...injector, write: counting(injector.write) },
  }
}

function countedByRole(requests: readonly ScriptedRequest[]): LedgerRun['counted'] {
  const sums = new Map<string, Counted>()
  for (const { body, counted } of requests) {
    const { model = '' } = body
    const sum = sums.get(model) ?? { promptTokens: 0, completionTokens: 0, reasoningTokens: 0 }
    sums.set(model, {
      promptTokens: sum.promptTokens + counted.promptTokens,
      completionTokens: sum.completionTokens + counted.completionTokens,
      reasoningTokens: sum.reasoningTokens + counted.reasoningTokens,
    })
  }
  return sums
}
