/** Finds a Python of this machine that can run in the sandbox, and the folders that it needs to see. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childEnvironment } from '../../core/index.ts'

export interface Python {
  /** Path without symbolic links. */
  readonly executable: string
  readonly version: string
  /** Folders that it reads besides the system's libraries: its binary or its own folder, and those of its packages. */
  readonly folders: readonly string[]
}

type Answer = [executable: string, prefix: string, packages: string[], version: string]

const CANDIDATES = ['/usr/bin/python3', 'python3']
const QUESTION = `
import json, os, sys
packages = [path for path in sys.path if os.path.isdir(path)]
print(json.dumps([os.path.realpath(sys.executable), sys.base_prefix, packages, sys.version.split()[0]]))`
// Oldest minor version for guest.py, which has the walrus operator. Chosen: nothing older is maintained.
const MIN_MINOR = 9
const TIMEOUT_MS = 20_000

/** Returns those that answer, best first. */
export async function findPythons(candidates: readonly string[] = CANDIDATES): Promise<Python[]> {
  const found: Python[] = []
  for (const candidate of candidates) {
    const python = await ask(candidate)
    if (python !== null && !found.some(({ executable }) => executable === python.executable))
      found.push(python)
  }
  return found
}

async function ask(candidate: string): Promise<Python | null> {
  const options = { timeout: TIMEOUT_MS, env: childEnvironment() }
  const answer = await promisify(execFile)(candidate, ['-I', '-c', QUESTION], options).catch(
    // Missing, not Python, or broken: in each case the caller takes the next one.
    () => null,
  )
  if (answer === null) return null
  const [executable, prefix, packages, version] = JSON.parse(answer.stdout) as Answer
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major !== 3 || minor < MIN_MINOR) return null
  return { executable, version, folders: [prefix === '/usr' ? executable : prefix, ...packages] }
}
