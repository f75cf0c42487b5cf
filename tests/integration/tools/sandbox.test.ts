/** What every sandbox does alike: the contract of a code runner, for those that this machine has. */
import { afterAll, describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { openBubblewrapRunner } from '../../../tools/adapters/bubblewrap-runner.ts'
import { openPyodideRunner } from '../../../tools/adapters/pyodide-runner.ts'
import type { CodeRunner, CodeSession, GuestFunctions } from '../../../tools/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'
import { openSandboxes } from '../../fixtures/sandboxes.ts'

const sandboxes = await openSandboxes()
const signal = () => AbortSignal.timeout(120_000)

describe.each(sandboxes)('$name', ({ runner, missing }) => {
  const test = it.skipIf(runner === null)
  const because = missing === undefined ? '' : ` (skipped: ${missing})`
  // One interpreter for what leaves it as it was: WebAssembly takes seconds to start.
  let session: CodeSession | undefined
  const run = (code: string, options: Partial<Parameters<CodeSession['run']>[1]> = {}) => {
    session ??= (runner as CodeRunner).openSession()
    return session.run(code, { signal: signal(), ...options })
  }
  afterAll(async () => {
    await session?.close()
    await runner?.close()
  })

  test.each(
    casesIn<'name' | 'output' | 'code'>(String.raw`
    name | output | code
    prints as Python does | a-1![1] None⏎ | print("a", 1, sep="-", end="!")⏎print([1], None)
    keeps letters of every script | é 😀 漢字 😀⏎ | print("é 😀 漢字 \U0001F600")
    catches what goes to standard error | x⏎ | import sys⏎print("x", file=sys.stderr)
    has the standard library | 10⏎ | import json, math, re, statistics⏎print(math.comb(5, 2))
    has a place for its own files | x⏎ | open("/tmp/a", "w").write("x")⏎print(open("/tmp/a").read())
    is the main program | main⏎ | if __name__ == "__main__": print("main")
    ends with an orderly exit | 1⏎ | print(1)⏎import sys⏎sys.exit(0)
    prints nothing for nothing |  | pass
    keeps classes and recursion apart | 120⏎ | class A:⏎  def f(self, n): return 1 if n < 2 else n * self.f(n - 1)⏎print(A().f(5))
  `),
  )(`$name${because}`, async ({ code, output }) => {
    expect(await run(code)).toEqual({
      output,
      error: null,
      executionTime: expect.any(Number),
      truncated: false,
    })
  })

  test.each([
    ['an exception', 'x = 1\nraise ValueError("odd")', /line 2, in <module>.*ValueError: odd\n$/s],
    ['a fault of syntax', 'print(', /SyntaxError/],
    ['an exit with a status', 'import sys\nsys.exit(3)', /SystemExit: 3/],
    ['an error that cannot be shown', 'class E(Exception):\n  def __str__(self): raise E()\nraise E()', /E/],
  ])('shows %s, without its own frames', async (_, code, error) => {
    const result = await run(code)
    expect(result.error).toMatch(error)
    expect(result.error).not.toMatch(/guest|serve|execute\(/)
  })

  test('cuts output at 20,000 characters and says how much there was', async () => {
    const { output, truncated } = await run('print("x" * 30_000)')
    expect([output.length, truncated]).toEqual([20_000 + '\n[cut: 20000 of 30001 characters]'.length, true])
    expect(output).toMatch(/x\n\[cut: 20000 of 30001 characters\]$/)
  })

  test('calls functions of the host by position and by name, and gets plain data', async () => {
    const calls: (readonly string[])[] = []
    const functions: GuestFunctions = {
      web_parse: {
        parameters: ['link', 'query'],
        async call(values) {
          calls.push(values)
          return { content: 'é "quoted" \n 😀', urls: [], score: 0.5 }
        },
      },
    }
    const code =
      'a = web_parse("l", query="q")\nb = web_parse(link=1, query=None)\nprint(a["score"], a["content"] == b["content"], a["urls"])'
    expect(await run(code, { functions })).toMatchObject({ output: '0.5 True []\n', error: null })
    expect(calls).toEqual([
      ['l', 'q'],
      ['1', 'None'],
    ])
  })

  test('raises in the code what a function refuses, and a call with wrong arguments', async () => {
    const functions: GuestFunctions = {
      refusing: {
        parameters: ['a'],
        call: () => Promise.reject(new GlossError('LINK_REFUSED', 'Not there.')),
      },
    }
    const code =
      'for give in ((1,), ()):\n  try: refusing(*give)\n  except Exception as e: print(type(e).__name__, e)'
    const { output } = await run(code, { functions })
    expect(output).toMatch(/^RuntimeError Not there\.\nTypeError missing a required argument: 'a'\n$/)
  })

  test('keeps names between the blocks of a session, loses them with a block that is stopped', async () => {
    const print = async (code: string, timeoutMs = 60_000) => {
      const { output, error } = await run(code, { timeoutMs })
      return error === null ? output : (error.trim().split('\n').at(-1) ?? '')
    }
    expect(await print('x = 1')).toBe('')
    expect(await print('print(x)')).toBe('1\n')
    expect(await print('1 / 0')).toBe('ZeroDivisionError: division by zero')
    expect(await print('print(x)')).toBe('1\n')
    expect(await print('while True: pass', 1_000)).toBe('Execution timed out after 1 seconds')
    expect(await print('print(x)')).toBe("NameError: name 'x' is not defined")
  })

  test('stops when the caller goes, and its function is told', async () => {
    const controller = new AbortController()
    let isTold = false
    const functions: GuestFunctions = {
      waiting: {
        parameters: [],
        call: (_, told) =>
          new Promise((resolve) => {
            told.addEventListener('abort', () => {
              isTold = true
              resolve(null)
            })
            controller.abort()
          }),
      },
    }
    const running = run('waiting()', { signal: controller.signal, functions })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(isTold).toBe(true)
  })
})

it('a sandbox whose program is missing says which', async () => {
  const python = { executable: '/usr/bin/python3', version: '3', folders: [] }
  const options = { python, maxMemoryMb: 256, maxCpuSeconds: 10, program: 'no-such-bwrap' }
  await expect(openBubblewrapRunner(options).run('pass', { signal: signal() })).rejects.toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
    message: expect.stringContaining('no-such-bwrap is not installed.'),
  })
})

it('a sandbox that is closed starts nothing any more', async () => {
  const closed = openPyodideRunner({ maxMemoryMb: 256 })
  await closed.close()
  await expect(closed.run('pass', { signal: signal() })).rejects.toMatchObject({
    code: 'SANDBOX_UNAVAILABLE',
  })
})
