/** Splits a sentence into words with parts of speech, keeping compounds whole: "NF-κB", "1,2-dichloroethane", "RNA-sequencing". */
import type { PartOfSpeech, PartOfSpeechTagger, TaggedWord } from './ports.ts'

export interface SentenceWord {
  /** UTF-16 offsets into the sentence. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly partOfSpeech: PartOfSpeech
  /** Whether only white space separates the word from the one before. */
  readonly isJoined: boolean
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_′]|[-‐‑–/'’](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))*/gu
const PARTICIPLES =
  'induced|mediated|dependent|independent|associated|related|specific|based|derived|deficient|activated|binding|stimulated|' +
  'expressing|resistant|sensitive|treated|targeting|driven|producing|regulated|infected|coupled|linked|conjugated'
/** A participle attached to a name: "-based" in "Google-based". */
export const MODIFIED = new RegExp(`[-‐‑–](?:${PARTICIPLES})$`)
const MODIFIER = new RegExp(`[-‐‑–](?:${PARTICIPLES}|like|positive|negative|type)$`)
const ONLY_SPACE = /^\s+$/

export function sentenceWords(sentence: string, tagger: PartOfSpeechTagger): SentenceWord[] {
  const tagged = tagger.tag(sentence)
  const words: SentenceWord[] = []
  let next = 0
  for (const match of sentence.matchAll(WORD)) {
    const start = match.index
    const end = start + match[0].length
    while (next < tagged.length && tagged[next]!.end <= start) next++
    const before = words.at(-1)?.end ?? start
    words.push({
      start,
      end,
      text: match[0],
      partOfSpeech: MODIFIER.test(match[0]) ? 'adjective' : partOf(tagged, next, end),
      isJoined: ONLY_SPACE.test(sentence.slice(before, start)),
    })
  }
  return words
}

/** Returns the part of speech of a compound, which is that of its last part that has one. */
function partOf(tagged: readonly TaggedWord[], from: number, end: number): PartOfSpeech {
  let part: PartOfSpeech = 'other'
  for (let i = from; i < tagged.length && tagged[i]!.start < end; i++) {
    const { partOfSpeech } = tagged[i]!
    if (partOfSpeech !== 'other') part = partOfSpeech
  }
  return part
}
