import { describe, expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import type { Asked } from '../../fakes/continuing-chat.ts'
import { evidence } from '../../fakes/fake-thinking.ts'
import { QUERY, runEigen1, scored, solved } from '../../fixtures/eigen1-run.ts'

const textsOf = (solutions: readonly { readonly text: string }[]) => solutions.map(({ text }) => text)
/** The number of the proposer whose solution a prompt holds. */
const boxed = (prompt: string) => [...prompt.matchAll(/boxed\{(\w+)\}/g)].map(([, inner]) => inner)

describe('the stages', () => {
  test('five proposals, each corrected, each an anchor, scored, and one chosen', async () => {
    const { outcome, details, promptsOf } = await runEigen1()
    expect(
      ['proposer', 'corrector', 'refiner', 'evaluator', 'ranker'].map((role) => promptsOf(role).length),
    ).toEqual([5, 5, 5, 5, 1])
    expect(outcome).toMatchObject({ status: 'done', answer: solved('refined'), answerPath: 'refine/0' })
    expect(textsOf(details.proposed)).toEqual([1, 2, 3, 4, 5].map(solved))
    expect(outcome.ledgers.byStage.map(({ role }) => role)).toEqual([
      'propose',
      'correct',
      'refine',
      'evaluate.0',
      'rank',
    ])
  })

  test('a corrector sees its own solution and no text of another', async () => {
    const { promptsOf } = await runEigen1()
    const seen = promptsOf('corrector').map(boxed)
    expect(seen.map((one) => one.length)).toEqual([1, 1, 1, 1, 1])
    expect(seen.flat().toSorted()).toEqual(['1', '2', '3', '4', '5'])
  })

  test('an anchor is never among its references, which keep their order; only corrections are read', async () => {
    let corrections = 0
    const { promptsOf } = await runEigen1({
      corrector: () => solved(`c${++corrections}`),
      refiner: () => solved('r'),
    })
    const seen = promptsOf('refiner').map(boxed)
    expect(seen).toHaveLength(5)
    for (const [anchor = '', ...references] of seen) {
      expect(references).toHaveLength(4)
      expect(references).not.toContain(anchor)
      expect(references).toEqual(references.toSorted())
      expect([anchor, ...references].every((text) => text?.startsWith('c'))).toBe(true)
    }
  })

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

  test('no two agents of a run have one seed', async () => {
    const seeds: unknown[] = []
    const keep = (answer: string) => (_: string, turn: Asked | null) => {
      seeds.push(turn?.request.extraBody?.['seed'])
      return solved(answer)
    }
    await runEigen1(
      { proposer: keep('p'), corrector: keep('c'), refiner: keep('r') },
      { proposers: 32, seed: 1 },
    )
    expect(new Set(seeds).size).toBe(96)
  })

  test('three proposers: two references, and a ranker for three', async () => {
    const { promptsOf } = await runEigen1({}, { proposers: 3 })
    expect(promptsOf('refiner')[0]).toContain("Student 2's Solution")
    expect(promptsOf('refiner')[0]).not.toContain("Student 3's Solution")
    expect(promptsOf('ranker')[0]).toContain('## Response 3')
    expect(promptsOf('ranker')[0]).not.toContain('## Response 4')
  })

  test('one proposer: no repair with references and no ranker', async () => {
    const { promptsOf, details } = await runEigen1({}, { proposers: 1 })
    expect(promptsOf('refiner')).toEqual([])
    expect(promptsOf('ranker')).toEqual([])
    expect(details.choice.by).toBe('alone')
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
  test('the visible answer, without thoughts, results or the prompt', async () => {
    const { promptsOf } = await runEigen1(
      {
        proposer: (_, turn) =>
          turn?.written.text.includes('<execution_results>')
            ? `</think> ${solved(8)}`
            : 'Hm <code>print(8)</code>',
      },
      { proposers: 1 },
      { execute: () => "{'output': '8'}" },
    )
    const [prompt = ''] = promptsOf('corrector')
    expect(prompt).toContain(solved(8))
    expect(prompt).not.toContain("{'output'")
    expect(prompt).not.toContain('</think>')
  })

  test('the chosen text is handed out byte for byte', async () => {
    const text = `Line one.\n\n  Indented — “quoted” 𝛼\n${solved('B')}`
    const { outcome } = await runEigen1({ refiner: () => text })
    expect(outcome.answer).toBe(text)
  })
})

describe('QAIR', () => {
  test('only what fails is corrected, by its own suggestion, in its place', async () => {
    const { details, promptsOf } = await runEigen1(
      {
        refiner: (prompt) => solved(`r${boxed(prompt)[0]}`),
        corrector: (prompt) =>
          prompt.includes('Mend it.') ? solved('mended') : solved(`c${boxed(prompt)[0]}`),
        evaluator: (prompt) => (prompt.includes('{rc2}') ? scored(2, 2, 2, 'Mend it.') : scored(4, 3, 2)),
      },
      { proposers: 3 },
    )
    expect(textsOf(details.pool)).toEqual([solved('rc1'), solved('mended'), solved('rc3')])
    expect(details.rounds).toMatchObject([{ failed: [1], replaced: [1] }])
    expect(promptsOf('corrector').filter((prompt) => prompt.includes('Mend it.'))).toHaveLength(1)
    expect(details.composites).toEqual([3, 2, 3])
  })

  test('a second round scores what was corrected and nothing else', async () => {
    const { promptsOf } = await runEigen1({ evaluator: () => scored(1, 1, 1) }, { proposers: 2, rounds: 2 })
    expect(promptsOf('evaluator')).toHaveLength(4)
    const passing = await runEigen1({}, { proposers: 2, rounds: 3 })
    expect(passing.promptsOf('evaluator')).toHaveLength(2)
  })

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

  test('what never passes still reaches the ranker', async () => {
    const { details, promptsOf } = await runEigen1({ evaluator: () => scored(0, 0, 0) }, { rounds: 3 })
    expect(details.pool).toHaveLength(5)
    expect(promptsOf('ranker')).toHaveLength(1)
    expect(promptsOf('evaluator')).toHaveLength(15)
  })

  test('an evaluator that cannot be read is asked five times, then the solution counts as failing', async () => {
    const { details, promptsOf } = await runEigen1({ evaluator: () => 'Nice work.' }, { proposers: 1 })
    expect(promptsOf('evaluator')).toHaveLength(5)
    expect(details.rounds[0]?.evaluations[0]).toMatchObject({ scores: null, passes: false })
    expect(details.rounds[0]?.evaluations[0]?.losses).toHaveLength(5)
  })
})

describe('the ranker', () => {
  const corrected = { corrects: true, refines: false }

  test('the last selection counts', async () => {
    const { outcome } = await runEigen1(
      {
        ranker: () => 'Form: <select>Response X</select>. I take <select>Response 2</select>',
        corrector: (prompt) => solved(`c${boxed(prompt)[0]}`),
      },
      corrected,
    )
    expect(outcome.answer).toBe(solved('c2'))
  })

  test('one that names nobody is asked once more', async () => {
    let asked = 0
    const { details } = await runEigen1({
      ranker: () => (asked++ < 2 ? 'They are all good.' : '<select>Response 3</select>'),
    })
    expect(details.choice).toMatchObject({ index: 2, by: 'repair' })
  })

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

describe('failures', () => {
  const down = () => [new GlossError('MODEL_UNAVAILABLE', 'Down.')]

  test.each(['corrector', 'refiner'])('a %s that fails leaves the solution as it was', async (role) => {
    const { outcome, details } = await runEigen1({ [role]: down })
    expect(outcome.status).toBe('done')
    expect(role === 'corrector' ? details.corrected : details.refined).toEqual(
      role === 'corrector' ? details.proposed : details.corrected,
    )
  })

  test('a proposer that fails or writes nothing is left out', async () => {
    let n = 0
    const { details, outcome } = await runEigen1(
      {
        proposer: () => {
          n++
          if (n === 2) return down()
          return n === 3 ? '<think>only thoughts' : solved(n)
        },
      },
      { maxSteps: 1 },
    )
    expect(outcome.status).toBe('done')
    expect(details.proposed.length).toBeGreaterThanOrEqual(3)
  })

  test('all proposers failing is the end of the run, and nothing is asked for ever', async () => {
    const { outcome } = await runEigen1({ proposer: down })
    expect(outcome).toMatchObject({ status: 'failed', answer: null, failure: { code: 'NO_SOLUTION' } })
  })

  test('an evaluator that fails makes its solution fail, and is told', async () => {
    const { details, outcome } = await runEigen1(
      {},
      {},
      {
        before(who) {
          if (who === 'evaluator') throw new GlossError('MODEL_RATE_LIMITED', 'Wait.')
        },
      },
    )
    expect(outcome.status).toBe('done')
    expect(details.rounds[0]?.evaluations[0]).toMatchObject({ scores: null, losses: ['MODEL_RATE_LIMITED'] })
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
