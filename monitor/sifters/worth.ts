import type { Worth } from '../ports.ts'

/** Units of some or much help are kept, and so is what was not judged. */
export function isWorthKeeping(worth: Worth | undefined): boolean {
  return worth === undefined || worth === 'unsifted' || worth >= 1
}
