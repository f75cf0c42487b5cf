/** The first 20 of the streams of `npm run measure streams`. */
import { expect, it } from 'vitest'
import { checkStreams } from '../../../packages/lab/checks/streams/streams.ts'

const STREAMS = 20

it(`no character is lost, doubled or moved in ${STREAMS} seeded streams`, async () => {
  const report = await checkStreams({ from: 0, streams: STREAMS, together: 32 })
  expect(report.problems).toEqual([])
  expect(report.injections).toBeGreaterThan(STREAMS / 3)
  expect(report.breaks).toBeGreaterThan(STREAMS / 6)
  expect(report.codeBlocks).toBeGreaterThan(STREAMS / 6)
})
