import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLexicalMonitor,
  createLexicalQuerier,
  type LexicalQuerierOptions,
  type Look,
} from '../../../../monitor/index.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

async function queriesFor(window: string, rest: Partial<Look> = {}, options: LexicalQuerierOptions = {}) {
  const look = lookAt(window, rest)
  const verdict = await createLexicalMonitor().look(look, never)
  return (await createLexicalQuerier(options).queries(look, verdict, never)).queries
}

describe('lexical querier', () => {
  it.each(
    casesIn<'name' | 'queries' | 'window'>(`
    name | queries | window
    the words of content of the doubtful sentence | strand copied chiasma recombinant chromatid | The strand is copied. I'm not sure whether the chiasma always gives a recombinant chromatid. So we go on.
    no words of the doubt itself | numerical dielectric constant liquid ammonia | The numerical value of the dielectric constant of liquid ammonia escapes me.
    the sentence before, where the doubt alone says nothing | Rotenone blocks complex respiratory chain | Rotenone blocks complex I of the respiratory chain. Hmm, I am not sure about that.
    the name that a formula was introduced by | Watterson estimator formula θ μ | Take the Watterson estimator for it. The formula is θ = 2N_e μ, I think.
    one query for each plain doubt | half-life technetium isotopes urine; collimator suits iodine photons | I do not remember the half-life of technetium isotopes in urine. The dose is fixed. I am not sure which collimator suits iodine photons.
    one query for doubts in the same words, in any order | urine isotopes technetium half-life | I do not remember the half-life of technetium isotopes in urine. The dose is fixed. I am not sure which urine isotopes technetium half-life.
    nothing that a surer doubt asks with more words | half-life technetium isotopes urine dogs | I do not know the half-life of technetium isotopes in urine of dogs. The dose is fixed. I do not know the urine isotopes of technetium half-life.
    the surest doubt first, whatever asks the same behind it | half-life technetium isotopes urine; collimator suits iodine photons | I am not sure about the half-life of technetium isotopes in urine. I have no idea which collimator suits iodine photons. I do not remember the urine isotopes of technetium half-life.
    words of the sentences around one of fewer than four telling words | silver copper zinc thymus | So is the silver. I am not sure of copper and zinc. And the thymus.
    no everyday words between those of the doubt | harmonic number theta segregating sites | The harmonic number runs from one to n minus one, says the user, and I am not sure whether theta belongs with the segregating sites or somebody carried it over.
    no rest of a word of doubt | quadrupole splitting haemoglobin iron | If I'm not misremembering, the quadrupole splitting of haemoglobin iron is two.
    of a sentence beside it what looks like a name, where that is enough | trial VASST Russell dose | The schedule was compared by the trial VASST of Russell against catecholamines from 2008. I am not sure of the dose.
    each word once, as first written | Copper nickel cobalt ores differ | I do not know whether Copper, nickel, cobalt and copper ores differ.
    the nearest name before a sentence without one | Parkin residue modifies ubiquitin chains | It has PINK1 and then Parkin. So it is. I am not sure which residue modifies ubiquitin chains.
  `),
  )('asks with $name', async ({ window, queries }) => {
    expect((await queriesFor(`${window} `)).join('; ')).toBe(queries)
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
