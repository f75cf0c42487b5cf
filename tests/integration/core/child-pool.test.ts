import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openChildPool } from '../../../core/index.ts'

const never = new AbortController().signal
const options = {
  entry: join(import.meta.dirname, '..', '..', 'fixtures', 'unruly-child.ts'),
  workers: 1,
  maxMemoryMb: 512,
  requestsPerChild: 3,
}
const pool = openChildPool<string, string>(options)

afterAll(() => pool.close())

async function pidOf(answer: Promise<unknown>): Promise<string> {
  return JSON.stringify(await answer).replace(/\D/g, '')
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

describe('a child process', () => {
  it.each([
    { name: 'killed by the system', deed: 'die', outcome: { kind: 'crashed', detail: 'signal SIGKILL' } },
    { name: 'that ends itself', deed: 'exit', outcome: { kind: 'crashed', detail: 'exit status 3' } },
    { name: 'that hangs', deed: 'hang', outcome: { kind: 'timeout' } },
    { name: 'that takes memory without end', deed: 'eat', outcome: { kind: 'out-of-memory' } },
  ])('$name costs its own request only', async ({ deed, outcome }) => {
    const timeoutMs = deed === 'hang' ? 1000 : 30_000
    expect(await pool.run(deed, timeoutMs, never)).toEqual(outcome)
    expect(await pool.run('next', 30_000, never)).toMatchObject({ kind: 'answer' })
  })

  it('has its whole time again after each sign of progress', async () => {
    expect(await pool.run('slow', 1000, never)).toEqual({ kind: 'answer', answer: 'slow but sure' })
  })

  it('has more time where it waited for a processor', async () => {
    const starved = openChildPool<string, string>({ ...options, waitedMs: () => performance.now() })
    expect(await starved.run('late', 1000, never)).toEqual({ kind: 'answer', answer: 'late' })
    expect(await starved.run('hang', 200, never)).toEqual({ kind: 'timeout' })
    await starved.close()
  })

  it('is used again, and replaced after the given number of requests', async () => {
    const fresh = openChildPool<string, string>(options)
    const pids: string[] = []
    for (let at = 0; at < 4; at++) pids.push(await pidOf(fresh.run('go', 30_000, never)))
    await fresh.close()
    expect(new Set(pids.slice(0, 3)).size).toBe(1)
    expect(pids[3]).not.toBe(pids[0])
  })

  it('killed while it is idle is replaced, and killed while it is closed is not waited for', async () => {
    const fresh = openChildPool<string, string>(options)
    const first = Number(await pidOf(fresh.run('go', 30_000, never)))
    process.kill(first, 'SIGKILL')
    await expect.poll(() => isThere(first)).toBe(false)
    const second = Number(await pidOf(fresh.run('go', 30_000, never)))
    expect(second).not.toBe(first)
    process.kill(second, 'SIGKILL')
    await fresh.close()
  })

  it('is ended when the caller gives up', async () => {
    const giveUp = AbortSignal.timeout(300)
    await expect(pool.run('hang', 60_000, giveUp)).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(await pool.run('next', 30_000, never)).toMatchObject({ kind: 'answer' })
  })
})

describe('where no process can be started', () => {
  it('a request says so, and the pool and its owner live on', async () => {
    const { execPath } = process
    const fresh = openChildPool<string, string>(options)
    process.execPath = '/no/such/program'
    onTestFinished(() => {
      process.execPath = execPath
    })
    const { kind, detail } = (await fresh.run('go', 30_000, never)) as { kind: string; detail: string }
    expect({ kind, detail }).toEqual({
      kind: 'crashed',
      detail: 'it could not be started: spawn /no/such/program ENOENT',
    })
    process.execPath = execPath
    expect(await fresh.run('go', 30_000, never)).toMatchObject({ kind: 'answer' })
    await fresh.close()
  })

  it.skipIf(process.platform === 'win32')(
    'for want of open files, a request and code that is to run say so, and go on afterwards',
    async () => {
      const script = join(import.meta.dirname, '..', '..', 'fixtures', 'without-open-files.ts')
      const { stdout } = await promisify(execFile)('/bin/sh', [
        '-c',
        'ulimit -n 256; exec "$0" "$1"',
        process.execPath,
        script,
      ])
      expect(JSON.parse(stdout)).toEqual({
        without: { kind: 'crashed', detail: 'it could not be started: Too many files are open' },
        executed: {
          code: 'SANDBOX_UNAVAILABLE',
          message: 'The sandbox did not start. Too many files are open.',
        },
        afterwards: 'answer',
      })
    },
  )
})

describe('a pool', () => {
  it('runs no more children at once than it may, and serves all in the end', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => pool.run(`deed ${at}`, 30_000, never)),
    )
    expect(answers.every(({ kind }) => kind === 'answer')).toBe(true)
  })
})

