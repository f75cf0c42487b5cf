import { describe, expect, it } from 'vitest'
import { francLikeness } from '../../../../ingest/adapters/franc-languages.ts'
import { measureProse } from '../../../../ingest/index.ts'
import { judgeProse } from '../../../../ingest/prose/index.ts'
import { CERTIFICATE, CHINESE, ENGLISH, GERMAN, RANDOM_LETTERS } from '../../../fixtures/unusual-texts.ts'

/** Measures a text as one page; a width makes it a file with pages. */
function figuresOf(text: string, { held = ['eng'], width = 600, abstract = '' }: Given = {}) {
  const page = { number: 1, width, height: width, text, boxes: new Float32Array() }
  return measureProse({ pages: [page], abstract }, held, francLikeness)
}

interface Given {
  readonly held?: readonly string[] | null
  readonly width?: number
  readonly abstract?: string
}

const judged = (text: string, given?: Given) => judgeProse(figuresOf(text, given))

describe('a text comes in', () => {
  it.each<{ name: string; text: string; given?: Given }>([
    { name: 'in a language that the corpus holds', text: ENGLISH },
    { name: 'in another language that the corpus holds', text: GERMAN, given: { held: ['deu'] } },
    { name: 'in any language where the corpus holds all', text: GERMAN, given: { held: null } },
    { name: 'in a script without spaces that the corpus holds', text: CHINESE, given: { held: ['cmn'] } },
    { name: 'with an abstract that the corpus holds', text: GERMAN, given: { abstract: ENGLISH } },
    {
      name: 'with tables, as long as it has prose as well',
      text: `${ENGLISH}\n\n${ENGLISH}\n\n${CERTIFICATE.slice(0, 1_500)}`,
    },
    { name: 'short, where it has no pages', text: 'Lupeol inhibits AKT1', given: { width: 0 } },
  ])('$name', ({ text, given }) => {
    expect(judged(text, given)).toBeNull()
  })
})

describe('a text is refused', () => {
  it.each([
    ['a certificate', CERTIFICATE, 'not_prose', /words in sentences, where a paper has/],
    ['a page with a few labels', 'Name\n\nDate\n\nSign here', 'not_prose', /^It has 0 words/],
    ['random letters', RANDOM_LETTERS, 'unreadable', /form no words of a known language/],
    ['Chinese', CHINESE, 'unreadable', /written in Chinese/],
    ['German', GERMAN, 'unreadable', /written in German/],
    ['print that was recognised badly', misread(ENGLISH), 'unreadable', /words are broken/],
  ])('%s, with the figure that decided', (_, text, reason, why) => {
    expect(judged(text)).toEqual({ reason, why: expect.stringMatching(why) })
  })
})

/** Keeps one sentence in three; the others lose their end and have a sign in every fourth word, as in recognised old newsprint. */
function misread(text: string): string {
  const words = `${text} ${text} ${text} ${text}`.replaceAll('.', ' ,').split(' ')
  const broken = words.map((word, at) => (at % 4 === 0 ? `${word.slice(0, 2)}"${word.slice(2)}x` : word))
  return `${text} ${text}\n\n${broken.join(' ')}`
}
