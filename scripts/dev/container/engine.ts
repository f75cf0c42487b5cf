/** Docker or Podman, whichever works here: both take the same arguments. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const PROBE_MS = 20_000
/** Podman asks for more descriptors and processes than a host may allow, even to root. Enough for the service; chosen, not measured. */
const PODMAN_LIMITS = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=16384:16384']

export interface Engine {
  readonly name: 'docker' | 'podman'
  /** Arguments before the verb: the runtime that Podman is to start containers with. */
  readonly before: readonly string[]
  /** What every `run` needs here. */
  readonly limits: readonly string[]
}

/** Builds and starts images through a daemon, or through Podman, which needs none; undefined where neither is there. */
export async function findEngine(): Promise<Engine | undefined> {
  if (await works('docker', ['version'])) return { name: 'docker', before: [], limits: [] }
  if (!(await works('podman', ['version']))) return undefined
  return { name: 'podman', before: await runtimeArguments(), limits: PODMAN_LIMITS }
}

/** What the engine prints; its messages come with the failure. */
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

/** crun refuses hosts that mount cgroups of both versions; runc takes them. */
async function runtimeArguments(): Promise<string[]> {
  return (await works('runc', ['--version'])) ? ['--runtime', 'runc'] : []
}
