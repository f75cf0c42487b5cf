/** Finds noun phrases: the names that papers write in lower case ("insulin resistance", "breast cancer cell line"). */
import { NAME_STOP_WORDS, SPECIES_AUTHORITY } from '../../core/index.ts'
import { canonical } from './canonical.ts'
import { isGenericAdjective, isGenericNoun, isLabel } from './generic-words.ts'
import type { FoundSpan } from './mention.ts'
import { isUnitSymbol } from './quantities.ts'
import type { SentenceWord } from './sentence-words.ts'
import { singularOf } from './singular.ts'

/** Words `from` to `to - 1` of a sentence. */
export interface Phrase {
  readonly from: number
  readonly to: number
}

// A longer run is a list without commas; its head is the name.
const MAX_PHRASE_WORDS = 5
const SHORTEST_NAME = 3
// "in vitro phosphorylation" is about phosphorylation.
const NO_PART = new Set(['vitro', 'vivo', 'novo', 'situ', 'silico'])

// Words that introduce a term: "a process called autophagy", "is defined as ferroptosis".
const INTRODUCED =
  /\b(?:termed|called|named|dubbed|known as|referred to as|so-called|defined as)\s+(?:(?:an?|the)\s+)?["“'‘]?$/
const LONGEST_INTRODUCTION = 24

/** Returns the longest runs of adjectives and nouns that end in a noun, without words of reporting at the front. */
export function nounPhrases(words: readonly SentenceWord[]): Phrase[] {
  const phrases: Phrase[] = []
  for (let at = 0; at < words.length; ) {
    const end = runEnd(words, at)
    const phrase = trimmed(words, at, end)
    if (phrase !== null) phrases.push(phrase)
    at = Math.max(end, at + 1)
  }
  return phrases
}

/** Returns the names in a phrase: the whole, the whole without a generic head, and its last two words. */
export function phraseNames(
  sentence: string,
  words: readonly SentenceWord[],
  { from, to }: Phrase,
): FoundSpan[] {
  const parts = new Map<string, Phrase>()
  const keep = (part: Phrase) => parts.set(`${part.from} ${part.to}`, part)
  const start = Math.max(from, to - MAX_PHRASE_WORDS)
  keep({ from: start, to })
  let head = to
  while (head - 1 > start && isGenericNoun(lower(words[head - 1]!))) head--
  keep({ from: start, to: head })
  if (to - start > 2) keep({ from: to - 2, to })
  if (head - start > 2) keep({ from: head - 2, to: head })
  return [...parts.values()]
    .filter((part) => words[part.from]!.partOfSpeech !== 'number' && isHead(words[part.to - 1]!, true))
    .flatMap((part) => nameOf(sentence, words, part) ?? [])
}

function nameOf(sentence: string, words: readonly SentenceWord[], { from, to }: Phrase): FoundSpan | null {
  const start = words[from]!.start
  const end = words[to - 1]!.end
  const surface = sentence.slice(start, end)
  const alias = canonical(surface)
  if (
    alias.length < SHORTEST_NAME ||
    NAME_STOP_WORDS.has(alias) ||
    isLabel(alias.split(' ')) ||
    isUnitSymbol(surface)
  )
    return null
  return { start, end, name: singularOf(alias, surface), kind: 'phrase' }
}

/** Returns the span as a term if introducing words directly precede it, otherwise unchanged. */
export function asTerm(sentence: string, span: FoundSpan): FoundSpan {
  const before = sentence.slice(Math.max(0, span.start - LONGEST_INTRODUCTION), span.start)
  return INTRODUCED.test(before) ? { ...span, kind: 'term' } : span
}

function runEnd(words: readonly SentenceWord[], at: number): number {
  let end = at
  while (end < words.length && canBelong(words, end, at)) end++
  return end
}

function canBelong(words: readonly SentenceWord[], at: number, from: number): boolean {
  const word = words[at]!
  if (at > from && !word.isJoined) return false
  if (NAME_STOP_WORDS.has(lower(word)) || NO_PART.has(lower(word))) return false
  switch (word.partOfSpeech) {
    case 'noun':
    case 'proper-noun':
    case 'adjective':
      return true
    case 'number':
      // "type 2 diabetes", not "20 patients".
      return at > from
    default:
      return false
  }
}

function trimmed(words: readonly SentenceWord[], from: number, end: number): Phrase | null {
  let first = from
  let last = end
  while (last > first && (!isHead(words[last - 1]!, last - 1 > first) || endsInLabel(words, last - 1))) last--
  while (first < last && isGenericAdjective(lower(words[first]!))) first++
  return last > first ? { from: first, to: last } : null
}

function isHead({ partOfSpeech: part }: SentenceWord, hasMore: boolean): boolean {
  return part === 'noun' || part === 'proper-noun' || (part === 'number' && hasMore)
}

/** Returns whether a phrase ends in a label ("package p") or in a species' author ("Coffea arabica L"); not "vitamin C". */
function endsInLabel(words: readonly SentenceWord[], at: number): boolean {
  const { text } = words[at]!
  return (
    /^\p{Ll}$/u.test(text) ||
    (SPECIES_AUTHORITY.test(text) && /^\p{Ll}{3,}$/u.test(words[at - 1]?.text ?? ''))
  )
}

function lower({ text }: SentenceWord): string {
  return text.toLowerCase()
}
