/** Tells a file from another one of its name. */
import { statSync } from 'node:fs'

/** Null where no file is. */
export function fileIdentity(path: string): string | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  // The time of its birth tells apart files that got the same inode in turn.
  return file === undefined ? null : `${file.dev}:${file.ino}:${file.birthtimeNs}`
}
