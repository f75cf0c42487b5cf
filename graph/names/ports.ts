/** Parts of speech: the one thing about names that is not read from the letters. */

export type PartOfSpeech =
  | 'noun'
  | 'proper-noun'
  | 'adjective'
  | 'verb'
  | 'number'
  | 'preposition'
  | 'pronoun'
  | 'other'

export interface TaggedWord {
  /** UTF-16 offsets into the text given. */
  readonly start: number
  readonly end: number
  readonly partOfSpeech: PartOfSpeech
}

export interface PartOfSpeechTagger {
  /** Words and marks of one sentence in reading order. Synchronous, since nothing is waited for. */
  tag(sentence: string): readonly TaggedWord[]
}
