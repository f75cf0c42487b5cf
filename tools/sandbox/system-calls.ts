/**
 * System calls denied to sandboxed Python, as a classic BPF program for seccomp (linux/seccomp.h, linux/filter.h).
 * Denied: other processes, every kind of socket (some, such as vsock, are not separated by network namespaces), mounts and namespaces,
 * memory that no limit of the process counts, and the parts of the kernel with the most bugs. A denied call fails with EPERM.
 */

interface Architecture {
  /** AUDIT_ARCH_* constant of linux/audit.h. */
  readonly audit: number
  readonly clone: number
  /** Numbers that only this architecture has, or has differently from below; x64 from asm/unistd_64.h, arm64 from asm-generic/unistd.h. */
  readonly denied: readonly number[]
}

// fork vfork; socket accept connect bind listen accept4; shmget semget msgget mq_open memfd_create; ptrace process_vm_readv
// process_vm_writev kcmp execveat; mount umount2 pivot_root chroot unshare setns; bpf perf_event_open userfaultfd; add_key
// request_key keyctl; kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff acct;
// name_to_handle_at open_by_handle_at fanotify_init; settimeofday clock_settime adjtimex clock_adjtime; sethostname
// setdomainname syslog quotactl lookup_dcookie vhangup personality; mbind set_mempolicy migrate_pages move_pages vmsplice.
const X64 = [
  57, 58, 41, 43, 42, 49, 50, 288, 29, 64, 68, 240, 319, 101, 310, 311, 312, 322, 165, 166, 155, 161, 272,
  308, 321, 298, 323, 248, 249, 250, 246, 320, 175, 313, 176, 169, 167, 168, 163, 303, 304, 300, 164, 227,
  159, 305, 170, 171, 103, 179, 212, 153, 135, 237, 238, 256, 279, 278,
  // Only on x64: uselib ustat modify_ldt sysctl iopl ioperm.
  134, 136, 154, 156, 172, 173,
]
const ARM64 = [
  198, 202, 203, 200, 201, 242, 194, 190, 186, 180, 279, 117, 270, 271, 272, 281, 40, 39, 41, 51, 97, 268,
  280, 241, 282, 217, 218, 219, 104, 294, 105, 273, 106, 142, 224, 225, 89, 264, 265, 262, 170, 112, 171, 266,
  161, 162, 116, 60, 18, 58, 92, 235, 237, 238, 239, 75,
]
// The same number everywhere: io_uring_setup _enter _register, open_tree move_mount fsopen fsconfig fsmount fspick,
// pidfd_open pidfd_getfd mount_setattr memfd_secret.
const COMMON = [425, 426, 427, 428, 429, 430, 431, 432, 433, 434, 438, 442, 447]
// Its flags are in memory, which a filter cannot read; told that the call is missing, libc uses clone.
const CLONE3 = 435

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, clone: 56, denied: X64 },
  arm64: { audit: 0xc00000b7, clone: 220, denied: ARM64 },
}

const LOAD = 0x20
const JUMP_IF_EQUAL = 0x15
const JUMP_IF_AT_LEAST = 0x35
const JUMP_IF_ANY_BIT = 0x45
const RETURN = 0x06
const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const FAIL = 0x00050000
const EPERM = 1
const ENOSYS = 38
const CLONE_THREAD = 0x00010000
// Offsets into struct seccomp_data: number, architecture, low half of the first argument.
const NUMBER_AT = 0
const ARCHITECTURE_AT = 4
const FIRST_ARGUMENT_AT = 16
const X32_CALLS_FROM = 0x40000000
const INSTRUCTION_BYTES = 8

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

/** Returns the program in the kernel's format, little-endian; null for an unknown architecture. */
export function systemCallFilter(architecture: string = process.arch): Uint8Array | null {
  const known = ARCHITECTURES[architecture]
  if (known === undefined) return null
  const denied = [...known.denied, ...COMMON]
  // Jumps count the instructions in between; the last six follow the list of denied calls.
  const listed = denied.map((number, i): Instruction => [JUMP_IF_EQUAL, denied.length - i + 3, 0, number])
  return encoded([
    [LOAD, 0, 0, ARCHITECTURE_AT],
    [JUMP_IF_EQUAL, 1, 0, known.audit],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER_AT],
    [JUMP_IF_AT_LEAST, denied.length + 5, 0, X32_CALLS_FROM],
    [JUMP_IF_EQUAL, denied.length + 5, 0, CLONE3],
    ...listed,
    [JUMP_IF_EQUAL, 0, 2, known.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT_AT],
    [JUMP_IF_ANY_BIT, 0, 1, CLONE_THREAD],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, FAIL | EPERM],
    [RETURN, 0, 0, FAIL | ENOSYS],
  ])
}

function encoded(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * INSTRUCTION_BYTES))
  program.forEach(([code, ifTrue, ifFalse, value], i) => {
    const at = i * INSTRUCTION_BYTES
    bytes.setUint16(at, code, true)
    bytes.setUint8(at + 2, ifTrue)
    bytes.setUint8(at + 3, ifFalse)
    bytes.setUint32(at + 4, value, true)
  })
  return new Uint8Array(bytes.buffer)
}
