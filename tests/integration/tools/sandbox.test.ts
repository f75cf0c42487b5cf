/** What every sandbox does alike: the contract of a code runner, for those that this machine has. */
import { afterAll, describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { openBubblewrapRunner } from '../../../tools/adapters/bubblewrap-runner.ts'
import { openPyodideRunner } from '../../../tools/adapters/pyodide-runner.ts'
import type { CodeRunner, CodeSession, GuestFunctions } from '../../../tools/index.ts'
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

  test.each([
    {
      name: 'prints as Python does',
      code: 'print("a", 1, sep="-", end="!")\nprint([1], None)',
      output: 'a-1![1] None\n',
    },
    {
      name: 'keeps letters of every script',
      code: 'print("é 😀 漢字 \\U0001F600")',
      output: 'é 😀 漢字 😀\n',
    },
    {
      name: 'catches what goes to standard error',
      code: 'import sys\nprint("x", file=sys.stderr)',
      output: 'x\n',
    },
    {
      name: 'has the standard library',
      code: 'import json, math, re, statistics\nprint(math.comb(5, 2))',
      output: '10\n',
    },
    {
      name: 'has a place for files of its own',
      code: 'open("/tmp/a", "w").write("x")\nprint(open("/tmp/a").read())',
      output: 'x\n',
    },
    { name: 'is the main program', code: 'if __name__ == "__main__": print("main")', output: 'main\n' },
    { name: 'takes an orderly exit for the end', code: 'print(1)\nimport sys\nsys.exit(0)', output: '1\n' },
    { name: 'prints nothing for nothing', code: 'pass', output: '' },
    {
      name: 'keeps classes and recursion apart',
      code: 'class A:\n  def f(self, n): return 1 if n < 2 else n * self.f(n - 1)\nprint(A().f(5))',
      output: '120\n',
    },
  ])(`$name${because}`, async ({ code, output }) => {
    expect(await run(code)).toEqual({
      output,
      error: null,
      executionTime: expect.any(Number),
      truncated: false,
    })
  })

  test.each([
    {
      name: 'an exception',
      code: 'x = 1\nraise ValueError("odd")',
      error: /line 2, in <module>.*ValueError: odd\n$/s,
    },
    { name: 'a fault of syntax', code: 'print(', error: /SyntaxError/ },
    { name: 'an exit with a status', code: 'import sys\nsys.exit(3)', error: /SystemExit: 3/ },
    {
      name: 'an error that cannot be shown',
      code: 'class E(Exception):\n  def __str__(self): raise E()\nraise E()',
      error: /E/,
    },
  ])('tells $name, and nothing of its own frames', async ({ code, error }) => {
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
