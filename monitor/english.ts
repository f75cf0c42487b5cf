/** Whether a window is in another language than English, the only one that the words of doubt are known in. */

const LETTERS = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu
const WORDS = /\p{L}+/gu
// Symbols of formulas are Greek letters and the like: a text is foreign by its script from this share on. Chosen, not measured.
const FOREIGN_LETTERS = 0.3
const FEWEST_WORDS = 15
const FOREIGN_WORDS = 0.08
const ENGLISH = new Set(
  'the of and is to in that it for as with are was this be by or we not from which on have at but if so'.split(
    ' ',
  ),
)
/** The commonest words of German, French, Spanish, Italian, Portuguese and Dutch that no English text has. */
const OTHERS = new Set(
  (
    'der die das und ist nicht ein eine ich wir den dem zu mit auf von sich auch dass für sind oder ' +
    'le la les des et est une dans que qui pour pas sur du au ce il elle nous avec ne ' +
    'el los las una y es en por para con del se lo como más pero ' +
    'di che il per una sono della nel non è gli o os as um uma não com dos het een van en niet dat zijn'
  ).split(' '),
)

/** Returns whether `text` is certainly not English: by its letters, or by its commonest words. Formulas and short texts are not. */
export function isForeign(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0
  const latin = text.match(LATIN)?.length ?? 0
  if (letters > 0 && (letters - latin) / letters > FOREIGN_LETTERS && letters >= FEWEST_WORDS) return true
  const words = text.toLowerCase().match(WORDS) ?? []
  if (words.length < FEWEST_WORDS) return false
  const share = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length / words.length
  return share(OTHERS) >= FOREIGN_WORDS && share(OTHERS) > 2 * share(ENGLISH)
}
