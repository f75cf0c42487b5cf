/** A paper's sentences one by one: where they stand, what they belong to, and which of them are prose. */
import { describe, expect, it } from 'vitest'
import type { Description } from '../../../../corpus/index.ts'
import { paperBody } from '../../../../ingest/paper-body.ts'
import { paperSentences } from '../../../../ingest/summarise/paper-sentences.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

function sentencesOf(
  pages: readonly string[],
  { layout = false, language = 'eng', ...description }: Partial<Description> & { layout?: boolean } = {},
) {
  return paperSentences(paperBody(readPaperOf(pages, description, layout)), language)
}

/** Whether each sentence of the text is prose. */
const proseOf = (text: string, language = 'eng') =>
  sentencesOf([text], { language }).map(({ isProse }) => isProse)

describe('the sentences of a paper', () => {
  it('say where they stand, without labels and citations', () => {
    const text =
      'Lupeol inhibited the enzyme of palms strongly.[3] RESULTS: It was found in the bark of them.'
    const [first, second, ...others] = sentencesOf([text])
    expect(others).toEqual([])
    expect(first).toMatchObject({ start: 0, end: 46, block: 0, part: null, position: 0, isLabelled: false })
    expect(text.slice(first!.start, first!.end)).toBe('Lupeol inhibited the enzyme of palms strongly.')
    expect(second).toMatchObject({ part: 'results', isLabelled: true, language: 'eng' })
    expect(text.slice(second!.start, second!.end)).toBe('It was found in the bark of them.')
    expect(second!.position).toBeCloseTo(50 / text.length, 9)
    expect(first!.terms).toEqual(['lupeol', 'inhibit', 'enzym', 'palm', 'strongli'])
  })

  it('belong to the part of the last label, and before it to that of their heading', () => {
    const methods = 'Methods\nWe weighed the bark of palms. Findings: The bark was heavy. It held lupeol.'
    const text = `Aims of it were these.\n\n${methods}`
    const start = text.indexOf('Methods')
    const sections = [{ heading: 'Methods', level: 1, start, end: text.length }]
    const found = sentencesOf([text], { sections })
    expect(found.map(({ block, part, isLabelled }) => [block, part, isLabelled])).toEqual([
      [0, null, false],
      [1, 'methods', false],
      [1, 'results', true],
      [1, 'results', false],
    ])
    expect(found[1]!.position).toBe(0)
    expect(text.slice(found[3]!.start, found[3]!.end)).toBe('It held lupeol.')
  })

  it('are of the abstract where they stand in it', () => {
    const text = 'Abstract\nLupeol acts.\n\nResults\nIt inhibits.'
    const sections = ['Abstract', 'Results'].map((heading) => {
      const start = text.indexOf(heading)
      return { heading, level: 1, start, end: heading === 'Abstract' ? text.indexOf('Results') : text.length }
    })
    expect(sentencesOf([text], { sections }).map(({ isAbstract }) => isAbstract)).toEqual([true, false])
  })

  it('are none of a paper without text', () => {
    expect(sentencesOf([' '])).toEqual([])
  })
})

