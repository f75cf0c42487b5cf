/** Distinguishes titles that are names, as in an encyclopaedia, from sentences, as in papers; recognises headings that are names. */
import { NAME_STOP_WORDS } from '../../core/index.ts'
import { canonicalWords } from './canonical.ts'
import { isLabel } from './generic-words.ts'
import { quantities } from './quantities.ts'

// Of the titles of musique-train and hotpotqa-train fewer than one in a thousand is longer; of SciFact's one in ten is shorter.
const MAX_NAME_WORDS = 8
// "Aspirin in the prevention of stroke" has two; "Person-centered therapy" two as well, but no function word in between.
const MAX_LOWER_CASE_WORDS = 3

// Chosen, not measured.
const MAX_HEADING_WORDS = 6

export function isNameLike(title: string): boolean {
  const words = canonicalWords(title)
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return false
  const content = words.filter(({ form }) => !NAME_STOP_WORDS.has(form))
  const lowerCase = content.filter(({ isCapital }) => !isCapital)
  return lowerCase.length <= MAX_LOWER_CASE_WORDS && lowerCase.length <= Math.max(content.length - 1, 1)
}

/** Returns whether a topic or the heading of a section names something; "Materials and methods", "Additional file 1" and "56 MeV" do not. */
export function isNamingHeading(heading: string): boolean {
  const words = canonicalWords(heading)
  const content = words.filter(({ form }) => !NAME_STOP_WORDS.has(form))
  const [quantity] = quantities(heading)
  return (
    words.length <= MAX_HEADING_WORDS &&
    !isLabel(content.map(({ form }) => form)) &&
    (quantity === undefined || quantity.end - quantity.start < heading.trim().length)
  )
}
