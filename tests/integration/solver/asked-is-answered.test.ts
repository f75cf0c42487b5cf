/** Tests that code that searches and the monitor use the backend, k, sifter and filter of the plan. */
import { describe, expect, test } from 'vitest'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import { askedOf, openSolver, PATIENT, type Question, solve, writtenOf } from '../../fixtures/solved-run.ts'

const QUERY = 'How often does the sequence of one gamete switch?'

const SQL = '```sql\nSELECT unit_id FROM units\n```'

/** A proposer that searches by code, prints what it finds, and answers. */
const SEARCHING: RoleScripts = {
  proposer: (request) =>
    writtenOf(request).includes('<execution_results>')
      ? { text: `\nSo it is. ${solved('30')}` }
      : { text: `I look it up. <code>print(search_local_documents("${QUERY}"))</code>` },
  sifter: () => ({ text: JSON.stringify({ scores: [0, 1, 0] }) }),
}

const UNITS = `name,year,locator,topic,quote
a,2010,p. 1,x,"The sequence of a gamete switches once where one crossover happened."
b,2012,p. 2,x,"A sequence without a crossover does not switch."
c,2020,p. 3,y,"Gametes of an inbred animal are all equal."
d,2021,p. 4,y,"How often does it rain? The rain of April lasts one day."
e,2022,p. 5,y,"One switch of the light is enough."
`

/** The texts that the proposer's code printed. */
async function shown(question: Question, settings: Record<string, string> = {}): Promise<string[]> {
  const solver = await openSolver(SEARCHING, { units: UNITS, settings: { ...PATIENT, ...settings } })
  await solve(solver, {
    ...question,
    settings: {
      proposers: 1,
      corrects: false,
      evaluates: false,
      retrieval: 'explicit',
      ...question.settings,
    },
  })
  const results = writtenOf(askedOf(solver, 'proposer')[1]!)
  return UNITS.split('\n').flatMap((row) => {
    const text = /"(.+)"$/.exec(row)?.[1]
    return text !== undefined && results.includes(text) ? [text] : []
  })
}

/** Returns the corpus's own hits for the query. */
async function found(backend: 'words' | 'vanilla', k: number): Promise<string[]> {
  const { gloss } = await openSolver({}, { units: UNITS })
  const { hits } = await (await gloss.session()).retrieve({ query: QUERY, k, backend })
  return hits.map(({ text }) => text).sort()
}

describe('code that searches (E55)', () => {
  test.each([
    ['words', 2],
    ['vanilla', 2],
    ['vanilla', 4],
  ] as const)('is answered by %s with %i texts', async (backend, k) => {
    const texts = await shown({ backend, settings: { k } })
    expect(texts.toSorted()).toEqual(await found(backend, k))
  })

  test('the two backends differ here, so that the test above can fail', async () => {
    expect(await found('words', 2)).not.toEqual(await found('vanilla', 2))
  })

  test('is given what the sifter keeps, and all of it without a sifter', async () => {
    const own = { GLOSS_LLM_SIFTER_MODEL: 'sifter' }
    expect(await shown({ backend: 'vanilla' }, own)).toHaveLength(1)
    expect(await shown({ backend: 'vanilla', settings: { hasSifter: false } }, own)).toHaveLength(3)
  })

  test('is given units that pass the filter of the plan alone', async () => {
    const texts = await shown({ filter: { topics: ['y'] }, backend: 'vanilla' })
    expect(texts).toHaveLength(3)
    expect(texts.join()).not.toMatch(/crossover/)
  })
})

describe('a run that cannot retrieve', () => {
  test.each(['implicit', 'explicit', 'both'] as const)(
    'is refused before its first call: %s',
    async (retrieval) => {
      const solver = await openSolver({}, { units: UNITS })
      const asked = solve(solver, { backend: 'hipporag', settings: { retrieval } })
      await expect(asked).rejects.toMatchObject({ code: 'GRAPH_MISSING' })
      expect(solver.server.requests).toEqual([])
      expect(await solver.gloss.runs().list(10)).toEqual([])
    },
  )

  test('is none where nothing is retrieved', async () => {
    const solver = await openSolver({}, { units: UNITS })
    const { outcome } = await solve(solver, { backend: 'hipporag', settings: { retrieval: 'none' } })
    expect(outcome.status).toBe('done')
  })

  test('is refused where models search by code that does not run', async () => {
    const solver = await openSolver({}, { units: UNITS })
    const asked = solve(solver, { settings: { retrieval: 'explicit', runsCode: false } })
    await expect(asked).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      facts: { field: 'settings.runsCode' },
    })
  })
})

test('a monitor by log probabilities asks for them in the solver', async () => {
  const solver = await openSolver({}, { units: UNITS })
  await solve(solver, { monitor: 'logprob', settings: { proposers: 1, corrects: false, evaluates: false } })
  expect(askedOf(solver, 'proposer')[0]?.body).toMatchObject({ logprobs: true, top_logprobs: 1 })
})

test('a backend that is gone in the midst of a run ends no answer, and is named in the outcome', async () => {
  const text = 'A gamete has one crossover, as far as the book says. '.repeat(14)
  let asked = 0
  const solver = await openSolver(
    {
      proposer: () => ({ text: `${text}${solved('30')}` }),
      monitor: () => ({ text: 'yes' }),
      retriever: () => (asked++ === 0 ? { text: SQL } : { fault: { kind: 'status', status: 500 } }),
    },
    { units: UNITS },
  )
  const question = {
    backend: 'vanna',
    monitor: 'model',
    settings: { corrects: false, evaluates: false },
  } as const
  const first = await solve(solver, { ...question, settings: { ...question.settings, proposers: 1 } })
  expect(first.outcome.watch?.problems).toEqual([])
  const { outcome } = await solve(solver, { ...question, settings: { ...question.settings, proposers: 2 } })
  expect(outcome).toMatchObject({ status: 'done', answer: expect.stringContaining('30') })
  expect(outcome.watch?.problems).toEqual([
    expect.stringMatching(/^The retriever failed at all \d+ queries: .*\[MODEL_UNAVAILABLE\]$/),
  ])
})
