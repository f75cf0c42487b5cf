/** Ports of a run without a server: functions write the models' answers, and every call is recorded. */
import { systemClock } from '../../core/index.ts'
import {
  type ChatModel,
  type ChatRequest,
  foldAnswer,
  type Ledger,
  type StreamingChat,
} from '../../models/index.ts'
import type { Evidence } from '../../monitor/index.ts'
import type { RunEnvironment, RunPorts } from '../../solver/index.ts'
import { type Asked, continuingChat, eventsOf, type Saying } from './continuing-chat.ts'
import { fakeInquiry } from './fake-thinking.ts'

export interface FakePorts extends RunPorts {
  /** Calls of models and tools, in order. */
  readonly asked: readonly { readonly who: string; readonly what: string }[]
}

export interface FakePortsOptions {
  /** Returns what an agent's model writes, given its turn so far. */
  readonly say: (role: string, asked: Asked) => Saying
  readonly help?: (role: string, request: ChatRequest) => string
  readonly find?: (query: string) => readonly Evidence[]
  readonly execute?: (code: string) => string
  /** Null: evidence is injected as it is. */
  readonly injector?: null
  /** Called before each answer; may throw, wait or stop the run. */
  readonly before?: (who: string) => Promise<void> | void
}

export const FAKE_ENVIRONMENT: RunEnvironment = {
  gloss: { version: '0.0.0', commit: null },
  node: '24.0.0',
  corpus: { name: 'main', seq: 7 },
  embedder: 'fake',
  models: [],
  prompts: [],
}

const PRICELESS = { promptTokens: 10, completionTokens: 5, estimated: false }

export function fakeRunPorts(options: FakePortsOptions): FakePorts {
  const { say, help = () => '', find = () => [], execute = () => '', before = () => undefined } = options
  const writer = options.injector === null ? { injector: null } : {}
  const asked: { who: string; what: string }[] = []

  async function ask(who: string, what: unknown): Promise<void> {
    asked.push({ who, what: JSON.stringify(what) })
    await before(who)
  }

  function helper(role: string, ledger: Ledger): ChatModel & StreamingChat {
    async function* stream(request: ChatRequest) {
      await ask(role, request)
      ledger.add({ role, model: 'fake', usage: PRICELESS, seconds: 0, isFailed: false })
      for (const event of eventsOf(help(role, request), 100)) if ('type' in event) yield event
    }
    return {
      id: 'fake',
      server: 'http://nowhere/v1',
      stream,
      complete: (request) => foldAnswer(stream(request)),
    }
  }

  return {
    asked,
    clock: systemClock,
    loop: {},
    chat(role, ledger) {
      const chat = continuingChat((turn) => say(role, turn))
      return {
        ...chat,
        async *stream(request, written, signal) {
          await ask(role, { request, written })
          try {
            yield* chat.stream(request, written, signal)
          } finally {
            ledger.add({ role, model: 'fake', usage: PRICELESS, seconds: 0, isFailed: false })
          }
        },
      }
    },
    helper,
    async find(query) {
      await ask('find', query)
      return find(query)
    },
    inquiry: ({ find: journaled }) =>
      fakeInquiry(() => ({ answer: 'yes', reason: '' }), { find: journaled, ...writer }),
    functions: () => ({}),
    async execute(code) {
      await ask('code', code)
      return execute(code)
    },
  }
}
