/** Tests interpreters killed in each phase, alone or leaving a child process behind: no caller waits for them forever. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRunner } from '../../../tools/sandbox/runner.ts'

const END = JSON.stringify({ kind: 'end', error: null, characters: 0 })
const never = new AbortController().signal

/** In the shell: what each interpreter does with its channel, descriptor 3. */
const INTERPRETERS = {
  silent: 'while :; do sleep 1; done',
  working: `echo '{"kind":"ready"}' >&3; read -r line <&3; echo '{"kind":"call","name":"begun","arguments":[]}' >&3; while :; do sleep 1; done`,
  quick: `echo '{"kind":"ready"}' >&3; while read -r line <&3; do echo '${END}' >&3; done`,
}

/** What the killed one leaves behind, which holds its pipes: nothing, what ends with its channel, or what does not care. */
const LEFT_BEHIND = {
  nothing: '',
  'a waiting process': `"$0" -e 'require("node:fs").createReadStream(null, { fd: 3 }).resume()' & echo $! >&2;`,
  'a process that does not end': `"$0" -e 'setInterval(() => {}, 1e6)' & echo $! >&2;`,
} as const

function runnerOf(kind: keyof typeof INTERPRETERS, left: keyof typeof LEFT_BEHIND) {
  const children: ChildProcess[] = []
  const runner = createRunner({
    name: 'bubblewrap',
    maxAtOnce: 1,
    start() {
      const script = LEFT_BEHIND[left] + INTERPRETERS[kind]
      const child = spawn('/bin/sh', ['-c', script, process.execPath], {
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      onTestFinished(() => endLeft(child))
      if (left !== 'nothing') child.stderr?.once('data', (pid: Buffer) => pids.set(child, Number(pid)))
      return child
    },
  })
  const pids = new Map<ChildProcess, number>()
  function endLeft(child: ChildProcess): void {
    const pid = pids.get(child)
    if (pid === undefined) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  /** When all that it leaves behind is there. */
  async function kill(at: number): Promise<void> {
    await expect
      .poll(() => children[at] !== undefined && (left === 'nothing' || pids.has(children[at])))
      .toBe(true)
    children[at]?.kill('SIGKILL')
  }
  return { runner, children, kill }
}

describe.each(['nothing', 'a waiting process', 'a process that does not end'] as const)(
  'leaving %s behind',
  (left) => {
    it('before it is ready: the code fails, and its place is free', async () => {
      const { runner, kill } = runnerOf('silent', left)
      for (const place of [0, 1]) {
        const running = runner.run('pass', { signal: never }).catch((error: unknown) => error)
        await kill(place)
        expect(await running).toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
      }
      await runner.close()
    })
  },
)

describe.each(['nothing', 'a process that does not end'] as const)('leaving %s behind', (left) => {
  it('at work: the code ends with the reason', async () => {
    const { runner, kill } = runnerOf('working', left)
    const functions = { begun: { parameters: [], call: () => kill(0) } }
    const result = await runner.run('begun()', { signal: never, functions })
    expect(result.error).toContain('SIGKILL')
    await runner.close()
  })

  it('between two blocks: the next one gets another', async () => {
    const { runner, children } = runnerOf('quick', left)
    const session = runner.openSession()
    expect(await session.run('1', { signal: never })).toMatchObject({ error: null })
    const gone = once(children[0] as ChildProcess, 'close')
    children[0]?.kill('SIGKILL')
    await gone
    expect(await session.run('2', { signal: never })).toMatchObject({ error: null })
    expect(children).toHaveLength(2)
    await session.close()
    await runner.close()
  })

  it('while it is closed: closing comes to its end', async () => {
    const { runner, children } = runnerOf('quick', left)
    const session = runner.openSession()
    await session.run('1', { signal: never })
    const closing = [session.close(), runner.close()]
    children[0]?.kill('SIGKILL')
    await Promise.all(closing)
  })
})

it('code runs, and its interpreter ends, where none can be started ahead of the next', async () => {
  const children: ChildProcess[] = []
  const runner = createRunner({
    name: 'bubblewrap',
    isKeptWarm: true,
    start() {
      if (children.length === 1) throw new Error('Too many files are open')
      const child = spawn('/bin/sh', ['-c', INTERPRETERS.quick], {
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      return child
    },
  })
  expect(await runner.run('pass', { signal: never })).toMatchObject({ error: null })
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
  await runner.close()
})
