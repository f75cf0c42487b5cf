/** A process that could not be started has no pipes where too many files are open, and says why by an event only. */
import type { ChildProcess } from 'node:child_process'

/** The process, straight after it was started. Throws where it has no pipes; it may still have failed to start, of which its `error` tells. */
export function withPipes(child: ChildProcess): ChildProcess {
  // Typed as always there.
  if ((child.stdio as ChildProcess['stdio'] | undefined) !== undefined) return child
  // What it tells is thrown.
  child.once('error', () => undefined)
  throw new Error('Too many files are open')
}
