/**
 * Runs Python in bubblewrap: separate namespaces for users, processes, network, mounts and IPC; a read-only root with only the
 * interpreter and its libraries; no /proc; 64 MB of /tmp; no environment; hard limits; a system call filter.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { GlossError, withPipes } from '../../core/index.ts'
import type { CodeRunner } from '../sandbox/ports.ts'
import { createRunner } from '../sandbox/runner.ts'
import { systemCallFilter } from '../sandbox/system-calls.ts'
import type { Python } from './host-python.ts'

export interface BubblewrapOptions {
  readonly python: Python
  /** Address space of the interpreter in MB. */
  readonly maxMemoryMb: number
  /** Processor seconds, above the longest time limit, as a safety net below it. */
  readonly maxCpuSeconds: number
  readonly maxAtOnce?: number
  /** Program to run. Default: `bwrap`. */
  readonly program?: string
}

// Started as root, bubblewrap and its contents would be root outside its namespace, whom limits on processes do not bind.
const NOBODY = 65_534
const GUEST_FILES = ['guest_native.py', 'guest.py']
const MB = 1024 * 1024
const TEMPORARY_BYTES = 64 * MB
// Includes threads of numpy's libraries, if the interpreter has it; threads count as processes. Chosen, not measured.
const MAX_THREADS = 32
const MAX_FILES = 64
const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']
const DEVICES = ['/dev/null', '/dev/zero', '/dev/urandom', '/dev/random']
const ENVIRONMENT = {
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  MPLBACKEND: 'Agg',
  MPLCONFIGDIR: '/tmp',
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
}

export function openBubblewrapRunner(options: BubblewrapOptions): CodeRunner {
  const sources = GUEST_FILES.map((file) =>
    readFileSync(new URL(`../sandbox/${file}`, import.meta.url), 'utf8'),
  )
  const limits = {
    AS: options.maxMemoryMb * MB,
    CORE: 0,
    CPU: options.maxCpuSeconds,
    FSIZE: TEMPORARY_BYTES,
    MEMLOCK: 0,
    NOFILE: MAX_FILES,
    NPROC: MAX_THREADS,
  }
  const guest = [...sources, `give_up(${JSON.stringify(limits)})`, 'serve(send, receiver())'].join('\n')
  const filter = systemCallFilter()
  const { maxAtOnce } = options
  return createRunner({
    name: 'bubblewrap',
    start: () => start(options, guest, filter),
    ...(maxAtOnce === undefined ? {} : { maxAtOnce }),
  })
}

function start(
  { python, program = 'bwrap' }: BubblewrapOptions,
  guest: string,
  filter: Uint8Array | null,
): ChildProcess {
  if (filter === null)
    throw new GlossError('SANDBOX_UNAVAILABLE', `There is no system call filter for ${process.arch}.`)
  const child = withPipes(
    spawn(program, ['--seccomp', '4', ...boxOf(python), python.executable, '-I', '-B', '-c', guest], {
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    }),
  )
  const filterPipe = child.stdio[4] as Duplex
  // The process may end before it has read the filter; its exit says why.
  filterPipe.on('error', () => undefined)
  filterPipe.end(filter)
  return child
}

function boxOf({ folders }: Python): string[] {
  const readable = [...SYSTEM_LIBRARIES, ...folders].flatMap((path) => ['--ro-bind-try', path, path])
  const devices = DEVICES.flatMap((path) => ['--dev-bind', path, path])
  const environment = Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value])
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--uid', `${NOBODY}`, '--gid', `${NOBODY}`],
    ...['--hostname', 'sandbox', '--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--clearenv'],
    ...environment,
    ...readable,
    ...devices,
    ...['--size', `${TEMPORARY_BYTES}`, '--tmpfs', '/tmp', '--remount-ro', '/', '--chdir', '/tmp', '--'],
  ]
}
