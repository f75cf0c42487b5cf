import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLexicalMonitor,
  createLexicalQuerier,
  type LexicalQuerierOptions,
  type Look,
} from '../../../../monitor/index.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

async function queriesFor(window: string, rest: Partial<Look> = {}, options: LexicalQuerierOptions = {}) {
  const look = lookAt(window, rest)
  const verdict = await createLexicalMonitor().look(look, never)
  return (await createLexicalQuerier(options).queries(look, verdict, never)).queries
}

describe('lexical querier', () => {
  it.each([
    {
      name: 'the words of content of the doubtful sentence',
      window:
        "The strand is copied. I'm not sure whether the chiasma always gives a recombinant chromatid. So we go on. ",
      queries: ['strand copied chiasma recombinant chromatid'],
    },
    {
      name: 'no words of the doubt itself',
      window: 'The numerical value of the dielectric constant of liquid ammonia escapes me. ',
      queries: ['numerical dielectric constant liquid ammonia'],
    },
    {
      name: 'the sentence before, where the doubt alone says nothing',
      window: 'Rotenone blocks complex I of the respiratory chain. Hmm, I am not sure about that. ',
      queries: ['Rotenone blocks complex respiratory chain'],
    },
    {
      name: 'the name that a formula was introduced by',
      window: 'Take the Watterson estimator for it. The formula is θ = 2N_e μ, I think. ',
      queries: ['Watterson estimator formula θ μ'],
    },
    {
      name: 'one query for each plain doubt',
      window:
        'I do not remember the half-life of technetium isotopes in urine. The dose is fixed. I am not sure which collimator suits iodine photons. ',
      queries: ['half-life technetium isotopes urine', 'collimator suits iodine photons'],
    },
    {
      name: 'one query for doubts in the same words, in any order',
      window:
        'I do not remember the half-life of technetium isotopes in urine. The dose is fixed. I am not sure which urine isotopes technetium half-life. ',
      queries: ['urine isotopes technetium half-life'],
    },
    {
      name: 'words of the sentences around one of fewer than four telling words',
      window: 'So is the silver. I am not sure of copper and zinc. And the thymus. ',
      queries: ['silver copper zinc thymus'],
    },
    {
      name: 'each word once, as first written',
      window: 'I do not know whether Copper, nickel, cobalt and copper ores differ. ',
      queries: ['Copper nickel cobalt ores differ'],
    },
    {
      name: 'the nearest name before a sentence without one',
      window:
        'It has PINK1 and then Parkin. So it is. I am not sure which residue modifies ubiquitin chains. ',
      queries: ['Parkin residue modifies ubiquitin chains'],
    },
  ])('asks with $name', async ({ window, queries }) => {
    expect(await queriesFor(window)).toEqual(queries)
  })

  it('leaves the word that the end of the window tore, unless it stands elsewhere', async () => {
    const doubt = "I'm not sure whether the chiasma gives a recombinant"
    expect(await queriesFor(`${doubt} chromat`)).toEqual(['chiasma recombinant'])
    expect(await queriesFor(`${doubt} chromatid`, { question: 'Which chromatid is it?' })).toEqual([
      'chiasma recombinant chromatid',
    ])
  })

  it('leaves the word that the start of the window tore', async () => {
    const window = 'tant of liquid ammonia at its boiling point escapes me. And so on it goes. '
    const [whole] = await queriesFor(window)
    const [torn] = await queriesFor(window, { offset: 896 })
    expect(whole).toContain('tant')
    expect(torn).not.toContain('tant')
  })

  it('asks nothing where there is nothing', async () => {
    for (const window of ['', ' \n ', '?!', 'I am not sure of it.'])
      expect(await queriesFor(window)).toEqual([])
  })

  it('has one to three queries without line breaks or quotes wherever there is a word of content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (noise) => {
        const queries = await queriesFor(`${noise}\nI'm not sure which polymerase fills the gap. `)
        expect(queries.length).toBeGreaterThanOrEqual(1)
        expect(queries.length).toBeLessThanOrEqual(3)
        for (const query of queries) expect(query).not.toMatch(/["“”\n]|^\s|\s$/)
      }),
    )
  })
})
