/** Makes a sentence untrue by changing one thing in it. */

export type ChangedKind = 'number' | 'unit' | 'negation' | 'name'

const UNITS = [
  'mg',
  'µg',
  'ng',
  'kg',
  'g',
  'mM',
  'µM',
  'nM',
  'ml',
  'µl',
  'mm',
  'cm',
  'nm',
  'km',
  'h',
  'min',
  's',
  'days',
  'weeks',
  'months',
  'years',
  'kDa',
  'mmHg',
  '%',
]
const BEHIND_NUMBER = new RegExp(`(?<=\\d\\s?)(?:${UNITS.join('|')})(?![\\p{L}\\d/])`, 'u')
const AUXILIARY = /\b(?:is|are|was|were|can|could|may|did|does|has|have|will|would|should)\b/
const NEGATED = /\b(?:not|no|never|without)\s/
// Within a sentence, so that the capital belongs to the name.
const NAME =
  /(?<=[\p{Ll},;]\s)(?:[\p{Lu}][\p{L}\d-]{3,}|\p{L}+\d+|\p{Ll}{4,}(?:ol|ine|ene|one|ase|ose|ide|ate))(?=[\s,.;)])/gu

type Pick = <T>(all: readonly T[]) => T

/** Returns the changed sentence; null if it has nothing of the kind. `names`: names from other sentences. */
export function changedSentence(
  text: string,
  kind: ChangedKind,
  random: () => number,
  names: readonly string[],
): string | null {
  const pick: Pick = (all) => all[Math.floor(random() * all.length)]!
  switch (kind) {
    case 'number':
      return otherNumber(text, pick)
    case 'unit':
      return otherUnit(text, pick)
    case 'negation':
      if (NEGATED.test(text)) return text.replace(NEGATED, '')
      return AUXILIARY.test(text) ? text.replace(AUXILIARY, '$& not') : null
    case 'name': {
      const [found, others] = [namesIn(text), names.filter((name) => !text.includes(name))]
      return found.length === 0 || others.length === 0 ? null : text.replace(pick(found), pick(others))
    }
  }
}

/** Changes a digit of a number in the sentence: not of a citation or a line number. */
function otherNumber(text: string, pick: Pick): string | null {
  const numbers = [...text.matchAll(/(?<![\p{L}\d.[(,]|\n\s*)\d+(?:\.\d+)?(?![\d\])]|\s*\n)/gu)]
  if (numbers.length === 0) return null
  const { 0: number, index } = pick(numbers)
  const at = index + pick([...number.matchAll(/\d/g)]).index
  const digit = pick([...'0123456789'].filter((other) => other !== text[at]))
  return text.slice(0, at) + digit + text.slice(at + 1)
}

function otherUnit(text: string, pick: Pick): string | null {
  const found = BEHIND_NUMBER.exec(text)
  if (found === null) return null
  const other = pick(UNITS.filter((unit) => unit !== found[0]))
  return text.slice(0, found.index) + other + text.slice(found.index + found[0].length)
}

export function namesIn(text: string): string[] {
  return text.match(NAME) ?? []
}
