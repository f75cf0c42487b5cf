/** Tests that a run stays within its budget by the server's own count. */
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../core/index.ts'
import { endsInRepetition, estimateTokens, type PriceTable } from '../../../models/index.ts'
import { openSqliteRunStore } from '../../../solver/adapters/sqlite-run-database.ts'
import { type Budget, NO_BUDGET, type Pattern, type RunEvent, runPattern } from '../../../solver/index.ts'
import { eventsOf } from '../../fakes/continuing-chat.ts'
import { FAKE_ENVIRONMENT, fakeRunPorts } from '../../fakes/fake-run-ports.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'

const WANTED = 64_000
const PROMPT = 'What holds of theta in a diploid population? '.repeat(20)
// A server whose tokens are shorter than estimated.
const CHARACTERS_PER_TOKEN = 2.9
const PROMPT_TOKENS = Math.ceil(PROMPT.length / CHARACTERS_PER_TOKEN)

/** Returns text without repeated passages. */
const words = (characters: number) =>
  Array.from({ length: Math.ceil(characters / 6) }, (_, at) => `${at} `.padStart(6, 'w'))
    .join('')
    .slice(0, characters)

const agent = {
  role: 'proposer',
  messages: [{ role: 'user' as const, content: PROMPT }],
  maxTokens: WANTED,
  tools: null,
  search: { k: 3, hasSifter: true, helperTemperature: 0 },
  monitoring: null,
}

/** Returns the longest allowed answer, with the server's count of its tokens and the count that the client sees. */
function answerTo(
  { maxTokens = WANTED }: { readonly maxTokens?: number },
  text: string,
  { charactersPerToken, counts }: { readonly charactersPerToken: number; readonly counts: boolean },
) {
  const promptTokens = Math.ceil(PROMPT.length / charactersPerToken)
  const served = promptTokens + maxTokens
  if (counts)
    return { said: text, served, usage: { promptTokens, completionTokens: maxTokens, estimated: false } }
  const said = words(maxTokens * charactersPerToken)
  const completionTokens = estimateTokens(said)
  return { said, served, usage: { promptTokens: estimateTokens(PROMPT), completionTokens, estimated: true } }
}

/** Runs five concurrent agents that each write as much as allowed, until the budget is used up. */
const pattern: Pattern<unknown> = async (_question, _settings, runner) => {
  for (let round = 0; ; round++)
    await runner.parallel(`round${round}`, [1, 2, 3, 4, 5], (_, path) => runner.agent(path, agent))
}

async function run(
  budget: Partial<Budget>,
  {
    work = pattern,
    text = 'x',
    prices = new Map() as PriceTable,
    waits = false,
    server = { charactersPerToken: CHARACTERS_PER_TOKEN, counts: true },
  } = {},
) {
  const store = openSqliteRunStore(':memory:')
  const plan = { question: { id: 'q', text: 'Why?' }, pattern: 'test', settings: {}, corpus: 'main' }
  const whole = { ...plan, backend: 'auto', monitor: 'off' as const, budget: { ...NO_BUDGET, ...budget } }
  const record = await store.create(whole, new Date(0).toISOString())
  const served = { tokens: 0, most: 0, open: 0, together: 0 }
  const events: RunEvent[] = []
  const fake = fakeRunPorts({ say: () => text })
  const ports = {
    ...fake,
    chat: (role: string, ledger: Parameters<typeof fake.chat>[1], path: string) => ({
      ...fake.chat(role, ledger, path),
      async *stream(request: { readonly maxTokens?: number }, _: unknown, signal: AbortSignal) {
        const { said, served: tokens, usage } = answerTo(request, text, server)
        served.together = Math.max(served.together, ++served.open)
        try {
          if (waits)
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          for (const event of eventsOf(said, 1_000)) if ('type' in event && event.type === 'text') yield event
          await new Promise((resolve) => setTimeout(resolve, 2))
          if (!usage.estimated) yield { type: 'usage' as const, usage }
          yield { type: 'finish' as const, reason: 'length' as const }
        } finally {
          served.open--
          served.tokens += tokens
          ledger.add({ role, model: 'fake', usage, seconds: 0, isFailed: false })
        }
      },
    }),
  }
  const outcome = await runPattern(record, work, {
    ...{ store, ports, prices, clock: systemClock, signal: NEVER },
    environment: async () => FAKE_ENVIRONMENT,
    onEvent: (event) => void events.push(event),
  })
  return { outcome, served, events }
}

