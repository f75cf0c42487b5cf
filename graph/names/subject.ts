/** Finds what a sentence is about: its grammatical subject, or another phrase if that says nothing ("we", "the results"). */
import { isGenericName } from './generic-words.ts'
import type { Phrase } from './phrases.ts'
import type { SentenceWord } from './sentence-words.ts'

/**
 * Returns the first phrase that names something and is not in an opening "In mice, …": "mice" in "Treatment of mice with lupeol reduced …",
 * "PI3K" in "Inhibitors of PI3K …", "lupeol" in "We show that lupeol …". Null if the sentence has no such phrase.
 */
export function subjectPhrase(words: readonly SentenceWord[], phrases: readonly Phrase[]): Phrase | null {
  const naming = phrases
    .filter((phrase) => !isOfAnother(words, phrase))
    .filter((phrase) => !isGenericName(formOf(words, phrase)))
  return naming.find((phrase) => !isInOpening(words, phrase)) ?? naming[0] ?? null
}

/** Returns whether the subject is what follows, as in "Inhibition of lupeol". */
function isOfAnother(words: readonly SentenceWord[], { from, to }: Phrase): boolean {
  return to - from === 1 && words[to]?.text === 'of'
}

/** Returns whether a phrase is in the opening "In mice with diabetes, …": a preposition opens the sentence and there was no comma yet. */
function isInOpening(words: readonly SentenceWord[], { from }: Phrase): boolean {
  if (words[0]?.partOfSpeech !== 'preposition') return false
  for (let at = 1; at <= from; at++) if (words[at]?.isJoined === false) return false
  return true
}

function formOf(words: readonly SentenceWord[], { from, to }: Phrase): string {
  return words
    .slice(from, to)
    .map(({ text }) => text.toLowerCase())
    .join(' ')
}
