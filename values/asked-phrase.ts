/** Finds the words of a sentence that answer a column asking for words rather than numbers: "solvent", "statistical software". */
import { words } from '../core/index.ts'
import { isMeasure, phraseStart, WORD } from './measured.ts'
import type { FoundPhrase, PhraseFinder } from './phrase-kinds.ts'

// Words that say nothing specific about a thing: "the same method".
const GENERIC = new Set(
  words(
    'same new novel present previous proposed described following other another different various several similar standard main first second third any every one two three four our best above below simple common modern traditional existing available important specific major material general appropriate certain given original current well good further many most some no own more such whole single',
  ),
)

/** Finds phrases that end in the column's last word and say which: "hydrodistillation method". Null for a column that asks for a number. */
export function finderOfName(column: string): PhraseFinder | null {
  const asked = words(column)
  if (asked.length === 0 || isMeasure(column)) return null
  const head = asked.at(-1)
  return (sentence) =>
    [...sentence.matchAll(WORD)].flatMap(({ index, 0: word }): FoundPhrase[] => {
      if (words(word).at(-1) !== head) return []
      const end = index + word.length
      const start = phraseStart(sentence, end)
      const terms = words(sentence.slice(start, end))
      const saying = terms.slice(0, -1).filter((term) => !GENERIC.has(term) && !asked.includes(term))
      if (saying.length === 0 || !asked.every((term) => terms.includes(term))) return []
      return [{ span: [start, end], rank: 1 }]
    })
}
