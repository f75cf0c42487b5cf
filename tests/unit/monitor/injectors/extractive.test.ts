import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../models/index.ts'
import { createExtractiveInjector, type Evidence, type InjectionOrder } from '../../../../monitor/index.ts'
import { evidenceOf, never } from '../../../fixtures/monitor-looks.ts'

const WATTERSON = evidenceOf(
  "Segregating sites are counted first. In this study we show that Watterson's estimator targets θ = 4N_e μ in diploid populations. Sequences came from flies.",
)

async function written(
  evidence: readonly Evidence[],
  rest: Partial<InjectionOrder> = {},
  budgetTokens = 176,
) {
  const order: InjectionOrder = {
    text: 'The formula is θ = 2N_e μ, I think.',
    channel: 'reasoning',
    queries: ['Watterson estimator theta'],
    evidence,
    ...rest,
  }
  return (await createExtractiveInjector({ budgetTokens }).write(order, never)).text
}

describe('extractive injector', () => {
  it('puts the best sentence into the published frame, freed of its paper', async () => {
    expect(await written([WATTERSON])).toBe(
      "Wait a minute, by searching information about Watterson estimator theta, I found that Watterson's estimator targets θ = 4N_e μ in diploid populations. Now that I have more relevant information, I can continue my reasoning.",
    )
  })

  it('writes the same in the visible text as in the thoughts', async () => {
    expect(await written([WATTERSON], { channel: 'text' })).toBe(await written([WATTERSON]))
  })

  it('stands as a parenthesis where the text breaks off in a sentence', async () => {
    const text = await written([WATTERSON], { text: 'The formula is θ = 2N_e' })
    expect(text).toMatch(/^— wait a minute, by searching/)
  })

  it.each([
    {
      name: 'a first word that is no name',
      sentence: 'The enzyme is a lyase.',
      says: 'I found that the enzyme is a lyase. Now',
    },
    {
      name: 'a name',
      sentence: 'Rotenone blocks complex I.',
      says: 'I found that Rotenone blocks complex I. Now',
    },
    { name: 'a symbol', sentence: 'K_d = 3 nM at 25 °C.', says: 'I found that K_d = 3 nM at 25 °C. Now' },
    {
      name: 'TeX',
      sentence: 'We found that $\\theta = 4N_e\\mu$ holds.',
      says: 'I found that $\\theta = 4N_e\\mu$ holds. Now',
    },
    {
      name: 'a connective',
      sentence: 'However, our results show that it is stable.',
      says: 'I found that it is stable. Now',
    },
    {
      name: 'the first person of its paper',
      sentence: 'Here we report the genome of our strain.',
      says: 'I found that the authors report the genome of their strain. Now',
    },
    {
      name: 'the heading of an abstract',
      sentence: 'CONCLUSIONS Central output was increased.',
      says: 'I found that Central output was increased. Now',
    },
    { name: 'line breaks', sentence: 'It is\n  a lyase', says: 'I found that it is a lyase. Now' },
  ])('joins a sentence with $name', async ({ sentence, says }) => {
    expect(await written([evidenceOf(sentence)])).toContain(says)
  })

  it('joins several units by semicolons and several queries by commas', async () => {
    const text = await written([WATTERSON, evidenceOf('Haploids have θ = 2N_e μ, with one copy each.')], {
      queries: ['theta', 'ploidy', 'Watterson'],
    })
    expect(text).toContain('about theta, ploidy, and Watterson, I found that')
    expect(text).toContain('in diploid populations; and Haploids have θ = 2N_e μ, with one copy each. Now')
  })

  it('takes along the sentence that the best one speaks of', async () => {
    const unit = evidenceOf('Fam38A recruits R-Ras. This is how integrin is activated. Cells were fixed.')
    const text = await written([unit], { queries: ['integrin activated'] })
    expect(text).toContain('I found that Fam38A recruits R-Ras; this is how integrin is activated. Now')
  })

  it('says a statement of two units once', async () => {
    const text = await written([WATTERSON, { ...WATTERSON, unit: 'other' }])
    expect(text.match(/4N_e/g)).toHaveLength(1)
  })

  it('names no document, paper or page', async () => {
    expect(
      await written([evidenceOf('It is a lyase.', { title: 'A TITLE', locator: 'Results, p. 7' })]),
    ).not.toMatch(/TITLE|Results|p\. 7|document|paper/)
  })

  it('leaves what does not fit the budget, best first', async () => {
    const long = evidenceOf(`Theta ${'is discussed at great length '.repeat(20)}here.`)
    const short = evidenceOf('Theta is 4N_e μ.')
    const text = await written([WATTERSON, long, short], {}, 110)
    expect(text).toContain('in diploid populations; and Theta is 4N_e μ. Now')
    expect(text).not.toContain('length')
    expect(estimateTokens(text)).toBeLessThanOrEqual(110)
  })

  it('takes what fits the budget to the token', async () => {
    const short = evidenceOf('Theta is 4N_e μ.')
    const needed = estimateTokens(await written([WATTERSON, short]))
    expect(await written([WATTERSON, short], {}, needed)).toContain('Theta is 4N_e μ')
    expect(await written([WATTERSON, short], {}, needed - 1)).not.toContain('Theta is 4N_e μ')
  })

  it('cuts the first at a clause where it alone is too long, never within brackets', async () => {
    const first = evidenceOf(
      'Theta is 4N_e μ (with N_e, the effective size, and μ, the rate), which holds for diploids, as was shown for many species over many years of work on flies and mice and plants.',
    )
    const text = await written([first], {}, 90)
    expect(text).toContain(
      'I found that Theta is 4N_e μ (with N_e, the effective size, and μ, the rate), which holds for diploids. Now',
    )
  })

  it('keeps one sentence whole where no clause of it fits', async () => {
    const text = await written([evidenceOf(`Theta is ${'very '.repeat(80)}large.`)], {}, 60)
    expect(text).toContain('large. Now')
  })

  it('takes its statements from the units, letter by letter but for the first', async () => {
    const word = fc.constantFrom('theta', 'θ', '4N_e', 'μ', 'rate', '(n − 1)', 'α-helix', '$x_1$')
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 12 }), async (some) => {
        const sentence = some.join(' ')
        expect(await written([evidenceOf(`${sentence}.`)])).toContain(`I found that ${sentence}. Now`)
      }),
    )
  })
})
