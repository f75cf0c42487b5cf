/** `gloss synthesise` against a scripted server (specs/rethinker.md 5.4). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NEVER } from '../../../../../tests/fakes/fake-thinking.ts'
import {
  askedOf,
  openSolver,
  promptOf,
  type Solver,
  writtenOf,
} from '../../../../../tests/fixtures/solved-run.ts'
import {
  answering,
  CONFIRMED,
  pairText,
  SEARCHES,
  type Synthesiser,
  seedDictionary,
  seedIn,
  synthesisScripts,
} from '../../../../../tests/fixtures/synthesis-scripts.ts'
import { synthesiseQuestions } from '../../../use-cases/train/synthesise-questions.ts'

interface Making {
  readonly count?: number
  readonly attempts?: number
  readonly settings?: Readonly<Record<string, unknown>>
  readonly out?: string
  readonly consent?: (projection: string) => Promise<boolean>
  readonly signal?: AbortSignal
  readonly budget?: object
  readonly onProgress?: (what: string) => void
}

function make({ gloss, workspace }: Solver, given: Making = {}) {
  const { count = 2, attempts = 4, settings = {}, out = 'made', signal = NEVER, budget } = given
  const { consent = async () => true, onProgress = () => undefined } = given
  const request = { limits: { count, attempts }, settings, budget, consent, onProgress }
  return synthesiseQuestions(gloss, { ...request, out: join(workspace, out) }, signal)
}

function linesOf({ workspace }: Solver, name: string, out = 'made') {
  const text = readFileSync(join(workspace, out, name), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

const open = (own: Synthesiser = {}) => openSolver(synthesisScripts(own))

test('R39 R40 questions with the units that they rest on, and phrases with what they come from', async () => {
  const solver = await open()
  const result = await make(solver)
  expect(result).toMatchObject({ status: 'done', in: 2, out: 2, phrases: { first: 230 } })
  const [first, second] = linesOf(solver, 'questions.jsonl')
  expect(first).toMatchObject({
    query: 'Which count is asked for in case 0?',
    gt: '30 haplotypes',
    attempt: 0,
    searches: ['single crossover', 'number of loci', 'haplotypes of a chromosome'],
  })
  expect(second.seed).not.toBe(first.seed)
  const [unit] = await solver.gloss.session().then(({ store }) => store.units([first.units[0].id]))
  expect(unit).toMatchObject({ paper: first.units[0].paper })
  const phrases = linesOf(solver, 'phrases.jsonl')
  expect(phrases.filter(({ origin }) => origin.from === 'field')).toHaveLength(230)
  // "haploid" is a single word.
  expect(phrases.slice(230)).toEqual([
    {
      phrase: 'single crossover',
      origin: { from: 'snippets', attempt: 0 },
      units: expect.arrayContaining([expect.stringMatching(/^[0-9a-f]{32}$/)]),
      used: 0,
    },
  ])
  const used = phrases.filter(({ used: times }) => times > 0)
  expect(used.map(({ phrase }) => phrase).sort()).toEqual([first.seed, second.seed].sort())
})

/** For each attempt, what the model writes, after which searches, and what the judge says. */
const TRIED: readonly {
  readonly reason: string
  readonly text: string
  readonly code?: string
  readonly confirm?: object
}[] = [
  { reason: 'no_pair', text: pairText('Which?', 'this</truth><truth>that') },
  {
    reason: 'few_searches',
    text: pairText('Which number?', '7'),
    code: 'for k in ["single crossover", "a crossover that is single", "loci"]: print(web_search(k))',
  },
  { reason: 'leak', text: pairText('Are 30 haplotypes right?', '30 Haplotypes.') },
  { reason: 'kept', text: pairText('Which count?', '30') },
  { reason: 'repeated', text: pairText('which COUNT', '31') },
  { reason: 'unconfirmed', text: pairText('Denied?', 'a'), confirm: { confirmed: 'no', statements: [1] } },
  {
    reason: 'unconfirmed',
    text: pairText('Without a unit?', 'b'),
    confirm: { confirmed: 'yes', statements: [99] },
  },
  { reason: 'unconfirmed', text: pairText('Unreadable?', 'c'), confirm: {} },
  { reason: 'no_pair', text: '' },
]

test('R40 the first reason that applies drops a question, and its texts give phrases all the same', async () => {
  const reasons: string[] = []
  const solver = await open({
    agent(request, attempt) {
      const { text = '', code = SEARCHES } = TRIED[attempt] ?? {}
      const isSearching = text !== '' && !writtenOf(request).includes('<execution_results>')
      return { text: isSearching ? `<code>\n${code}\n</code>` : text }
    },
    confirm(request) {
      const own = TRIED.find(({ text }) =>
        promptOf(request).includes(/<question>(.*)<\/question>/.exec(text)?.[1] ?? '-'),
      )
      return { text: JSON.stringify(own?.confirm ?? JSON.parse(CONFIRMED)) }
    },
    phrases: ({ body }) => ({ text: `<answer>phrase of ${JSON.stringify(body).length} letters</answer>` }),
  })
  const onProgress = (what: string) => reasons.push(/^attempt \d+: (\w+);/.exec(what)?.[1] ?? '')
  const result = await make(solver, { count: 9, attempts: TRIED.length, onProgress })
  expect(reasons).toEqual(TRIED.map(({ reason }) => reason))
  expect(result).toMatchObject({
    in: 9,
    out: 1,
    dropped: { failed: 0, no_pair: 2, few_searches: 1, leak: 1, repeated: 1, unconfirmed: 3 },
  })
  expect(result.phrases.all).toBeGreaterThan(result.phrases.first + 3)
})

