/** What an extractive injection may hold: to the token, to the character, and how its parts are joined. */
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../models/index.ts'
import { createExtractiveInjector, type Evidence, type InjectionOrder } from '../../../../monitor/index.ts'
import { statementOf } from '../../../../monitor/injectors/statement.ts'
import { evidenceOf, never } from '../../../fixtures/monitor-looks.ts'

const ORDER: InjectionOrder = { text: 'So it is.', channel: 'text', queries: ['theta'], evidence: [] }

async function written(
  evidence: readonly Evidence[],
  { budgetTokens, ...rest }: Partial<InjectionOrder> & { readonly budgetTokens?: number } = {},
) {
  const injector = createExtractiveInjector(budgetTokens === undefined ? {} : { budgetTokens })
  return (await injector.write({ ...ORDER, evidence, ...rest }, never)).text
}

/** What was found, and nothing of the frame. */
async function found(...given: Parameters<typeof written>) {
  return /I found that (.*)\. Now that I have more/s.exec(await written(...given))?.[1]
}

describe('the budget', () => {
  /** Of an injection that holds `result`. */
  const tokensWith = async (result: string, queries = ORDER.queries) =>
    estimateTokens(await written([], { queries })) + estimateTokens(result)

  it('is 176 tokens, where nobody gives another', async () => {
    const first = evidenceOf('Theta is 4N_e μ.')
    const differs = { below: 0, above: 0 }
    for (let words = 150; words < 190; words++) {
      const evidence = [first, evidenceOf(`Theta ${'to '.repeat(words)}holds.`)]
      const own = await written(evidence)
      expect(own).toBe(await written(evidence, { budgetTokens: 176 }))
      if (own !== (await written(evidence, { budgetTokens: 175 }))) differs.below++
      if (own !== (await written(evidence, { budgetTokens: 177 }))) differs.above++
    }
    expect(Math.min(differs.below, differs.above)).toBeGreaterThan(0)
  })

  it('is enough for a statement to the token', async () => {
    const statement = 'Theta holds for diploids, as was shown for many species over many years'
    const evidence = [evidenceOf(`${statement}.`)]
    const tokens = await tokensWith(statement)
    expect(await found(evidence, { budgetTokens: tokens })).toBe(statement)
    expect(await found(evidence, { budgetTokens: tokens - 1 })).toBe('Theta holds for diploids')
  })

  it('is enough for a clause to the token', async () => {
    const clause = 'Theta holds for all the diploids of this kind'
    const evidence = [
      evidenceOf(`${clause}, as was shown for many species over many years of work on flies.`),
    ]
    const tokens = await tokensWith(clause)
    expect(await found(evidence, { budgetTokens: tokens })).toBe(clause)
    expect(await found(evidence, { budgetTokens: tokens - 1 })).toMatch(/flies$/)
  })

  it('is enough for two sentences to the token, where a statement speaks of the sentence before it', async () => {
    const evidence = [evidenceOf('Fam38A recruits R-Ras. This is how integrin is activated.')]
    const queries = ['integrin activated']
    const both = 'Fam38A recruits R-Ras; this is how integrin is activated'
    const tokens = await tokensWith(both, queries)
    expect(await found(evidence, { queries, budgetTokens: tokens })).toBe(both)
    expect(await found(evidence, { queries, budgetTokens: tokens - 1 })).toBe(
      'this is how integrin is activated',
    )
  })
})

describe('a clause', () => {
  const long = 'as was shown for many species over many years of work on flies and mice and plants'

  it('does not end within a formula, and may end behind one', async () => {
    const open = `Theta is $4N_e, \\mu$ in all of the flies and the mice ${long}`
    expect(await found([evidenceOf(`${open}.`)], { budgetTokens: 62 })).toBe(open)
    const closed = `Theta is $4N_e$ in flies, ${long}`
    expect(await found([evidenceOf(`${closed}.`)], { budgetTokens: 65 })).toBe('Theta is $4N_e$ in flies')
    const paid = `Theta is \\$4 in flies, ${long}`
    expect(await found([evidenceOf(`${paid}.`)], { budgetTokens: 65 })).toBe('Theta is \\$4 in flies')
  })

  it('does not end between the digits of a number, and is never empty', async () => {
    const listed = `Theta is 4, 5 or 6 for all of them ${long}`
    expect(await found([evidenceOf(`${listed}.`)], { budgetTokens: 62 })).toBe(listed)
    const torn = `, theta holds ${long}`
    expect(await found([evidenceOf(`${torn}.`)], { budgetTokens: 62 })).toBe(torn)
  })

  it('may be one letter', async () => {
    const tokens = estimateTokens(await written([])) + 1
    expect(await found([evidenceOf(`Z, theta ${long}.`)], { budgetTokens: tokens })).toBe('Z')
  })

  it('is the longest that fits', async () => {
    const text = `Theta holds, and it is large, and it is old, ${long}`
    expect(await found([evidenceOf(`${text}.`)], { budgetTokens: 70 })).toBe(
      'Theta holds, and it is large, and it is old',
    )
  })
})

