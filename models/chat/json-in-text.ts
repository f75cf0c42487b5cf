/** The JSON object in what a model wrote, with or without a fence or words around it. */
import { isRecord, parseJson } from './wire-values.ts'

// Each `{` that begins no object costs one look over the rest. Chosen, not measured.
const MAX_STARTS = 50

/** The first object that is whole; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const whole = parseJson(text.trim())
  if (isRecord(whole)) return whole
  let from = text.indexOf('{')
  for (let tries = 0; from >= 0 && tries < MAX_STARTS; tries++) {
    const found = parseJson(text.slice(from, objectEnd(text, from)))
    if (isRecord(found)) return found
    from = text.indexOf('{', from + 1)
  }
  return undefined
}

const IN_STRING = /["\\]/g
const OUTSIDE = /["{}]/g

/** Behind the brace that closes the one at `from`, braces in strings left out; the end of the text where none does. */
function objectEnd(text: string, from: number): number {
  let depth = 0
  let isInString = false
  for (let at = from; at < text.length; ) {
    const search = isInString ? IN_STRING : OUTSIDE
    search.lastIndex = at
    const mark = search.exec(text)
    if (mark === null) return text.length
    at = mark.index + (mark[0] === '\\' ? 2 : 1)
    if (mark[0] === '"') isInString = !isInString
    if (mark[0] === '{') depth++
    if (mark[0] === '}' && --depth === 0) return at
  }
  return text.length
}
