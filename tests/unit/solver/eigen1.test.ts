import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { evidence } from '../../fakes/fake-thinking.ts'
import { QUERY, runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

const textsOf = (solutions: readonly { readonly text: string }[]) => solutions.map(({ text }) => text)
/** Returns the boxed answers in a prompt, which are the numbers of their proposers. */
const boxed = (prompt: string) => [...prompt.matchAll(/boxed\{(\w+)\}/g)].map(([, inner]) => inner)

describe('the stages', () => {
  test('the order of candidates is that of their places, whatever finishes first', async () => {
    const finished: string[] = []
    const { details } = await runEigen1(
      {},
      {},
      {
        async before(who) {
          if (who !== 'proposer') return
          const wait = 20 - 4 * finished.push(who)
          await new Promise((resolve) => setTimeout(resolve, wait))
        },
      },
    )
    expect(textsOf(details.proposed).toSorted()).toEqual([1, 2, 3, 4, 5].map(solved))
    expect(details.proposed.map(({ path }) => path)).toEqual([0, 1, 2, 3, 4].map((n) => `propose/${n}`))
  })

  test.each([
    { name: 'corrects', settings: { corrects: false }, role: 'corrector' },
    { name: 'refines', settings: { refines: false }, role: 'refiner' },
    { name: 'evaluates', settings: { evaluates: false }, role: 'evaluator' },
    { name: 'no rounds', settings: { rounds: 0 }, role: 'evaluator' },
  ])('can be left out: $name', async ({ settings, role }) => {
    const { promptsOf, outcome } = await runEigen1({}, settings)
    expect(promptsOf(role)).toEqual([])
    expect(outcome.status).toBe('done')
  })
})

describe('what is handed on', () => {
  test('the chosen text is handed out byte for byte', async () => {
    const text = `Line one.\n\n  Indented — “quoted” 𝛼\n${solved('B')}`
    const { outcome } = await runEigen1({ refiner: () => text })
    expect(outcome.answer).toBe(text)
  })
})

describe('QAIR', () => {
  test('a candidate whose corrector failed is not scored again', async () => {
    const { promptsOf } = await runEigen1(
      {
        corrector: (prompt) =>
          prompt.includes('{1}') ? [new GlossError('MODEL_UNAVAILABLE', 'Down.')] : solved('mended'),
        evaluator: () => scored(1, 1, 1),
      },
      { corrects: false, refines: false, proposers: 2, rounds: 2 },
    )
    expect(promptsOf('evaluator').flatMap(boxed)).toEqual(['1', '2', 'mended'])
  })
})

describe('the ranker', () => {
  test('one that never names anybody: scores, then agreement, then the place', async () => {
    const { details } = await runEigen1({
      ranker: () => 'None.',
      refiner: (prompt) => (boxed(prompt)[0] === 'c4' ? solved('best') : solved('same')),
      corrector: (prompt) => solved(`c${boxed(prompt)[0]}`),
      evaluator: (prompt) => (prompt.includes('{best}') ? scored(5, 5, 5) : scored(4, 4, 4)),
    })
    expect(details.choice).toMatchObject({ index: 3, by: 'fallback' })
  })

  test('one that fails leaves the choice to the scores', async () => {
    const { details, outcome } = await runEigen1({
      ranker: () => [new GlossError('MODEL_UNAVAILABLE', 'Down.')],
    })
    expect(details.choice).toMatchObject({ by: 'fallback', losses: ['MODEL_UNAVAILABLE'] })
    expect(outcome.status).toBe('done')
  })
})

describe('retrieval modes', () => {
  test.each([
    { mode: 'none', searches: false, watched: false },
    { mode: 'explicit', searches: true, watched: false },
    { mode: 'implicit', searches: false, watched: true },
    { mode: 'both', searches: true, watched: true },
  ])('$mode', async ({ mode, searches, watched }) => {
    const long = 'It is so in each of them. '.repeat(30)
    const asked: string[] = []
    const { promptsOf, outcome } = await runEigen1(
      {
        proposer: (_, turn) => (turn?.written.text.includes('[u') ? ` ${solved(1)}` : `${long}${solved(1)}`),
      },
      { proposers: 1, retrieval: mode, evaluates: false, corrects: false },
      {
        find(query) {
          asked.push(query)
          return [evidence('u1')]
        },
      },
    )
    const [prompt = ''] = promptsOf('proposer')
    expect(prompt.includes('search_local_documents')).toBe(searches)
    expect(prompt.includes('Mandatory First Action')).toBe(searches)
    expect(asked.length > 0).toBe(watched)
    expect((outcome.watch?.characters ?? 0) > 0).toBe(watched)
    expect(prompt).toContain(QUERY)
  })
})
