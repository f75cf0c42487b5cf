/** Python as WebAssembly in a locked child process (see pyodide-child.ts): for machines without bubblewrap, user namespaces or Python. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CodeRunner } from '../sandbox/ports.ts'
import { createRunner } from '../sandbox/runner.ts'

export interface PyodideOptions {
  readonly maxMemoryMb: number
  /** Keeps one interpreter started ahead: it takes 2 to 3 seconds. */
  readonly isKeptWarm?: boolean
}

const HERE = fileURLToPath(import.meta.url)
const CHILD = join(dirname(HERE), `pyodide-child${extname(HERE)}`)
const GUEST = join(dirname(HERE), '..', 'sandbox', 'guest.py')
// A loop that outlives this process ends after an hour on the processor; no core dumps, no files.
const LIMITED = 'ulimit -t 3600; ulimit -c 0; ulimit -f 0; exec "$0" "$@"'
// For JavaScript's own heap; code runs in the memory of WebAssembly. Chosen, not measured.
const HEAP_MB = 256

export function openPyodideRunner({ maxMemoryMb, isKeptWarm = true }: PyodideOptions): CodeRunner {
  const pyodideFolder = dirname(fileURLToPath(import.meta.resolve('pyodide')))
  return createRunner({
    name: 'pyodide',
    start: () => start(pyodideFolder, maxMemoryMb),
    limits: { maxResidentMb: maxMemoryMb + 2 * HEAP_MB },
    isKeptWarm,
  })
}

function start(pyodideFolder: string, maxMemoryMb: number): ChildProcess {
  const flags = [
    '--permission',
    ...[CHILD, GUEST, `${pyodideFolder}/*`].map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MB}`,
  ]
  const command = [process.execPath, ...flags, CHILD, pyodideFolder, GUEST, String(maxMemoryMb)] as const
  const [program, ...parts] =
    process.platform === 'win32' ? command : (['/bin/sh', '-c', LIMITED, ...command] as const)
  return spawn(program, parts, {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
}
