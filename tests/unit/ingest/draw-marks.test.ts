import { describe, expect, it } from 'vitest'
import { drawMarks } from '../../../ingest/adapters/draw-marks.ts'

const WHITE = 255

describe('drawMarks', () => {
  it('colours what is under a mark once, leaves print dark and everything else as it was', () => {
    const size = { width: 20, height: 20 }
    const pixels = new Uint8Array(20 * 20 * 4).fill(WHITE)
    const at = (x: number, y: number) => [...pixels.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 3)]
    pixels.fill(0, (5 * 20 + 6) * 4, (5 * 20 + 6) * 4 + 4)
    // Two pixels a point, and a mark that overlaps another and extends beyond the page.
    const mark = { left: 2, top: 2, right: 4, bottom: 4 }
    drawMarks(pixels, size, [mark, mark, { ...mark, right: 90 }], 2)
    const [blue, green, red] = at(5, 5)
    expect([blue! < green!, green! < red!, red]).toEqual([true, true, WHITE])
    expect(at(6, 5)).toEqual([0, 0, 0])
    expect(at(0, 0)).toEqual([WHITE, WHITE, WHITE])
    expect(at(19, 5)).toEqual(at(5, 5))
  })
})
