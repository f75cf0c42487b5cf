/** Where each character of a page lies, by the metrics of the font that set it. */
import { afterAll, describe, expect, it } from 'vitest'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { sourceOf, TEST_LIMITS } from '../../fixtures/labelled-papers.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'

const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
const hello = { text: 'Hello paper', x: 100, y: 700 }

afterAll(() => reader.close())

function read(bytes: Uint8Array) {
  return reader.read(sourceOf('made.pdf', bytes), bytes, new AbortController().signal)
}

describe('the box of each character', () => {
  // Widths of Helvetica in thousandths of its size, as its metrics file gives them.
  const WIDTHS: Readonly<Record<string, number>> = {
    H: 722,
    e: 556,
    l: 222,
    o: 556,
    ' ': 278,
    p: 556,
    a: 556,
    r: 333,
  }
  const SIZE = 12

  it.each([
    ['one line', [hello]],
    ['two lines', [hello, { ...hello, x: 140, y: 680 }]],
  ])('lies on the character: %s', async (_, lines) => {
    const reading = await read(madePdf([{ lines }]))
    const { text = '', boxes = new Float32Array() } = (reading.ok ? reading.pages[0] : undefined) ?? {}
    expect(text.replace(/\s+/g, ' ')).toBe(lines.map((line) => line.text).join(' '))
    let from = 0
    for (const line of lines) {
      from = text.indexOf(line.text, from)
      let pen = line.x
      for (const [i, character] of [...line.text].entries()) {
        const at = from + i
        const advance = (WIDTHS[character]! * SIZE) / 1000
        const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(4 * at, 4 * at + 4)
        expect(text[at]).toBe(character)
        if (character !== ' ') {
          expect(Math.abs((left + right) / 2 - (pen + advance / 2)), `${character} at ${at}`).toBeLessThan(2)
          expect(top < 842 - line.y && bottom > 842 - line.y - 2, `${character} at ${at}`).toBe(true)
        }
        pen += advance
      }
      from += line.text.length
    }
  })
})
