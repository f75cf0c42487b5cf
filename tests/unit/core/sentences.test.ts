/** Tests where sentences end: `|` marks the expected cuts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentences } from '../../../core/index.ts'

const UNSPACED = new Set(['cmn', 'jpn'])

/** Returns the text with `|` for the space between its sentences. */
function cut(text: string, language?: string): string {
  const joined = text.replaceAll('|', UNSPACED.has(language ?? '') ? '' : ' ')
  return sentences(joined, language)
    .map(({ start, end }) => joined.slice(start, end))
    .join('|')
}

describe('a sentence in English ends as it should', () => {
  it.each([
    'ACE is a zinc peptidase.|It cleaves angiotensin I.',
    'The IC50 was 3.5 µg/ml.|Lupeol reached 12.1 µg/ml.',
    'We grew E. coli K-12 with J. Smith et al. in 2010.|Growth stopped.',
    'So wrote Smith et al.|Growth stopped.',
    'So wrote Smith et al. 5 cells.',
    'Kinases, e.g. PKA, and cf. Fig. 3 show it.|Others (i.e. PKC) do not.',
    'As Eq. 4 and Figs. 2 and 3 show, it fits.|See Table 2.',
    'It is in Fig. Two of them.',
    'See FIG. Two of it.',
    'It was J. Smith.',
    'It was hepatitis B.|The virus grew.',
    'In the U.S. Smith came.',
    'In the U.S.|The cells grew.',
    '2.1. Methods of it.',
    'IV. Results of it.',
    'It was 2.1.|Methods of it.',
    'It was on Jan. Fifth day.',
    'It was made by Smith Inc.|Cells grew.',
    'It was e.g...|Cells grew.',
    'It was e.g…|Cells grew.',
    'Was it so?!|Cells grew.',
    'It grew. cells did.',
    'It rose only 0.15±⁰.¹⁵ 0.07 days before it.|Cells grew.',
    'It is a new species, Sulfurimonas gotlandica sp. nov.|The type strain is GD1.',
    'The strain lost activity.|p53-null cells grew.',
    'It grew.|α-actin did.',
    'It grew.|“Cells grew.”|Then none.',
    '“Does it bind?”|It does.',
    '(It grew.)|Cells grew.',
    'It grew.[1,2–4]|Cells grew.',
    'It grew.¹²,³|Cells grew.',
    'It grew.¹⁻³|Cells grew.¹ ²|Cells fell.[4‑7]|Cells died.[8, 9]|All.',
    'They serve materials design.11,12|According to it, so.',
    'It grew.Cells did.',
    `${'x'.repeat(40)}.|Cells grew.`,
  ])('%s', (text) => {
    expect(cut(text)).toBe(text)
  })

  it('at a paragraph break, without white space around it', () => {
    const text = '  1. Introduction \n \n\nCells grew.  They did.\n\n'
    const parts = sentences(text).map(({ start, end }) => text.slice(start, end))
    expect(parts).toEqual(['1. Introduction', 'Cells grew.', 'They did.'])
    expect([sentences(''), sentences(' \n\n ')]).toEqual([[], []])
  })

  it('and the sentences cover every character that is not white space exactly once, in order', () => {
    const unit = fc.constantFrom('a', 'B', '.', ' ', '\n', '1', 'é', '。', '(', ')', '?', '\u00a0', '\u2028')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const spans = sentences(text)
        const covered = spans.map(({ start, end }) => text.slice(start, end)).join('')
        expect(covered.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const [i, span] of spans.entries())
          expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0)
      }),
    )
  })
})

describe('a sentence in another language ends as it should', () => {
  it.each([
    ['deu', 'Die Probe wurde am 3. Mai 2020 genommen.|Sie enthielt u. a. Blei (vgl. Abb. 2), z. B. 5 mg.'],
    ['deu', 'Im 19. Jahrhundert war das anders.|„Das ist so.“|Der Wert lag bei 12.|Die Kontrolle war leer.'],
    ['deu', 'Es war in Nr. Acht zu sehen.'],
    ['deu', 'Sie enthielt Zink usw. Blei war es nicht.'],
    ['deu', 'Sie enthielt Zink usw.|Die Probe war klein.'],
    ['deu', 'Es war der 3. Versuch und der iv. Band.'],
    ['deu', 'Es waren 300.|Proben waren klein.'],
    ['dan', 'Det var den 3. p53-celle.'],
    ['dan', 'Der var 3.|Cellerne var små.'],
    ['fra', "L'essai a duré env. 12 mois, p. ex. à Lyon (cf. fig. 3).|« Nous avons vu cela. »"],
    ['fra', 'M. Dupont l’a dit !|Faut-il continuer ?'],
    ['fra', 'Il y en a approx. Trois sont morts.'],
    ['spa', 'El Dr. Pérez midió aprox. 30 plantas.|¿Crecieron más?|«Fue así.»|La pág. 3 lo dice.'],
    ['spa', 'Hay plantas, etc.|Las otras crecen.'],
    ['nld', 'Er zijn planten, enz.|De andere groeien.'],
    ['nld', 'Er zijn er veel, bijv. De Vries.'],
    ['nno', 'Det var mange, bl.a. Cellene.'],
    ['fin', 'Se oli bijv.|Solut ovat pieniä.'],
    ['vie', 'Se bijv.|Solut Fig. 3 e.g. Solut.'],
    ['cmn', '本研究测量了土壤。|结果显示pH为3.5，“很低。”|真的吗？|是的。[3]|完。'],
    ['cmn', '它长大。|cells grew，它长大'],
  ])('%s: %s', (language, text) => {
    expect(cut(text, language)).toBe(text)
  })
})
