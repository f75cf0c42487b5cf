/** The unit that a question asks for: `in km`, `in units of eV`, `(in m/s)`, `how many days`. */
import { openNotation } from './notation.ts'
import type { UnitDefinition } from './unit-table.ts'
import { readUnit } from './units.ts'

const ASKED = /\b(?:in|units? of|expressed in|how many)\s+(?:units? of\s+)?(?=[A-Za-zμΩÅ°%])/gi
// What may stand behind a unit that is asked for, and no other noun.
const BEHIND =
  /^(?:$|[?.,;:)\]]|(?:to|and|does|do|did|is|are|was|were|will|would|can|has|have|for|at|of|between|if|when|with|per|rounded|correct)\b)/i

/** Undefined where it asks for none, or for several. */
export function askedUnit(question: string): readonly UnitDefinition[] | undefined {
  const plain = openNotation(question)
  const found = new Map<string, readonly UnitDefinition[]>()
  for (const asked of plain.matchAll(ASKED)) {
    const from = asked.index + asked[0].length
    const { readings, rest } = readUnit(plain.slice(from, from + 80))
    const name = plain.slice(from, from + 80).trim()
    const isNamed = readings.length > 0 && BEHIND.test(rest)
    // `in A and B`: a letter may be a name.
    if (isNamed && !/^[A-Z]\b/.test(name)) found.set(JSON.stringify(readings[0]), readings)
  }
  return found.size === 1 ? [...found.values()][0] : undefined
}