describe('a sentence that is prose', () => {
  const WHOLE = 'Lupeol inhibited the enzyme of palms.'
  const cases = [
    { name: 'six words', text: WHOLE, isProse: true },
    { name: 'five words', text: 'Lupeol inhibited enzymes of palms.', isProse: false },
    { name: 'no stop', text: 'Lupeol inhibited the enzyme of palms', isProse: false },
    { name: 'a small letter in front', text: 'the bark inhibited the enzyme of palms.', isProse: false },
    {
      name: 'a gene in small letters in front',
      text: 'p53-null cells inhibited the enzyme of palms.',
      isProse: false,
    },
    { name: 'no verb', text: 'Lupeol of the old bark in palm.', isProse: false },
    { name: 'a stop in brackets', text: 'Lupeol (that inhibited the enzyme of palms.)', isProse: true },
    { name: 'signs of formulas', text: 'Lupeol inhibited the √ enzyme of palms.', isProse: false },
    {
      name: 'an equation in front',
      text: 'E = the energy that inhibited the enzyme of palms.',
      isProse: false,
    },
    { name: 'words that ran together', text: 'Lupeol inhibited the enzyme ofABC palms.', isProse: false },
    { name: 'a word twice', text: 'Lupeol inhibited the enzyme enzyme of palms.', isProse: false },
    { name: 'an end that is none', text: 'Lupeol inhibited the enzyme of the.', isProse: false },
    { name: 'cells in front', text: '0.04 * 0.1 Lupeol inhibited the enzyme of palms.', isProse: false },
    {
      name: 'pages of a reference',
      text: 'Lupeol inhibited the enzyme of palms 421, 551–554.',
      isProse: false,
    },
    { name: 'no letter', text: '1111 2222 3333 4444 5555 6666 7777.', isProse: false },
    {
      name: 'fewer letters than three tenths',
      text: 'It is of 1111 2222 3333 4444 5555 6666 7777 8888 9999.',
      isProse: false,
    },
  ]
  it.each(cases)('with $name: $isProse', ({ text, isProse }) => {
    expect(proseOf(text)).toEqual([isProse])
  })

  it('has 900 characters at most', () => {
    const long = (characters: number) => {
      const words = `Lupeol inhibited ${'the palms and '.repeat(80)}`.slice(0, characters - 2)
      return `${words}x.`.replace(/ x\.$/, 'xx.')
    }
    expect(long(900)).toHaveLength(900)
    expect(proseOf(long(900))).toEqual([true])
    expect(proseOf(long(901))).toEqual([false])
  })

  it('is told in other languages by its stop and its capital alone', () => {
    const german = 'Die Zellen der Probe sind nach dem Erhitzen nicht mehr gewachsen.'
    expect(proseOf(`${german} ${german}`, 'deu')).toEqual([true, true])
    expect(proseOf(german.slice(0, -1), 'deu')).toEqual([false])
    expect(proseOf(german.toLowerCase(), 'deu')).toEqual([false])
  })

  it('is none within a paragraph that is an aside, and one again in the next', () => {
    const aside = `Figure 2. Growth of the cells in the broth. ${WHOLE}`
    expect(proseOf(`${aside}\n\n${WHOLE}`)).toEqual([false, false, false, true])
    expect(proseOf(`${WHOLE}\n\n${aside}`)).toEqual([true, false, false, false])
  })
})

describe('a sentence that is torn', () => {
  const HEAD = 'Lupeol from the bark of palms strongly'
  const TAIL = 'inhibited the enzyme of mammals.'
  const NEXT = 'It was found in the bark of them.'

  const cases = [
    {
      name: 'is joined over the end of a page',
      pages: [HEAD, `${TAIL} ${NEXT}`],
      texts: [`${HEAD} ${TAIL}`, NEXT],
    },
    { name: 'is not joined to a capital', pages: [HEAD, NEXT], texts: [HEAD, NEXT] },
    { name: 'is joined over a blank line', pages: [`${HEAD}\n\n${TAIL}`], texts: [`${HEAD} ${TAIL}`] },
  ]
  it.each(cases)('$name', ({ pages, texts }) => {
    expect(sentencesOf(pages, { layout: true }).map(({ text }) => text)).toEqual(texts)
  })

  const left = [
    { name: 'a comma', before: 'Lupeol from palms,' },
    { name: 'a word that goes on', before: 'Lupeol from the bark of' },
    { name: 'twelve words', before: 'Lupeol from old bark rose fast where palms grew near wide rivers' },
  ]
  it.each(left)('holds back what follows $name', ({ before }) => {
    const found = sentencesOf([`${before}\n\n${NEXT} ${NEXT}`], { layout: true })
    expect(found.map(({ isProse }) => isProse)).toEqual([false, false, true])
  })

  it('is none where a short heading stands before it, or where no page has columns', () => {
    const heading = 'Lupeol from old bark rose fast where palms grew near rivers'
    const prose = (text: string, layout: boolean) =>
      sentencesOf([text], { layout }).map(({ isProse }) => isProse)
    expect(prose(`${heading}\n\n${NEXT}`, true)).toEqual([false, true])
    expect(prose(`Lupeol from palms,\n\n${NEXT}`, false)).toEqual([false, true])
  })
})
