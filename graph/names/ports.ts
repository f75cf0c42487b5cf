/** Parts of speech, which distinguish noun phrases from other words. */

export type PartOfSpeech =
  | 'noun'
  | 'proper-noun'
  | 'adjective'
  | 'verb'
  | 'number'
  | 'preposition'
  | 'pronoun'
  | 'other'

/** A word or mark of a sentence. */
export interface TaggedWord {
  /** UTF-16 offsets into the text given. */
  readonly start: number
  readonly end: number
  readonly partOfSpeech: PartOfSpeech
}

/** Tags the words of English sentences. */
export interface PartOfSpeechTagger {
  /** Returns words and marks of one sentence in reading order. Synchronous, as it works in memory. */
  tag(sentence: string): readonly TaggedWord[]
}
