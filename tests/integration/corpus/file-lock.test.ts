import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FileLockOptions, takeFileLock } from '../../../corpus/adapters/file-lock.ts'
import { killed, startScript } from '../../fixtures/child-process.ts'
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
