/** Is a process of this machine alive? Known of other users' processes, too. */

export function isProcessAlive(pid: number): boolean {
  try {
    // 0 is the group of this process.
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
