/** A sentence with the short forms of its paper spelled out. */
import type { Abbreviations } from '../../core/index.ts'

/**
 * Puts `long form (SF)` in the place of the first use of each short form that the sentence neither defines nor spells
 * out. Plural uses (`ACEs`) are left alone: their long form cannot be formed safely.
 */
export function expanded(sentence: string, abbreviations: Abbreviations): string {
  if (abbreviations.size === 0) return sentence
  let result = sentence
  for (const short of new Set(sentence.match(/[\p{L}\p{N}][\p{L}\p{N}/-]*/gu) ?? [])) {
    const long = abbreviations.get(short)
    if (long === undefined || result.toLowerCase().includes(long.toLowerCase())) continue
    result = result.replace(wholeWord(short), (_, before: string, offset: number) => {
      const spelled = offset === 0 && before === '' ? long.charAt(0).toUpperCase() + long.slice(1) : long
      return before === '(' ? `(${spelled}, ${short}` : `${before}${spelled} (${short})`
    })
  }
  return result
}

function wholeWord(short: string): RegExp {
  const literal = short.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(`(^|[^\\p{L}\\p{N}-])${literal}(?![\\p{L}\\p{N}-])`, 'u')
}
