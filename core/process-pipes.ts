/** Detects processes that could not be started because too many files are open: they have no pipes and report it only by an event. */
import type { ChildProcess } from 'node:child_process'

/** Returns a process that was just started, or throws if it has no pipes; other start failures are reported by its `error` event. */
export function withPipes(child: ChildProcess): ChildProcess {
  // The type claims that it is always there.
  if ((child.stdio as ChildProcess['stdio'] | undefined) !== undefined) return child
  // The error is thrown here, so its event is ignored.
  child.once('error', () => undefined)
  throw new Error('Too many files are open')
}
