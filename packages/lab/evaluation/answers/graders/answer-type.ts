/** Which grader a question asks for: its `answer_type`, or what its gold looks like. */
import { readLetters } from './multiple-choice.ts'
import { withDigits } from './number-words.ts'
import { readGold } from './numeric.ts'
import type { Option } from './options.ts'

// Commands of LaTeX other than dress, powers and indices of letters, an operator between letters.
const FORMULA =
  /\\(?!text|mathrm|mathbf|rm\b|[,;:! ])[a-zA-Z]+|[A-Za-z)}]\s*\^|[A-Za-z]_[A-Za-z0-9{]|[A-Za-z0-9)]\s*[=*+]\s*[A-Za-z0-9(\\]/

/** Of a gold whose type is not told, or only that its value is exact. */
export function kindOfGold(gold: string, unit: string | undefined): 'numeric' | 'symbolic' | 'text' {
  const quantities = readGold(withDigits(gold), unit)
  // `12 Angry Men` is a name.
  const isName = quantities?.some(({ words }) => /(?:^|\s)\p{Lu}\p{Ll}/u.test(words)) ?? false
  if (quantities !== undefined && !isName) return 'numeric'
  if (isName) return 'text'
  return FORMULA.test(gold) ? 'symbolic' : 'text'
}

export function isChoice(gold: string, options: readonly Option[]): boolean {
  return options.length >= 2 && readLetters(gold, options).kind === 'letters'
}
