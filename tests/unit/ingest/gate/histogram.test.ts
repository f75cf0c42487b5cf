import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binScores } from '../../../../ingest/gate/score-bins.ts'
import { isKept, terminalHistogram } from '../../../../ingest/index.ts'
import { gateRecord } from '../../../fakes/gate-records.ts'

const scored = (score: number, cutoff = 0) =>
  gateRecord({ score, cutoff, keep: score > cutoff, reason: score > cutoff ? '' : 'off_topic' })

describe('the bins of the histogram', () => {
  it('hold every paper once, and none on both sides of the cut-off', () => {
    const hundredths = fc.integer({ min: -100, max: 100 }).map((value) => value / 100)
    fc.assert(
      fc.property(
        fc.array(hundredths),
        hundredths,
        fc.integer({ min: 1, max: 30 }),
        (scores, cutoff, count) => {
          const records = scores.map((score) => scored(score, cutoff))
          const { bins } = binScores(records, count)
          expect(bins.reduce((sum, bin) => sum + bin.kept, 0)).toBe(records.filter(isKept).length)
          expect(bins.reduce((sum, bin) => sum + bin.kept + bin.dropped, 0)).toBe(records.length)
          for (const bin of bins) expect(bin.kept * bin.dropped).toBe(0)
        },
      ),
    )
  })
})

describe('the histogram for terminals', () => {
  it('draws a bar a bin and marks the cut-off', () => {
    const records = [-0.4, -0.35, -0.1, 0, 0.1, 0.3, 0.35, 0.4].map((score) => scored(score))
    expect(terminalHistogram(records, { bins: 4, barCharacters: 10 })).toEqual([
      ' −0.60 │███▍ 1 dropped',
      ' −0.40 │███▍ 1 dropped',
      ' −0.20 │██████▋ 2 dropped',
      '  0.00 ┄┄ cut-off: papers below this line score above it and are kept',
      '  0.00 │███▍ 1 kept',
      '  0.20 │██████████ 3 kept',
    ])
  })

  it('has sixteen bins of up to forty characters unless it is told otherwise', () => {
    // Steps of a tenth on both sides of the cut-off; nothing falls into the lowest bin but the lowest score.
    const records = Array.from({ length: 17 }, (_, step) => scored((step - 8) / 10))
    const lines = terminalHistogram([...records, scored(0.8)])
    const bars = lines.filter((line) => line.includes('│'))
    expect(bars).toHaveLength(17)
    expect(bars.at(-1)).toBe(`  0.70 │${'█'.repeat(40)} 2 kept`)
    expect(bars[0]).toBe(` −0.90 │${'█'.repeat(20)} 1 dropped`)
  })

  it('counts apart what a person decided otherwise', () => {
    const overruled = gateRecord({ score: 0.5, cutoff: 0, keep: true, overruled: 'drop' })
    expect(terminalHistogram([overruled, scored(0.5)], { bins: 1, barCharacters: 4 })).toEqual([
      ' −0.50 │',
      '  0.00 ┄┄ cut-off: papers below this line score above it and are kept',
      '  0.00 │████ 1 kept, 1 dropped',
    ])
  })

  it('says so where there is nothing to draw', () => {
    expect(terminalHistogram([])).toEqual(['No paper has a gate score yet.'])
  })
})
