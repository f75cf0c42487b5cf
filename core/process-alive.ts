/** Checks whether a process on this machine is alive, including other users' processes. */

export function isProcessAlive(pid: number): boolean {
  try {
    // 0 would mean the group of this process.
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
