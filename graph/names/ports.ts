/** Parts of speech: the one thing about names that is not read from the letters. */

export type PartOfSpeech = 'noun' | 'proper-noun' | 'adjective' | 'verb' | 'number' | 'other'

export interface TaggedWord {
  /** UTF-16 offsets into the text given. */
  readonly start: number
  readonly end: number
  readonly partOfSpeech: PartOfSpeech
}

export interface PartOfSpeechTagger {
  /** Words and marks in reading order. Synchronous: names are found while a paper is being stored. */
  tag(text: string): readonly TaggedWord[]
}
