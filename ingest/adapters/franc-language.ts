/** The language of a text, by trigrams. */
import { franc } from 'franc-min'

// franc's own documentation calls shorter texts unreliable; titles in English come out as Scots below this.
const MIN_CHARACTERS = 60

/** ISO 639-3 code, null for short texts and texts of no known language. */
export function francLanguage(text: string): string | null {
  if (text.trim().length < MIN_CHARACTERS) return null
  const code = franc(text)
  return code === 'und' ? null : code
}
