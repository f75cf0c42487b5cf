import { parseDocument } from 'htmlparser2'
import { expect, it } from 'vitest'
import { drawGateHistogram } from '../../../../app/ingest/draw-gate-histogram.ts'
import { gateRecord } from '../../../fakes/gate-records.ts'

const scored = (score: number, cutoff = 0) =>
  gateRecord({ score, cutoff, keep: score > cutoff, reason: score > cutoff ? '' : 'off_topic' })

it('the gate histogram has a title, a summary in words, a bar for each side and the cut-off', () => {
  const svg = drawGateHistogram([scored(-0.2, 0.1), scored(0.3, 0.1), scored(0.4, 0.1)], 'Scores of <mine>')
  expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*><title>Scores of &lt;mine&gt;<\/title>/)
  expect(svg).toContain('<desc>2 papers kept and 1 dropped; cut-off at 0.10.</desc>')
  expect(svg).toContain('1 dropped</title>')
  expect(svg.match(/1 kept<\/title>/g)).toHaveLength(2)
  expect(svg).toMatch(/stroke-dasharray="4 3"[\s\S]*>0\.10</)
})

it('a paper that a person keeps in spite of its score is a kept one in the gate histogram', () => {
  const svg = drawGateHistogram([{ ...scored(-0.2), overruled: 'keep' as const }, scored(-0.2), scored(0.2)])
  expect(svg).toContain('2 papers kept and 1 dropped')
  expect(svg).toMatch(/1 kept<\/title>[\s\S]*1 kept<\/title>[\s\S]*1 dropped<\/title>/)
})

it.each([
  { name: 'no records', records: [] },
  { name: 'one record at the cut-off', records: [scored(0)] },
  { name: 'one record above the cut-off', records: [scored(0.2)] },
])('the gate histogram is drawn for $name, without styles that a page would refuse', ({ records }) => {
  const svg = drawGateHistogram(records)
  expect(svg).not.toMatch(/NaN|Infinity|undefined|<style|style=/)
  expect(parseDocument(svg, { xmlMode: true }).children).toHaveLength(1)
})
