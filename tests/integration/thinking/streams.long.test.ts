/** The first of `npm run measure streams`, as it is typed: its processes keep the memory of each small. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const STREAMS = 3_000
const LIMIT_MS = 1_200_000
const CHECK = join(import.meta.dirname, '..', '..', '..', 'packages', 'lab', 'checks', 'streams.ts')

it(`no character is lost, doubled or moved in ${STREAMS} seeded streams`, { timeout: LIMIT_MS }, () => {
  const { status, stdout } = spawnSync(process.execPath, [CHECK, String(STREAMS)], { encoding: 'utf8' })
  expect(stdout).toMatch(/every character once and in order\.\n$/)
  expect(status).toBe(0)
})
