/** Finds the unit that a question asks for: `in km`, `in units of eV`, `(in m/s)`, `how many days`. */
import { openNotation } from './notation.ts'
import type { UnitDefinition } from './unit-table.ts'
import { readUnit } from './units.ts'

const MAX_UNIT_CHARACTERS = 80
const ASKED = /\b(?:in|units?(?: of|\s*[:=])?|expressed in|how many)\s+(?:units? of\s+)?(?=[A-Za-zμΩÅ°%])/gi
// Words that may follow a requested unit; no other noun may.
const BEHIND =
  /^(?:$|[?.,;:)\]]|(?:to|and|does|do|did|is|are|was|were|will|would|can|has|have|for|at|of|between|if|when|with|per|rounded|correct)\b)/i

interface RequestedUnit {
  readonly text: string
  readonly readings: readonly UnitDefinition[]
}

/** Returns the requested unit, or undefined if there is none, or several. */
export function askedUnit(question: string): readonly UnitDefinition[] | undefined {
  return singleRequestedUnit(question)?.readings
}

/** Returns the requested unit as it is written. */
export function askedUnitText(question: string): string | undefined {
  return singleRequestedUnit(question)?.text
}

function singleRequestedUnit(question: string): RequestedUnit | undefined {
  const plain = openNotation(question)
  const found = new Map<string, RequestedUnit>()
  for (const asked of plain.matchAll(ASKED)) {
    const behind = plain.slice(asked.index + asked[0].length).slice(0, MAX_UNIT_CHARACTERS)
    const { readings, rest } = readUnit(behind)
    const isNamed = readings.length > 0 && BEHIND.test(rest)
    // `in A and B`: a letter may be a name, unless it is the last word.
    if (!isNamed || /^[A-Z]\s+\w/.test(behind)) continue
    const text = behind.trimEnd().slice(0, behind.trimEnd().length - rest.length)
    found.set(JSON.stringify(readings[0]), { text: text.trim(), readings })
  }
  return found.size === 1 ? [...found.values()][0] : undefined
}
