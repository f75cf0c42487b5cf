/** A process that could not be started has no pipes where too many files are open, and says why by an event only. */
import type { ChildProcess } from 'node:child_process'

/** Returns the process, straight after it was started. Throws where it has no pipes; it may still have failed to start, which its `error` event reports. */
export function withPipes(child: ChildProcess): ChildProcess {
  // Typed as always there.
  if ((child.stdio as ChildProcess['stdio'] | undefined) !== undefined) return child
  // What it reports is thrown.
  child.once('error', () => undefined)
  throw new Error('Too many files are open')
}
