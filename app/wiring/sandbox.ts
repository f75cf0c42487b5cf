/** Finds the sandbox that works on this machine: the first that runs a line of Python, bubblewrap before pyodide. */
import { featurePlace, GlossError, missingFeature } from '../../core/index.ts'
import { openBubblewrapRunner } from '../../tools/adapters/bubblewrap-runner.ts'
import { findPythons } from '../../tools/adapters/host-python.ts'
import { openPyodideRunner } from '../../tools/adapters/pyodide-runner.ts'
import type { CodeRunner } from '../../tools/index.ts'
import type { Config } from '../config/config.ts'
import { isLoopbackHost } from '../config/loopback.ts'
import type { Features } from './features.ts'

const PROBE = 'print(6 * 7)'
const PROBE_TIMEOUT_MS = 60_000
// A safety net below the time limit of a run, which is enforced from outside.
const MAX_CPU_SECONDS = 3_600

/** Opens the sandbox. Throws `SANDBOX_UNAVAILABLE` with the reason of each kind. */
export async function openSandbox(config: Config, features: Features): Promise<CodeRunner> {
  const { runner, reasons } = await findSandbox(config, features)
  if (runner !== null) return runner
  throw new GlossError('SANDBOX_UNAVAILABLE', `No Python sandbox works on this machine. ${reasons.join(' ')}`)
}

/** Finds a sandbox, null with the reasons if none works. Without `features` nothing is fetched. `bubblewrap` is the program's name. */
export async function findSandbox(config: Config, features: Features | null, bubblewrap = 'bwrap') {
  const reasons: string[] = []
  for await (const runner of candidates(config, features, bubblewrap)) {
    if (typeof runner === 'string') {
      reasons.push(runner)
      continue
    }
    const reason = await faultOf(runner)
    if (reason === null) return { runner, reasons }
    await runner.close()
    reasons.push(`${runner.name}: ${reason}`)
  }
  return { runner: null, reasons }
}

async function* candidates(
  { sandbox, executeMemoryMb, executions: maxAtOnce, host }: Config,
  features: Features | null,
  program: string,
): AsyncGenerator<CodeRunner | string> {
  if (sandbox !== 'pyodide') {
    const limits = { maxMemoryMb: executeMemoryMb, maxCpuSeconds: MAX_CPU_SECONDS, maxAtOnce }
    const pythons = await findPythons()
    if (pythons.length === 0) yield 'bubblewrap: python3 is not installed.'
    for (const python of pythons) yield openBubblewrapRunner({ python, program, ...limits })
  }
  if (sandbox === 'bubblewrap') return
  // Strangers' code requires the kernel's protection unless the operator names another sandbox.
  if (sandbox === 'auto' && !isLoopbackHost(host))
    yield `pyodide: used only with GLOSS_SANDBOX=pyodide, because other machines can reach ${host}.`
  else {
    const missing = await missingPyodide(features)
    yield missing ?? openPyodideRunner({ maxMemoryMb: executeMemoryMb, maxAtOnce })
  }
}

/** Returns why pyodide is missing; null if it is there. */
async function missingPyodide(features: Features | null): Promise<string | null> {
  if (features === null) return featurePlace('pyodide') === null ? missingFeature('pyodide').message : null
  try {
    await features.need('pyodide')
    return null
  } catch (error) {
    if (error instanceof GlossError) return `pyodide: ${error.message}`
    throw error
  }
}

/** Returns the fault of a sandbox; null if it works. */
async function faultOf(runner: CodeRunner): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const { output, error } = await runner.run(PROBE, { signal, timeoutMs: PROBE_TIMEOUT_MS })
    if (output === '42\n') return null
    return error ?? `the test program printed ${JSON.stringify(output)}.`
  } catch (error) {
    if (error instanceof GlossError) return error.message
    throw error
  }
}
