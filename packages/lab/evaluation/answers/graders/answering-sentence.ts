/**
 * Where in an answer of several sentences its number stands: what concludes, what opens with the bare number, what alone has a number, or
 * what speaks of what was asked. Nothing is taken where none of these is there.
 */

const SENTENCE_END = /(?<=[a-z0-9%°)\]"”*$][.!?][)"”*]{0,2})\s+(?=[\p{Lu}(*"“\d$\\])|\n+/u
const CONCLUSION =
  /^\W*(?:so|thus|therefore|hence|in total|altogether|overall|finally|in conclusion|consequently|as a result)\b/i
/** Behind which the clause stands that concludes. */
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

/** Undefined where it cannot be told. A single sentence is its own. */
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

/** Of a text: its first sentence, and those that conclude. */
export function answeringSentences(text: string): readonly string[] {
  const sentences = text.split(SENTENCE_END).filter((sentence) => sentence.trim() !== '')
  return sentences.filter((sentence, place) => place === 0 || CONCLUSION.test(sentence))
}

/** A number, at most three words behind it. */
function isBareNumber(sentence: string): boolean {
  const opening = OPENING_NUMBER.exec(sentence)
  if (opening === null) return false
  const behind = sentence.slice(opening[0].length)
  return !/\d/.test(behind.replace(/\([^()]*\)|\^\(?-?\d+\)?/g, '')) && behind.split(/\s+/).length <= 4
}

/** Undefined where it also defines a symbol: `8250 K with p0 = 1 μbar`. */
function concludingClause(sentence: string): string | undefined {
  const clause = [...sentence.matchAll(CONCLUDING_CLAUSE)].at(-1)
  const behind = clause === undefined ? '' : sentence.slice(clause.index + clause[0].length)
  const chosen = withoutRemarks(/\d/.test(behind) ? behind : sentence)
  return isValueBefore(chosen) || isValueBehind(chosen) ? undefined : chosen
}

/** A number and, words later, an equation: `8250 K with p0 =`. */
function isValueBefore(text: string): boolean {
  return text
    .split('=')
    .slice(0, -1)
    .some((side) => {
      const digit = side.search(/\d/)
      return digit >= 0 && WORD_APART.test(side.slice(digit + 1))
    })
}

/** The value of a symbol and, words later in its line, a number. In each line the first value decides: the others have less behind them. */
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

/** Brackets with numbers go where a number stands outside of them. */
function withoutRemarks(sentence: string): string {
  const bare = sentence.replace(/\s\([^()]*\d[^()]*\)(?=[\s,.;:]|$)/g, '')
  return /\d/.test(bare) ? bare : sentence
}

/** The sentence with the most words of the question, where it has two more than any other. */
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
