/** Runs test files in a checkout until one fails: who saw the fault? */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** `failed`: the first test that failed, or the file that did not load. `late`: the tests had not ended in time. */
export type Tried =
  | { readonly end: 'passed' }
  | { readonly end: 'late' }
  | { readonly end: 'failed'; readonly file: string; readonly test: string }

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

export interface TestGroup {
  readonly project: 'unit' | 'integration'
  readonly files: readonly string[]
  readonly seconds: number
}

/** One worker, in a process group that is ended when the time is over: a fault may make a loop that never ends. */
export async function tryTests(checkout: string, { project, files, seconds }: TestGroup): Promise<Tried> {
  const results = join(checkout, '..', 'results.json')
  rmSync(results, { force: true })
  const child = spawn(
    join(checkout, 'node_modules/.bin/vitest'),
    ['run', '--project', project, '--bail=1', '--maxWorkers=1', ...files],
    {
      cwd: checkout,
      env: { ...process.env, TEST_RESULTS: results, CI: 'true' },
      stdio: 'ignore',
      detached: true,
    },
  )
  const isLate = await endsTooLate(child, seconds)
  if (isLate) return { end: 'late' }
  if (!existsSync(results)) return { end: 'failed', file: files[0] ?? '', test: 'the test run itself' }
  return firstFailure(JSON.parse(readFileSync(results, 'utf8')) as Report, checkout, child.exitCode)
}

/** Ends the whole group when the time is over, or when this process ends before. */
async function endsTooLate(child: ChildProcess, seconds: number): Promise<boolean> {
  const endAll = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endAll()
  }, seconds * 1000)
  process.once('exit', endAll)
  try {
    await once(child, 'exit')
    return isLate
  } finally {
    clearTimeout(timer)
    process.off('exit', endAll)
  }
}

function firstFailure({ testResults }: Report, checkout: string, exitCode: number | null): Tried {
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(checkout, name)
    const failed = assertionResults.find((test) => test.status === 'failed')
    if (failed !== undefined) return { end: 'failed', file, test: failed.fullName }
    if (status === 'failed') return { end: 'failed', file, test: 'the file itself' }
  }
  // An error outside of every test.
  return exitCode === 0 ? { end: 'passed' } : { end: 'failed', file: '', test: 'the test run itself' }
}
