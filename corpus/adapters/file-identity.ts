/** Tells a file from a later one with the same name. */
import { statSync } from 'node:fs'

/** Returns null if there is no file. */
export function fileIdentity(path: string): string | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  // The time of creation distinguishes files that got the same inode one after the other.
  return file === undefined ? null : `${file.dev}:${file.ino}:${file.birthtimeNs}`
}
