/** What a sentence is about: its grammatical subject, or what stands in its place where that says nothing ("we", "the results"). */
import { isGenericName } from './generic-words.ts'
import type { Phrase } from './phrases.ts'
import type { SentenceWord } from './sentence-words.ts'

/**
 * The first phrase that names something and stands in no opening "In mice, …": of "Treatment of mice with lupeol reduced
 * …" it is "mice", of "Inhibitors of PI3K …" "PI3K", of "We show that lupeol …" it is "lupeol". Null where the sentence has no such phrase.
 */
export function subjectPhrase(words: readonly SentenceWord[], phrases: readonly Phrase[]): Phrase | null {
  const naming = phrases
    .filter((phrase) => !isOfAnother(words, phrase))
    .filter((phrase) => !isGenericName(formOf(words, phrase)))
  return naming.find((phrase) => !isInOpening(words, phrase)) ?? naming[0] ?? null
}

/** "Inhibition of lupeol": what follows is what it is about. */
function isOfAnother(words: readonly SentenceWord[], { from, to }: Phrase): boolean {
  return to - from === 1 && words[to]?.text === 'of'
}

/** "In mice with diabetes, …": a preposition opens the sentence and no comma came yet. */
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
