/** Runs Python as WebAssembly in an isolate of V8 (see pyodide-child.ts): for machines without bubblewrap, user namespaces or Python. */
import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { featureFile, withPipes } from '../../core/index.ts'
import type { CodeRunner } from '../sandbox/ports.ts'
import { createRunner } from '../sandbox/runner.ts'

export interface PyodideOptions {
  readonly maxMemoryMb: number
  /** Keeps one interpreter started in advance, which takes 2 to 3 seconds. */
  readonly isKeptWarm?: boolean
  readonly maxAtOnce?: number
}

const PACKAGES = ['pyodide', 'isolated-vm', 'node-gyp-build'] as const
const HERE = fileURLToPath(import.meta.url)
const CHILD = join(dirname(HERE), `pyodide-child${extname(HERE)}`)
const SANDBOX = join(dirname(HERE), '..', 'sandbox')
const REALM = join(SANDBOX, 'pyodide-realm.js')
const GUEST = join(SANDBOX, 'guest.py')
// A loop that survives this process ends after an hour of processor time; no core dumps, no files.
const LIMITED = 'ulimit -t 3600; ulimit -c 0; ulimit -f 0; exec "$0" "$@"'
// Memory of the process besides Python's: the heaps of Node and of the isolate, and the engine's code. Chosen, not measured.
const OVERHEAD_MB = 512
const HEAP_MB = 256
// The loader of the addon looks for this file to tell one C library from the other.
const ALPINE_MARK = '/etc/alpine-release'

/** Opens the runner. Throws `FEATURE_MISSING`. */
export function openPyodideRunner({
  maxMemoryMb,
  isKeptWarm = true,
  ...options
}: PyodideOptions): CodeRunner {
  const folders = PACKAGES.map((name) => realpathSync(featureFile('pyodide', name)))
  return createRunner({
    name: 'pyodide',
    start: () => start(folders, maxMemoryMb),
    limits: { maxResidentMb: maxMemoryMb + OVERHEAD_MB },
    isKeptWarm,
    ...options,
  })
}

function start(folders: readonly string[], maxMemoryMb: number): ChildProcess {
  const [pyodide = '', isolate = ''] = folders
  const readable = [CHILD, REALM, GUEST, ALPINE_MARK, ...folders.map((folder) => `${folder}/*`)]
  const flags = [
    '--permission',
    // The isolate is an addon. No other one can be loaded: the permission to read covers only these files.
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disable-sigusr1',
    '--no-node-snapshot',
    '--no-warnings',
    `--max-old-space-size=${HEAP_MB}`,
  ]
  const command = [
    process.execPath,
    ...flags,
    CHILD,
    pyodide,
    isolate,
    REALM,
    GUEST,
    String(maxMemoryMb),
  ] as const
  const [program, ...parts] =
    process.platform === 'win32' ? command : (['/bin/sh', '-c', LIMITED, ...command] as const)
  return withPipes(spawn(program, parts, { cwd: '/', env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] }))
}
