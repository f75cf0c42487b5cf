import type { Worth } from '../ports.ts'

/** Returns true for units of some or much help, and for those without a verdict. */
export function isWorthKeeping(worth: Worth | undefined): boolean {
  return worth === undefined || worth === 'unsifted' || worth >= 1
}
