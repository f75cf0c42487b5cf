import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type FileLockOptions, takeFileLock } from '../../../corpus/adapters/file-lock.ts'
import { exitCode, killed, startScript } from '../../fixtures/child-process.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const CASES = [
  { code: 'CORPUS_BUSY', busy: 'The corpus main is being written' },
  { code: 'RUN_BUSY', busy: 'The run 12ab is being worked on' },
  { code: 'RESULTS_BUSY', busy: 'The results in answers are being written' },
] as const satisfies readonly Omit<FileLockOptions, 'purpose'>[]

test.each(CASES)('$code names what is busy, the process of its owner and since when', async (busy) => {
  const path = join(temporaryFolder(), 'thing')
  const child = await startScript('corpus/hold-lock.ts', path, busy.code)
  const take = () => takeFileLock(path, { ...busy, purpose: 'test' })
  expect(take).toThrow(
    expect.objectContaining({
      code: busy.code,
      message: expect.stringMatching(
        new RegExp(`^${busy.busy} by process ${child.pid} on .+ \\(gloss solve\\) since \\d{4}-.+\\.$`),
      ),
      facts: expect.objectContaining({ path, pid: child.pid, purpose: 'gloss solve' }),
      help: expect.stringMatching(/^Wait for the named /),
    }),
  )
  await killed(child)
  take().release()
})

test('a lock that was released is free for the next owner in the same process', () => {
  const path = join(temporaryFolder(), 'thing')
  const options = { ...CASES[1], purpose: 'test' }
  const first = takeFileLock(path, options)
  expect(() => takeFileLock(path, options)).toThrow(/^The run 12ab is being worked on by process \d+/)
  first.release()
  first.release()
  takeFileLock(path, options).release()
})

test('no file stays: of a lock that was released, nor of one whose owner was killed', async () => {
  const path = join(temporaryFolder(), 'killed')
  const other = join(dirname(path), 'other')
  await killed(await startScript('corpus/hold-lock.ts', path, 'RUN_BUSY'))
  expect(readdirSync(dirname(path))).toEqual(['killed.lock', 'killed.owner.json'])
  const options = { ...CASES[1], purpose: 'test' }
  takeFileLock(other, options).release()
  expect(readdirSync(dirname(path))).toEqual([])
})

test('of several processes that take and release it, one at a time has the lock', async () => {
  const path = join(temporaryFolder(), 'thing')
  const takers = await Promise.all([1, 2, 3].map(() => startScript('corpus/take-turns.ts', path, '50')))
  for (const taker of takers) expect(await exitCode(taker)).toBe(0)
  expect(readFileSync(`${path}.count`, 'utf8')).toBe('150')
  expect(readdirSync(dirname(path))).toEqual(['thing.count'])
})
