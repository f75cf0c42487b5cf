/**
 * Finds the sentence of an answer that contains its number: one that concludes, opens with the bare number, is the only one with a number,
 * or repeats words of the question. Without such a sentence nothing is chosen.
 */

const SENTENCE_END = /(?<=[a-z0-9%°)\]"”*$][.!?][)"”*]{0,2})\s+(?=[\p{Lu}(*"“\d$\\])|\n+/u
const CONCLUSION =
  /^\W*(?:so|thus|therefore|hence|in total|altogether|overall|finally|in conclusion|consequently|as a result)\b/i
/** Words that introduce a concluding clause. */
const CONCLUDING_CLAUSE =
  /[,;:]\s*(?:and\s+)?(?:so|thus|therefore|hence|giving|which gives|i\.e\.,?|that is,?)\s+/gi
const WORD_APART = /\s\p{L}{3,}\s/u
const VALUE_OF_SYMBOL = /=\s*[\d.]+\s/g
const LINE_END = /[\n\r\u2028\u2029]/g
const OPENING_NUMBER = /^[\s*≈~$£€+-]*(?:(?:about|approximately|roughly|around|exactly)\s+)?[\d.][\d.,]*/i
const COMMON = new Set(
  'what which when where whose does have been were was with from that this there their them they into than then many much long high would could should the and for are how did its'.split(
    ' ',
  ),
)

/** Returns the answering sentence, or undefined if it cannot be identified. A single sentence is always chosen. */
export function answeringSentence(text: string, question: string): string | undefined {
  const sentences = text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
  if (sentences.length < 2) return concludingClause(text)
  const numbered = sentences.filter((sentence) => /\d/.test(sentence))
  const concluding = numbered.filter((sentence) => CONCLUSION.test(sentence)).at(-1)
  if (concluding !== undefined) return concludingClause(concluding)
  const [first] = sentences
  if (isBareNumber(first!)) return first
  if (numbered.length === 1) return concludingClause(numbered[0]!)
  const nearest = nearestTo(question, numbered)
  return nearest === undefined ? undefined : concludingClause(nearest)
}

/** Returns the first sentence of a text, and those that conclude. */
export function answeringSentences(text: string): readonly string[] {
  const sentences = text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
  return sentences.filter((sentence, place) => place === 0 || CONCLUSION.test(sentence))
}

/** Returns whether a sentence is a number with at most three words after it. */
function isBareNumber(sentence: string): boolean {
  const opening = OPENING_NUMBER.exec(sentence)
  if (opening === null) return false
  const behind = sentence.slice(opening[0].length)
  return !/\d/.test(behind.replace(/\([^()]*\)|\^\(?-?\d+\)?/g, '')) && behind.split(/\s+/).length <= 4
}

/** Returns the concluding clause, or undefined if it also defines a symbol: `8250 K with p0 = 1 μbar`. */
function concludingClause(sentence: string): string | undefined {
  const clause = [...sentence.matchAll(CONCLUDING_CLAUSE)].at(-1)
  const behind = clause === undefined ? '' : sentence.slice(clause.index + clause[0].length)
  const chosen = withoutRemarks(/\d/.test(behind) ? behind : sentence)
  return isValueBefore(chosen) || isValueBehind(chosen) ? undefined : chosen
}

/** Returns whether an equation follows a number after some words: `8250 K with p0 =`. */
function isValueBefore(text: string): boolean {
  return text
    .split('=')
    .slice(0, -1)
    .some((side) => {
      const digit = side.search(/\d/)
      return digit >= 0 && WORD_APART.test(side.slice(digit + 1))
    })
}

/** Returns whether a number follows a symbol's value and some words in a line. The first value decides: later ones have less text after. */
function isValueBehind(text: string): boolean {
  let lineEnd = -1
  for (const { index, 0: value } of text.matchAll(VALUE_OF_SYMBOL)) {
    const from = index + value.length
    if (from <= lineEnd) continue
    LINE_END.lastIndex = from
    lineEnd = LINE_END.exec(text)?.index ?? text.length
    const behind = text.slice(from, lineEnd)
    const word = behind.search(/\b\p{L}{3,}\b/u)
    if (word >= 0 && word < behind.search(/\d\D*$/)) return true
  }
  return false
}

/** Removes brackets with numbers, if a number remains outside of them. */
function withoutRemarks(sentence: string): string {
  const bare = sentence.replace(/\s\([^()]*\d[^()]*\)(?=[\s,.;:]|$)/g, '')
  return /\d/.test(bare) ? bare : sentence
}

/** Returns the sentence with the most words of the question, if it has at least two more than any other. */
function nearestTo(question: string, sentences: readonly string[]): string | undefined {
  const asked = contentWords(question)
  const ranked = sentences
    .map((sentence) => ({
      sentence,
      shared: [...contentWords(sentence)].filter((word) => asked.has(word)).length,
    }))
    .sort((first, second) => second.shared - first.shared)
  const [best, next] = ranked
  return best !== undefined && best.shared >= (next?.shared ?? 0) + 2 ? best.sentence : undefined
}

function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return new Set(
    words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')),
  )
}
