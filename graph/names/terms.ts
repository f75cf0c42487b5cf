/** Words that a text introduces as a term: "a process called autophagy", "termed mitophagy", "is defined as ferroptosis". */
import type { FoundSpan } from './mention.ts'

const INTRODUCED =
  /\b(?:termed|called|named|dubbed|known as|referred to as|so-called|defined as)\s+(?:(?:an?|the)\s+)?["“'‘]?$/
const LONGEST_INTRODUCTION = 24

/** The span as a term where such words stand right before it, else as it is. */
export function asTerm(sentence: string, span: FoundSpan): FoundSpan {
  const before = sentence.slice(Math.max(0, span.start - LONGEST_INTRODUCTION), span.start)
  return INTRODUCED.test(before) ? { ...span, kind: 'term' } : span
}