describe('R39 R41 seeds', () => {
  test('a dictionary that is code is not run: it is asked for once more, and then by the same command', async () => {
    const evil = "phrases = {'biology': __import__('os').listdir('/')}"
    let answer = evil
    const solver = await open({ seeds: () => ({ text: answer }) })
    await expect(make(solver)).rejects.toMatchObject({ code: 'MODEL_ANSWER_INVALID' })
    expect(askedOf(solver, 'synthesiser')).toHaveLength(2)
    answer = seedDictionary(['genetics'])
    expect((await make(solver, { count: 1, attempts: 1 })).phrases.first).toBe(10)
  })

  test('a model that answers nothing ends it before an attempt is paid for', async () => {
    const solver = await open({ seeds: () => ({ text: '' }) })
    await expect(make(solver)).rejects.toMatchObject({ code: expect.stringMatching(/^MODEL_/) })
    expect(askedOf(solver, 'synthesiser').some((request) => seedIn(request) !== '')).toBe(false)
  })

  test('other fields stand in the prompt in place of the published ones', async () => {
    const fields = ['genetics', 'optics']
    const solver = await open({ seeds: () => ({ text: seedDictionary(fields) }) })
    const { phrases } = await make(solver, { count: 1, attempts: 1, settings: { fields } })
    expect(phrases.first).toBe(20)
    const [request] = askedOf(solver, 'synthesiser')
    expect(request && promptOf(request)).toMatch(
      /^List 10 common phrases for each field in genetics, optics\.\n/,
    )
  })

  test('they may be taken from the corpus, and then name its units', async () => {
    const solver = await open()
    await make(solver, { count: 1, attempts: 1, settings: { seeds: 'corpus' } })
    const [phrase] = linesOf(solver, 'phrases.jsonl')
    expect(phrase).toMatchObject({ phrase: 'single crossover', origin: { from: 'corpus' }, used: 1 })
    expect(phrase.units.length).toBeGreaterThan(0)
    const [made] = linesOf(solver, 'questions.jsonl')
    expect(made.seed).toBe('single crossover')
  })
})

describe('a synthesis that was stopped', () => {
  test('goes on where it was, pays only for what is missing, and comes to the same', async () => {
    const solver = await open()
    await make(solver, { out: 'whole' })
    const whole = solver.server.requests.length
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    await expect(make(solver, { signal: stop.signal, onProgress })).rejects.toThrow()
    const before = solver.server.requests.length - whole
    expect(before).toBeGreaterThan(0)
    const result = await make(solver)
    expect(result.out).toBe(2)
    expect(solver.server.requests.length).toBe(2 * whole)
    for (const name of ['questions.jsonl', 'phrases.jsonl'])
      expect(linesOf(solver, name)).toEqual(linesOf(solver, name, 'whole'))
    const tokens = result.ledger.reduce((sum, { promptTokens }) => sum + promptTokens, 0)
    expect(tokens).toBeGreaterThan(0)
    await make(solver)
    expect(solver.server.requests.length).toBe(2 * whole)
  })

  test('by its budget it says so, and more questions may be asked for later', async () => {
    const solver = await open()
    const stopped = await make(solver, { count: 3, attempts: 9, budget: { steps: 3 } })
    expect(stopped).toMatchObject({ status: 'budget', out: 1 })
    expect(await make(solver, { count: 3, attempts: 9 })).toMatchObject({ status: 'done', out: 3 })
  })

  test('by its server, it keeps what it has and asks again what failed', async () => {
    let isUp = false
    const solver = await open({
      agent: (request, attempt) =>
        attempt > 0 && !isUp ? { fault: { kind: 'status', status: 503 } } : answering(request, attempt),
    })
    await expect(make(solver)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(linesOf(solver, 'questions.jsonl')).toHaveLength(1)
    isUp = true
    expect(await make(solver)).toMatchObject({ status: 'done', in: 2, out: 2 })
  })

  test('is not gone on with by other settings', async () => {
    const solver = await open()
    await make(solver, { count: 1, attempts: 1 })
    await expect(make(solver, { settings: { seed: 5 } })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('other settings'),
    })
  })
})

describe('bad input', () => {
  test('an empty corpus, and a folder of something else', async () => {
    const empty = await openSolver(synthesisScripts(), { units: null })
    await expect(make(empty)).rejects.toMatchObject({ message: expect.stringContaining('is empty') })
    const solver = await open()
    writeFileSync(join(solver.workspace, 'questions.jsonl'), '{}\n')
    await expect(make(solver, { out: '.' })).rejects.toMatchObject({
      message: expect.stringContaining('without the journal'),
    })
    await make(solver, { count: 1, attempts: 1 })
    writeFileSync(
      join(solver.workspace, 'made', 'journal.sqlite'),
      'not a database, and long enough to be read',
    )
    await expect(make(solver)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })

  test('the cost is told before anything is asked, and what was not agreed to is not begun', async () => {
    const solver = await open()
    const told: string[] = []
    const consent = async (projection: string) => {
      told.push(projection)
      return false
    }
    await expect(make(solver, { consent })).rejects.toMatchObject({ code: 'CONSENT_NEEDED' })
    expect(told).toEqual([
      expect.stringMatching(/^2 questions in at most 4 attempts: at most [\d,]+ model turns/),
    ])
    expect(solver.server.requests).toEqual([])
    expect(existsSync(join(solver.workspace, 'made', 'questions.jsonl'))).toBe(false)
  })
})