describe('a pool that leaves its children', () => {
  // Each test has a kind of its own, for which no other has left a child.
  let leaving = { ...options, leavesChildren: true }
  beforeEach(() => {
    leaving = { ...leaving, maxMemoryMb: leaving.maxMemoryMb - 1 }
  })
  const go = async (one: typeof pool) => Number(await pidOf(one.run('go', 30_000, never)))

  it('has an idle one serve the next pool of the same kind', async () => {
    const pids: number[] = []
    for (let at = 0; at < 2; at++) {
      const one = openChildPool<string, string>(leaving)
      pids.push(await go(one))
      await one.close()
    }
    expect(pids[1]).toBe(pids[0])
    const other = openChildPool<string, string>({ ...leaving, maxMemoryMb: 400 })
    expect(await go(other)).not.toBe(pids[0])
    await other.close()
  })

  it('leaves each once, however often it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const one = openChildPool<string, string>(leaving)
    const pid = await go(one)
    await one.close()
    await one.close()
    const next = openChildPool<string, string>(leaving)
    expect(await go(next)).toBe(pid)
    vi.advanceTimersByTime(30_000)
    expect(await go(next)).toBe(pid)
    vi.useRealTimers()
    await next.close()
  })

  it('ends one that is at work', async () => {
    const one = openChildPool<string, string>(leaving)
    const pid = await go(one)
    const hanging = one.run('hang', 60_000, never)
    await nextTurn()
    await one.close()
    expect(await hanging).toEqual({ kind: 'crashed', detail: 'signal SIGKILL' })
    expect(isThere(pid)).toBe(false)
  })

  it('starts another where an idle one has died', async () => {
    const one = openChildPool<string, string>(leaving)
    const pid = await go(one)
    await one.close()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isThere(pid)).toBe(false)
    const next = openChildPool<string, string>(leaving)
    expect(await go(next)).not.toBe(pid)
    await next.close()
  })

  it('asks another where one that was left dies of its first request, unless the pool is closed', async () => {
    const one = openChildPool<string, string>(leaving)
    await one.run('spoil', 30_000, never)
    await one.close()
    const next = openChildPool<string, string>(leaving)
    expect(await next.run('go', 30_000, never)).toMatchObject({ kind: 'answer' })
    expect(await next.run('die', 30_000, never)).toEqual({ kind: 'crashed', detail: 'signal SIGKILL' })
    await go(next)
    await next.close()
    const last = openChildPool<string, string>(leaving)
    const hanging = last.run('hang', 60_000, never)
    await nextTurn()
    await last.close()
    expect(await hanging).toEqual({ kind: 'crashed', detail: 'signal SIGKILL' })
  })

  it('leaves two at the most, and those for half a minute', async () => {
    const many = openChildPool<string, string>({ ...leaving, workers: 3 })
    const pids = await Promise.all([go(many), go(many), go(many)])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await many.close()
    expect(pids.filter(isThere)).toHaveLength(2)
    vi.advanceTimersByTime(29_999)
    expect(pids.filter(isThere)).toHaveLength(2)
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await expect.poll(() => pids.filter(isThere)).toEqual([])
  })
})
