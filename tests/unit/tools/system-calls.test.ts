import { describe, expect, it } from 'vitest'
import { systemCallFilter } from '../../../tools/sandbox/system-calls.ts'

const X64 = 0xc000003e
const ARM64 = 0xc00000b7
const THREAD = 0x003d0f00
const FORK = 0x01200011

/** Interprets classic BPF as the kernel does and returns the verdict on a call. Supports the instructions of this program only. */
function verdict(program: Uint8Array, audit: number, call: number, firstArgument = 0): string {
  const code = new DataView(program.buffer)
  const data: Readonly<Record<number, number>> = { 0: call, 4: audit, 16: firstArgument }
  let accumulator = 0
  for (let at = 0; at < program.length; at += 8) {
    const value = code.getUint32(at + 4, true)
    const jump = (isTaken: boolean) => 8 * code.getUint8(at + (isTaken ? 2 : 3))
    switch (code.getUint16(at, true)) {
      case 0x20:
        accumulator = data[value] ?? Number.NaN
        break
      case 0x15:
        at += jump(accumulator === value)
        break
      case 0x35:
        at += jump(accumulator >= value)
        break
      case 0x45:
        at += jump((accumulator & value) !== 0)
        break
      case 0x06:
        return { 2147418112: 'allow', 2147483648: 'kill', 327681: 'EPERM', 327718: 'ENOSYS' }[value] ?? 'odd'
      default:
        return 'odd'
    }
  }
  return 'no end'
}

const CASES = [
  { name: 'read', x64: 0, arm64: 63, says: 'allow' },
  { name: 'write', x64: 1, arm64: 64, says: 'allow' },
  { name: 'mmap', x64: 9, arm64: 222, says: 'allow' },
  { name: 'openat', x64: 257, arm64: 56, says: 'allow' },
  { name: 'execve', x64: 59, arm64: 221, says: 'allow' },
  { name: 'exit_group', x64: 231, arm64: 94, says: 'allow' },
  { name: 'prctl', x64: 157, arm64: 167, says: 'allow' },
  { name: 'socketpair', x64: 53, arm64: 199, says: 'allow' },
  { name: 'clone of a thread', x64: 56, arm64: 220, argument: THREAD, says: 'allow' },
  { name: 'clone of a process', x64: 56, arm64: 220, argument: FORK, says: 'EPERM' },
  // CLONE_VM | CLONE_VFORK | SIGCHLD: how the C library starts a program for posix_spawn.
  {
    name: 'clone of a process that borrows the memory',
    x64: 56,
    arm64: 220,
    argument: 0x4111,
    says: 'EPERM',
  },
  { name: 'clone with no flags at all', x64: 56, arm64: 220, argument: 0, says: 'EPERM' },
  { name: 'fork', x64: 57, arm64: 220, argument: 17, says: 'EPERM' },
  { name: 'clone3', x64: 435, arm64: 435, says: 'ENOSYS' },
  { name: 'socket', x64: 41, arm64: 198, says: 'EPERM' },
  { name: 'connect', x64: 42, arm64: 203, says: 'EPERM' },
  { name: 'ptrace', x64: 101, arm64: 117, says: 'EPERM' },
  { name: 'mount', x64: 165, arm64: 40, says: 'EPERM' },
  { name: 'unshare', x64: 272, arm64: 97, says: 'EPERM' },
  { name: 'setns', x64: 308, arm64: 268, says: 'EPERM' },
  { name: 'bpf', x64: 321, arm64: 280, says: 'EPERM' },
  { name: 'io_uring_setup', x64: 425, arm64: 425, says: 'EPERM' },
  { name: 'userfaultfd', x64: 323, arm64: 282, says: 'EPERM' },
  { name: 'keyctl', x64: 250, arm64: 219, says: 'EPERM' },
  { name: 'memfd_create', x64: 319, arm64: 279, says: 'EPERM' },
  { name: 'shmget', x64: 29, arm64: 194, says: 'EPERM' },
  { name: 'open_by_handle_at', x64: 304, arm64: 265, says: 'EPERM' },
  { name: 'kexec_load', x64: 246, arm64: 104, says: 'EPERM' },
  { name: 'memfd_secret', x64: 447, arm64: 447, says: 'EPERM' },
]

describe('a system call', () => {
  it.each(CASES)('$name: $says', ({ x64, arm64, argument, says }) => {
    expect(verdict(systemCallFilter('x64') ?? new Uint8Array(), X64, x64, argument)).toBe(says)
    expect(verdict(systemCallFilter('arm64') ?? new Uint8Array(), ARM64, arm64, argument)).toBe(says)
  })

  it('of a program for another processor ends it', () => {
    expect(verdict(systemCallFilter('x64') ?? new Uint8Array(), 0x40000003, 0)).toBe('kill')
  })

  it('by the numbers of x32, which would go round the list, is denied', () => {
    expect(verdict(systemCallFilter('x64') ?? new Uint8Array(), X64, 0x40000000 + 41)).toBe('EPERM')
  })
})

it('there is no filter for a processor that is not known', () => {
  expect(systemCallFilter('mips')).toBeNull()
})
