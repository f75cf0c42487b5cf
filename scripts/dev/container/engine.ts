/** Finds Docker or Podman, whichever works here: both take the same arguments. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const PROBE_MS = 20_000
/** Podman requests more descriptors and processes than a host may allow, even to root. Enough for the service; chosen, not measured. */
const PODMAN_LIMITS = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=16384:16384']

export interface Engine {
  readonly name: 'docker' | 'podman'
  /** Arguments before the verb: the runtime with which Podman starts containers. */
  readonly before: readonly string[]
  /** Arguments that every `run` needs here. */
  readonly limits: readonly string[]
}

/** Finds an engine: Docker with a daemon, or Podman, which needs none; returns undefined if there is neither. */
export async function findEngine(): Promise<Engine | undefined> {
  if (await works('docker', ['version'])) return { name: 'docker', before: [], limits: [] }
  if (!(await works('podman', ['version']))) return undefined
  return { name: 'podman', before: await runtimeArguments(), limits: PODMAN_LIMITS }
}

/** Returns what the engine prints; its error output is in the failure. */
export async function ask(engine: Engine, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(engine.name, [...engine.before, ...args], { maxBuffer: 1e8 })
  return stdout.trim()
}

async function works(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(command, args, { timeout: PROBE_MS })
    return true
  } catch {
    return false // Not installed, or its daemon does not answer: the caller reports it.
  }
}

/** Selects runc if there is one, because crun refuses hosts that mount cgroups of both versions. */
async function runtimeArguments(): Promise<string[]> {
  return (await works('runc', ['--version'])) ? ['--runtime', 'runc'] : []
}
