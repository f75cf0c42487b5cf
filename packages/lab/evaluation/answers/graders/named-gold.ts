/**
 * Grades an answer in sentences. It is right if a sentence repeats the question around the words of the gold, and nothing in it makes them
 * part of another name, one among several, or a remark. An answer without the gold is left to a judge: it may say the same in other
 * words.
 */
import { answeringSentences } from './answering-sentence.ts'
import type { GraderVerdict } from './ports.ts'
import { sentenceWords, type WordInSentence } from './sentence-words.ts'
import { wordsThatCount } from './wording.ts'

// Most content words that a sentence may add before and after the gold, and the least share of the question that it must repeat to add any
// before it. Chosen on answers of EVOUNA.
const MAX_NEW_WORDS_BEFORE = 2
const MAX_NEW_WORDS_AFTER = 5
const REPEATED = 0.5
/** Words that deny a statement, doubt it, or give alternatives. */
const TAKEN_BACK =
  /^(?:No|Neither|Although|While|If|Unlike|Perhaps|Maybe)\b|\b(?:not|cannot|never|neither|nor|none|no|or|either|but|however|although|though|while|whereas|unlike|except|without|rather|instead|other than|if|unless|until|formerly|previously|incorrect(?:ly)?|wrong(?:ly)?|false(?:ly)?|un(?:known|clear|certain|likely|specified)|perhaps|maybe|possibly|probably|might|may|could|usually|sometimes|some|compared|sorry)\b|n['’]t\b/
const COPULA = new Set(['is', 'are', 'was', 'were', 'called', 'named', 'by', 'be', 'become', 'became'])
const FUNCTION_WORDS = new Set(
  (
    'around about until upon along across among inside outside of in on at by from to with for as into during after before via through within between against over under per is are was were be been being ' +
    'has have had do does did that which who whom whose where when it its he she they his her their this these those there also first last located found ' +
    'called named known considered became become given used because since so thus therefore hence and answer correct what how'
  ).split(' '),
)

export interface NamedRequest {
  readonly question: string
  readonly gold: string
  /** The final part of the answer, if it is marked as such; otherwise the whole answer. */
  readonly answer: string
}

interface QuestionWords {
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/** Words `start` to `end` of a sentence, the end exclusive. */
interface Span {
  readonly start: number
  readonly end: number
}

export function gradeNamed({ question, gold, answer }: NamedRequest): GraderVerdict {
  const words = wordsThatCount(question)
  const asked = { words: new Set(words), stems: new Set(words.map(stem)) }
  const items = itemsOf(gold).map(wordsThatCount)
  // A gold that the question already contains does not answer it.
  const isTold = items.some((item) => item.every((word) => asked.words.has(word)))
  const isNamed = !isTold && answeringSentences(answer).some((sentence) => names(sentence, items, asked))
  return isNamed ? { isCorrect: true, reason: 'named' } : { isCorrect: null, reason: 'wording_differs' }
}

/** Splits a list: `War, Famine, Pestilence and Death` has four items. */
function itemsOf(gold: string): readonly string[] {
  const items = gold
    .split(/,\s*(?:and\s+)?|(?<!\s)\s+and\s+|;\s*/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const isList =
    items.length > 1 && items.every((item) => wordsThatCount(item).length <= 4 && !/^\d/.test(item))
  return isList ? items : [gold]
}

/** Returns whether the items are adjacent, with few words before them that are not in the question. */
function names(sentence: string, items: readonly (readonly string[])[], asked: QuestionWords): boolean {
  if (TAKEN_BACK.test(sentence)) return false
  const words = sentenceWords(sentence)
  return spansOf(items, words).some(
    (span) => isRestated(span, words, asked) && isWhole(span, words, asked) && answers(span, words, asked),
  )
}

/** Returns whether a sentence repeats who won: `The winner of the title was GOLD` does, `The teacher of the winner was GOLD` does not. */
function isRestated({ start }: Span, words: readonly WordInSentence[], asked: QuestionWords): boolean {
  const before = words.slice(0, start)
  const own = before.filter((word) => !isKnown(word, asked))
  if (own.length === 0) return true
  const said = new Set(before.map(({ word }) => stem(word)))
  const wanted = [...asked.words].filter((word) => !FUNCTION_WORDS.has(word))
  const repeated = wanted.filter((word) => said.has(stem(word))).length
  const isRepeated = repeated >= REPEATED * wanted.length
  return isRepeated && own.length <= MAX_NEW_WORDS_BEFORE && !own.some(({ isName }) => isName)
}

/** Finds an item, or several in any order with at most `and` between them. */
function spansOf(items: readonly (readonly string[])[], words: readonly WordInSentence[]): readonly Span[] {
  return words.flatMap((_, start) => {
    let end = start
    const left = new Set(items)
    while (left.size > 0) {
      const item = [...left].find((one) => one.every((word, offset) => words[end + offset]?.word === word))
      if (item === undefined) return []
      left.delete(item)
      end += item.length
      if (left.size > 0 && words[end]?.word === 'and') end++
    }
    return [{ start, end }]
  })
}

/** Returns whether the words are a whole name, unlike `cytochrome c` in `cytochrome c oxidase`, and not joined with another. */
function isWhole({ start, end }: Span, words: readonly WordInSentence[], asked: QuestionWords): boolean {
  const [before, first, after] = [words[start - 1], words[start], words[end]]
  const isFreeBefore = before === undefined || first!.isAfterBreak || isKnown(before, asked)
  const isFreeAfter = after === undefined || after.isAfterBreak || isKnown(after, asked)
  return isFreeBefore && isFreeAfter && before?.word !== 'and' && after?.word !== 'and'
}

/** Returns whether a sentence answers: `… is GOLD`, `GOLD won …` for who won, or a sentence without other names. */
function answers({ start, end }: Span, words: readonly WordInSentence[], asked: QuestionWords): boolean {
  const [before, first, after] = [words[start - 1], words[start], words[end]]
  if (before !== undefined && COPULA.has(before.word) && !first!.isAfterBreak) return true
  const isSubject =
    start === 0 && after !== undefined && !after.isAfterBreak && isAskedWord(after.word, asked)
  if (isSubject) return true
  const isShort = words.slice(start, end).reduce((sum, { word }) => sum + word.length, 0) < 3
  const behind = words.slice(end).filter((word) => !isKnown(word, asked))
  return !isShort && behind.length <= MAX_NEW_WORDS_AFTER && !behind.some(({ isName }) => isName)
}

/** Returns whether a word is in the question, or has no content. */
function isKnown({ word }: WordInSentence, asked: QuestionWords): boolean {
  return FUNCTION_WORDS.has(word) || isAskedWord(word, asked)
}

function isAskedWord(word: string, { words, stems }: QuestionWords): boolean {
  return words.has(word) || (word.length > 3 && stems.has(stem(word)))
}

/** Returns the first five letters: the same for `horseman` and `horsemen`, but not for `win` and `winner`. */
function stem(word: string): string {
  return word.slice(0, 5)
}