describe('what was asked about', () => {
  const about = async (...queries: string[]) =>
    /information about (.*), I found that/s.exec(await written([], { queries }))?.[1]

  it('is joined by commas, and by semicolons where a part has a mark or more than 60 characters', async () => {
    const [sixty, more] = ['x'.repeat(60), 'x'.repeat(61)]
    expect(await about('theta')).toBe('theta')
    expect(await about('theta', 'ploidy')).toBe('theta and ploidy')
    expect(await about('theta', 'ploidy', 'drift')).toBe('theta, ploidy, and drift')
    expect(await about('theta', 'a, b')).toBe('theta; and a, b')
    expect(await about('a; b', 'theta', 'drift')).toBe('a; b; theta; and drift')
    expect(await about('theta', sixty)).toBe(`theta and ${sixty}`)
    expect(await about(more, 'theta')).toBe(`${more}; and theta`)
  })

  it('is asked of the last 256 characters before it, too', async () => {
    const evidence = [evidenceOf('Betulin is dear. Lupeol is bitter.')]
    const behind = (characters: number) => `lupeol ${'to '.repeat(99)}`.slice(0, characters)
    const queries = ['kinase']
    expect(await found(evidence, { queries, text: behind(256) })).toBe('Lupeol is bitter')
    expect(await found(evidence, { queries, text: behind(257) })).toBe('Betulin is dear')
    expect(await found(evidence, { queries, text: `betulin ${behind(256)}` })).toBe('Lupeol is bitter')
  })
})

describe('what was found', () => {
  it('is nothing of a unit without text', async () => {
    const unit = evidenceOf('Theta is 4N_e μ.')
    expect(await found([evidenceOf(''), unit, evidenceOf('  ')])).toBe('Theta is 4N_e μ')
    expect(await found([evidenceOf('')])).toBe('')
  })

  it('is a sentence alone that speaks of one before it which is not there', async () => {
    const evidence = [evidenceOf('This is how integrin is activated. Cells were fixed.')]
    expect(await found(evidence, { queries: ['integrin activated'] })).toBe(
      'this is how integrin is activated',
    )
  })

  it('takes along no sentence before one that stands for itself', async () => {
    const evidence = [evidenceOf('Fam38A recruits R-Ras. Integrin is activated. Cells were fixed.')]
    expect(await found(evidence, { queries: ['integrin activated'] })).toBe('Integrin is activated')
  })

  it('takes along the one right before it', async () => {
    const evidence = [
      evidenceOf('Cells were fixed. Fam38A recruits R-Ras. This is how integrin is activated.'),
    ]
    expect(await found(evidence, { queries: ['integrin activated'] })).toBe(
      'Fam38A recruits R-Ras; this is how integrin is activated',
    )
  })
})

describe('an injection', () => {
  it.each(['', ' \n', 'So it is. ', 'He said “so.”\n', 'We see:'])(
    'begins a sentence behind "%s"',
    async (text) => {
      expect(await written([], { text })).toMatch(/^Wait a minute, by searching/)
    },
  )

  it.each(['So it', 'So it is. But', 'a, '])('is a parenthesis behind "%s"', async (text) => {
    expect(await written([], { text })).toMatch(/^— wait a minute, by searching/)
  })
})

describe('a statement', () => {
  it.each([
    { sentence: '  The enzyme\n is   a lyase. ', is: 'the enzyme is a lyase' },
    { sentence: 'A lyase.', is: 'a lyase' },
    { sentence: 'Aspirin helps.', is: 'Aspirin helps' },
    { sentence: 'RESULTS AND DISCUSSION: It holds.', is: 'it holds' },
    { sentence: 'In this study, we show that it holds.', is: 'it holds' },
    { sentence: 'Here, however, it holds.', is: 'it holds' },
    { sentence: 'Thus, here, we report it.', is: 'the authors report it' },
    { sentence: 'We saw our own.', is: 'the authors saw their own' },
    { sentence: 'It is 3.5…', is: 'it is 3.5…' },
    { sentence: 'It holds; ,.', is: 'it holds' },
    { sentence: '', is: '' },
  ])('of "$sentence" is "$is"', ({ sentence, is }) => {
    expect(statementOf(sentence)).toBe(is)
  })
})
