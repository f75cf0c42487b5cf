/** Capitalised runs that are no names: citations, numbers of figures, months, words of reporting. */
import type { NameSpan } from './capitalised.ts'
import { isGenericName } from './generic-words.ts'

const CITED =
  /^(?: et al\b|,? (?:and|&) [\p{Lu}][\p{L}-]+,? \(?(?:19|20)\d\d|,? \(?(?:19|20)\d\d[a-z]?[);,])/u
const NUMBERED =
  /^(?:(?:supplementary|supplemental|extended data) )?(?:fig|figs|figure|figures|table|tables|eq|eqs|equation|section|chapter|box|scheme|appendix|ref|refs|movie|video|file|panel)(?: s?\d{1,3}[a-z]?| [a-z])?(?: supplement.*)?$/
const LOOKAHEAD_CHARACTERS = 40

export function isNoName(sentence: string, { name, end }: NameSpan): boolean {
  return (
    isGenericName(name) || NUMBERED.test(name) || CITED.test(sentence.slice(end, end + LOOKAHEAD_CHARACTERS))
  )
}
