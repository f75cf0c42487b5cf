/** How a paper is cut for a window, at its limit and a token below. */
import { describe, expect, it } from 'vitest'
import { paperBody } from '../../../../ingest/paper-body.ts'
import { paperParts } from '../../../../ingest/summarise/paper-parts.ts'
import { estimateTokens } from '../../../../models/index.ts'
import { readPaperOf } from '../../../fakes/read-paper.ts'

/** So many characters that begin with the name and end with a stop. */
const sentence = (name: string, characters: number) => `${name} ${'x'.repeat(characters - name.length - 2)}.`

/** Sections under the headings Alpha, Bravo, Charlie, Delta with these texts. */
function sectioned(texts: readonly string[]) {
  const headings = ['Alpha', 'Bravo', 'Charlie', 'Delta']
  const parts = texts.map((text, i) => `${headings[i]}\n${text}`)
  const whole = parts.join('\n\n')
  const sections = parts.map((part, i) => {
    const start = whole.indexOf(part)
    return { heading: headings[i]!, level: 1, start, end: start + part.length }
  })
  return paperBody(readPaperOf([whole], { sections }))
}

const textsOf = (body: ReturnType<typeof sectioned>, budget: number) =>
  paperParts(body, budget).map(({ text }) => text)

describe('the parts of a paper', () => {
  const sentences = [sentence('One', 40), sentence('Two', 40), sentence('Six', 40)] as const
  const body = sectioned(sentences)
  const blocks = ['Alpha', 'Bravo', 'Charlie'].map((heading, i) => `${heading}\n${sentences[i]}`)
  const [first, second, third] = blocks.map((block) => estimateTokens(block) + 1) as [number, number, number]

  it('are one where all fits, with its headings', () => {
    expect(textsOf(body, first + second + third)).toEqual([blocks.join('\n')])
  })

  it('are two where a token is missing', () => {
    expect(textsOf(body, first + second + third - 1)).toEqual([blocks.slice(0, 2).join('\n'), blocks[2]])
  })

  it('hold two sections each where two fit', () => {
    const texts = ['One', 'Two', 'Six', 'Ten'].map((name) => sentence(name, 40))
    const four = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map((heading, i) => `${heading}\n${texts[i]}`)
    const room = Math.max(first + second, third + estimateTokens(four[3]!) + 1)
    expect(textsOf(sectioned(texts), room)).toEqual([four.slice(0, 2).join('\n'), four.slice(2).join('\n')])
  })

  it('are the text alone where it has no heading', () => {
    expect(textsOf(paperBody(readPaperOf(['Lupeol acts.'])), 100)).toEqual(['Lupeol acts.'])
  })

  it('are as many as there are sections where no two fit', () => {
    expect(textsOf(body, Math.max(first, second, third))).toEqual(blocks)
  })

  it('hold a section whole that fits exactly, and its sentences where a token is missing', () => {
    const long = sectioned([`${sentence('One', 40)} ${sentence('Two', 40)}`])
    const text = `Alpha\n${sentence('One', 40)} ${sentence('Two', 40)}`
    const tokens = estimateTokens(text) + 1
    expect(textsOf(long, tokens)).toEqual([text])
    expect(textsOf(long, tokens - 1)).toEqual([sentence('One', 40), sentence('Two', 40)])
  })

  it('cut a sentence that is longer than the window', () => {
    const text = sentence('One', 400)
    const [only, ...others] = textsOf(sectioned([text]), 51)
    expect(others).toEqual([])
    expect(only).toBe(text.slice(0, Math.floor((400 * 50) / estimateTokens(text))))
  })

  it('keep a sentence that fits exactly', () => {
    const text = sentence('One', 400)
    const tokens = estimateTokens(text)
    expect(textsOf(sectioned([text]), tokens + 1)).toEqual([text])
    expect(textsOf(sectioned([text]), tokens)[0]!.length).toBeLessThan(400)
  })

  it('are none of a paper without text, and leave title page and back matter out', () => {
    expect(paperParts(paperBody(readPaperOf([' '])), 100)).toEqual([])
    const whole = 'Anna Author\n\nAbstract\nLupeol acts.\n\nFunding\nThe state.'
    const sections = ['Abstract', 'Funding'].map((heading) => {
      const start = whole.indexOf(heading)
      return {
        heading,
        level: 1,
        start,
        end: heading === 'Funding' ? whole.length : whole.indexOf('Funding'),
      }
    })
    const paper = paperBody(readPaperOf([whole], { sections }))
    expect(textsOf(paper, 100)).toEqual(['Abstract\nLupeol acts.'])
  })

  it('end on the page of their last letter, be it the only one there', () => {
    const paper = paperBody(readPaperOf(['Lupeol acts on palms and on', 'x'], {}, true))
    expect(paperParts(paper, 1_000).map((part) => part.pages)).toEqual([[1, 2]])
  })

  it('cut a sentence so that it fits where its beginning has more tokens than its end', () => {
    const dense = `${'漢'.repeat(60)}${'x'.repeat(600)}.`
    const [only, ...others] = textsOf(sectioned([dense]), 51)
    expect(others).toEqual([])
    expect(estimateTokens(only!)).toBeLessThanOrEqual(50)
  })

  it('say their first and last page', () => {
    const pages = [sentence('One', 40), sentence('Two', 40), sentence('Six', 40)]
    const paper = paperBody(readPaperOf(pages, {}, true))
    expect(paperParts(paper, 1_000).map((part) => part.pages)).toEqual([[1, 3]])
    const each = estimateTokens(pages[0]!) + 1
    expect(paperParts(paper, each).map((part) => part.pages)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect(paperParts(paperBody(readPaperOf(pages)), 1_000).map((part) => part.pages)).toEqual([null])
  })
})