describe('a budget', () => {
  test.each([30_000, 200_000, 480_000])('of %i tokens is overrun by 2 % at most', async (tokens) => {
    const { outcome, served } = await run({ tokens })
    expect(outcome.failure?.code).toBe('BUDGET_REACHED')
    expect(served.tokens).toBeLessThanOrEqual(tokens * 1.02)
    expect(served.tokens).toBeGreaterThan(tokens * 0.8)
  })

  test.each([
    { name: 'counts shorter tokens than estimated', charactersPerToken: 2.3, counts: true },
    { name: 'counts much longer ones', charactersPerToken: 5, counts: true },
    { name: 'never counts, and has shorter tokens', charactersPerToken: 2.5, counts: false },
  ])('holds from the first prompts on, by a server that $name', async (server) => {
    for (const tokens of [3_000, 30_000]) {
      const { outcome, served } = await run({ tokens }, { server })
      expect(outcome.failure?.code).toBe('BUDGET_REACHED')
      expect(served.tokens).toBeLessThanOrEqual(tokens * 1.02)
      expect(served.tokens).toBeGreaterThan(tokens * 0.4)
    }
  })

  test('of dollars is overrun by 2 % at most', async () => {
    const prices: PriceTable = new Map([['fake', { prompt: 1, completion: 4 }]])
    const { outcome } = await run({ cost: 0.5 }, { prices })
    expect(outcome.failure?.code).toBe('BUDGET_REACHED')
    expect(outcome.ledgers.total.cost).toBeLessThanOrEqual(0.51)
    expect(outcome.ledgers.total.cost).toBeGreaterThan(0.4)
  })

  test('of seconds ends what is under way', async () => {
    const startedMs = performance.now()
    const { outcome } = await run({ seconds: 1 }, { waits: true })
    expect(outcome).toMatchObject({ status: 'budget', failure: { code: 'BUDGET_REACHED' } })
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  test('that holds everything lowers no limit and keeps nothing waiting', async () => {
    const once: Pattern<unknown> = async (_question, _settings, runner) => {
      await runner.parallel('all', [1, 2, 3, 4, 5], (_, path) => runner.agent(path, agent))
      return { answer: 'x', answerPath: 'all/0', details: null }
    }
    const { outcome, served } = await run({ tokens: 5_000_000 }, { work: once })
    expect(outcome.status).toBe('done')
    expect(served).toMatchObject({ together: 5, tokens: 5 * (PROMPT_TOKENS + WANTED) })
  })
})

describe('a model that repeats itself', () => {
  test('is cut, and the run says so', async () => {
    const once: Pattern<unknown> = async (_question, _settings, runner) => {
      const { segments } = await runner.agent('solve', agent)
      return { answer: segments.map(({ text }) => text).join(''), answerPath: 'solve', details: null }
    }
    const text = `It begins well. ${'And so it is, once more, as before. '.repeat(5_000)}`
    const { outcome, events } = await run({}, { work: once, text })
    expect(outcome.answer?.length).toBeLessThan(4_000)
    expect(events.find((event) => event.type === 'report')).toMatchObject({
      kind: 'repetition',
      data: { role: 'proposer', characters: outcome.answer?.length },
    })
  })

  test.each([
    ['one letter', 'a'.repeat(2_000), true],
    ['a sentence', 'It holds. '.repeat(200), true],
    [
      'a paragraph of 900 characters',
      `${'word after word '.repeat(20)}${'and then others '.repeat(36)}. `.repeat(7),
      true,
    ],
    ['a rule of a table', `A table.\n${'-'.repeat(900)}`, false],
    ['a list that counts', Array.from({ length: 400 }, (_, i) => `Step ${i} follows. `).join(''), false],
    ['a passage said twice', `${'abc def '.repeat(3)}${PROMPT.slice(0, 700)}`.repeat(2), false],
  ])('is recognised by %s: %#', (_name, text, isRepeated) => {
    expect(endsInRepetition(text)).toBe(isRepeated)
  })
})
