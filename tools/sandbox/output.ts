/** What code printed, cut at a cap with a note of its full length. */
import { OUTPUT_CHARACTERS } from './ports.ts'

export interface CappedOutput {
  add(text: string): void
  /** `characters`: the full length, where the sender counted further than it sent. */
  finish(characters?: number): { readonly output: string; readonly truncated: boolean }
}

export function createCappedOutput(): CappedOutput {
  let text = ''
  let length = 0
  return {
    add(more) {
      length += more.length
      if (text.length < OUTPUT_CHARACTERS) text += more.slice(0, OUTPUT_CHARACTERS - text.length)
    },
    finish(characters = 0) {
      const whole = Math.max(length, characters)
      const isCut = whole > text.length && text.length >= OUTPUT_CHARACTERS
      return {
        output: isCut ? `${text}\n[cut: ${text.length} of ${whole} characters]` : text,
        truncated: isCut,
      }
    },
  }
}
