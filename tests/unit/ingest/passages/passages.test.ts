import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paperText } from '../../../../corpus/index.ts'
import { passagesOf } from '../../../../ingest/index.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

const word = fc.stringMatching(/^[a-z]{1,9}$/)
const sentence = fc.array(word, { minLength: 1, maxLength: 40 }).map((parts) => `The ${parts.join(' ')}.`)
const text = fc.array(sentence, { minLength: 1, maxLength: 80 }).map((parts) => parts.join(' '))

describe('passages', () => {
  it('makes one passage of a short text, the whole of it', () => {
    const [only, ...others] = passagesOf(readPaperOf(['  One sentence. And another one.\n']))
    expect(others).toEqual([])
    expect(only).toMatchObject({
      kind: 'passage',
      name: 'PASSAGE',
      text: 'One sentence. And another one.',
      start: 2,
    })
  })

  it('makes none of an empty text', () => {
    expect(passagesOf(readPaperOf([' \n']))).toEqual([])
  })

  it('holds every word of the body, in stretches of the text itself, near the size asked for', () => {
    fc.assert(
      fc.property(text, (body) => {
        const paper = readPaperOf([body])
        const passages = passagesOf(paper, { sizeWords: 60, overlapWords: 15, wholeWords: 80 })
        const covered = new Uint8Array(body.length)
        for (const passage of passages) {
          expect(paperText(paper.pages).slice(passage.start!, passage.end!)).toBe(passage.text)
          expect(passage.text.split(/\s+/).length).toBeLessThanOrEqual(60 + 41 + 15)
          covered.fill(1, passage.start!, passage.end!)
        }
        for (const [i, character] of [...body].entries()) if (character !== ' ') expect(covered[i]).toBe(1)
      }),
    )
  })

  it('parts key words, thanks and tables from the text, and names them asides', () => {
    const prose = Array.from(
      { length: 80 },
      (_, i) => `Sentence number ${i} of the text has exactly these ten words.`,
    ).join(' ')
    const asides = [
      'Key words: lupeol, triterpenes, palms, bark.',
      'We thank Anna Author of the University of Dhaka for her help.',
    ]
    const passages = passagesOf(readPaperOf([`${prose}\n\n${asides.join('\n\n')}\n\n${prose}`]))
    for (const { name, text } of passages)
      expect(asides.some((aside) => text.includes(aside))).toBe(name === 'ASIDE')
    expect(passages.filter(({ name }) => name === 'ASIDE')).toHaveLength(1)
  })

  it('overlaps neighbours by whole sentences', () => {
    const body = Array.from(
      { length: 60 },
      (_, i) => `Sentence number ${i} has exactly these eight words.`,
    ).join(' ')
    const passages = passagesOf(readPaperOf([body]), { sizeWords: 80, overlapWords: 20, wholeWords: 100 })
    expect(passages.length).toBeGreaterThan(3)
    for (const [i, passage] of passages.slice(1).entries()) {
      expect(passage.start).toBeLessThan(passages[i]!.end!)
      expect(passage.text).toMatch(/^Sentence number \d+ has/)
    }
  })

  it('cuts a run of words without a stop', () => {
    const passages = passagesOf(readPaperOf([Array.from({ length: 1_000 }, (_, i) => `w${i}`).join(' ')]))
    expect(Math.max(...passages.map((passage) => passage.text.split(' ').length))).toBeLessThanOrEqual(250)
  })

  it('leaves the title page and the references out and names the section', () => {
    const body =
      'Anna Author, University\n\nAbstract\nLupeol acts.\n\nResults\nIt inhibits ACE.\n\nReferences\nSmith.'
    const at = (heading: string) => body.indexOf(heading)
    const paper = readPaperOf([body], {
      bodyEnd: at('References'),
      sections: [
        { heading: 'Abstract', level: 1, start: at('Abstract'), end: at('Results') },
        { heading: 'Results', level: 1, start: at('Results'), end: at('References') },
      ],
    })
    const [only, ...others] = passagesOf(paper)
    expect(others).toEqual([])
    expect(only).toMatchObject({ locator: 'Abstract', text: 'Lupeol acts.\n\nResults\nIt inhibits ACE.' })
  })
})
