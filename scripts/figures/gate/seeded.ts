/** A number in [0, 1) for a name: the same on every run and machine, so halves and samples never change. */
import { contentId } from '../../../core/index.ts'

export function unitNumber(name: string): number {
  return Number.parseInt(contentId(name).slice(0, 8), 16) / 2 ** 32
}
