import { describe, expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { type PlacedLine, setPage } from '../../../fixtures/set-page.ts'

const WORDS = 'the growth of cells was seen to slow under the extract in each of'.split(' ')

/** Returns the words of line `at`: different on each line, and none of them a number. */
function words(at: number): string {
  return Array.from({ length: 8 }, (_, word) => WORDS[(at * 7 + word) % WORDS.length]).join(' ')
}

const LINES = 30

interface Numbering {
  readonly x: number
  readonly step?: number
  readonly first?: number
}

function page(number: number, columns: readonly { readonly left: number; readonly numbers: Numbering }[]) {
  const lines: PlacedLine[] = columns.flatMap(({ left, numbers: { x, step = 1, first = 1 } }) =>
    Array.from({ length: LINES }, (_, at): PlacedLine[] => {
      const baseline = 80 + at * 20
      const value = first + at
      const text = { text: words(at), left, baseline }
      return value % step === 0 ? [{ text: String(value), left: x, baseline, size: 6 }, text] : [text]
    }).flat(),
  )
  return setPage(lines, { number })
}

function textsOf(pages: readonly ReturnType<typeof setPage>[]): string[] {
  return layOut(pages).map((laidOut) => laidOut.page.text)
}

describe('the numbers of lines', () => {
  it.each([
    ['left of the text', [page(1, [{ left: 100, numbers: { x: 60 } }])]],
    ['right of the text', [page(1, [{ left: 100, numbers: { x: 420 } }])]],
    [
      'on every fifth line',
      [1, 2].map((number) => page(number, [{ left: 100, numbers: { x: 60, step: 5, first: number * 30 } }])),
    ],
    ['from 1 on each page', [1, 2].map((number) => page(number, [{ left: 100, numbers: { x: 60 } }]))],
    ['so near that they look like the number of a reference', [page(1, [{ left: 100, numbers: { x: 82 } }])]],
    [
      'beside each of two columns',
      [
        page(1, [
          { left: 80, numbers: { x: 60 } },
          { left: 340, numbers: { x: 326, first: 31 } },
        ]),
      ],
    ],
  ])('are left out of it: %s', (_, pages) => {
    for (const text of textsOf(pages)) {
      expect(text).not.toMatch(/\d/)
      expect(text).toContain(`${words(0)} ${words(1)} ${words(2)}`)
    }
  })

  it('are told from a list of references', () => {
    const references = Array.from({ length: 12 }, (_, at) => [
      { text: `${at + 1}`, left: 60, baseline: 80 + at * 40 },
      { text: words(at), left: 80, baseline: 80 + at * 40 },
      { text: words(at + 1), left: 80, baseline: 92 + at * 40 },
    ]).flat()
    expect(textsOf([setPage(references)])[0]).toContain(`7 ${words(6)}`)
  })
})
