import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../models/index.ts'
import { createExtractiveInjector, type Evidence, type InjectionOrder } from '../../../../monitor/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
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
    doubt: '',
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

  it.each(
    casesIn<'name' | 'sentence' | 'says'>(String.raw`
    name | sentence | says
    a first word that is no name | The enzyme is a lyase. | I found that the enzyme is a lyase. Now
    a name | Rotenone blocks complex I. | I found that Rotenone blocks complex I. Now
    a symbol | K_d = 3 nM at 25 °C. | I found that K_d = 3 nM at 25 °C. Now
    TeX | We found that $\theta = 4N_e\mu$ holds. | I found that $\theta = 4N_e\mu$ holds. Now
    a connective | However, our results show that it is stable. | I found that it is stable. Now
    the first person of its paper | Here we report the genome of our strain. | I found that the authors report the genome of their strain. Now
    the heading of an abstract | CONCLUSIONS Central output was increased. | I found that Central output was increased. Now
    line breaks | It is⏎  a lyase | I found that it is a lyase. Now
  `),
  )('joins a sentence with $name', async ({ sentence, says }) => {
    expect(await written([evidenceOf(sentence)])).toContain(says)
  })

  it.each([
    { name: 'states a value', doubt: 'I think the half-life of lupeol is 14 hours, but am not sure.' },
    { name: 'asks for a value', doubt: 'How many hours was the half-life of lupeol?' },
    { name: 'is not sure what it was', doubt: 'I am not sure what the half-life of lupeol in plasma was.' },
  ])('quotes the place that has the value where the sentence in doubt $name', async ({ doubt }) => {
    const paper = evidenceOf(
      'The half-life of lupeol in plasma is of interest to every clinic. It was found to be 41 hours in adults.',
    )
    const rest = { text: `${doubt} `, queries: ['half-life lupeol plasma'] }
    expect(await written([paper], { ...rest, doubt })).toContain('41 hours')
    expect(await written([paper], { ...rest, doubt: 'I am not sure about lupeol.' })).not.toContain(
      '41 hours',
    )
  })

  it('puts a value beside a sentence that has another one, and in place of no other unit', async () => {
    const doubt = 'I am not sure what the half-life of lupeol in plasma was.'
    const first = evidenceOf('The half-life of lupeol in plasma of 12 adults was followed. It was 41 hours.')
    const second = evidenceOf('The half-life of lupeol in plasma of mice is short.')
    const rest = { text: `${doubt} `, doubt, queries: ['half-life lupeol plasma'] }
    const whole = await written([first, second], rest)
    expect(whole).toMatch(/12 adults was followed; it was 41 hours.*mice is short/)
    const tight = await written([first, second], rest, estimateTokens(whole) - 3)
    expect(tight).toContain('mice is short')
    expect(tight).not.toContain('41 hours')
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
