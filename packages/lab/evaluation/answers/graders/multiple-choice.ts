/** Compares the letters that an answer gives with those of the gold, in any order. The text of an option counts as its letter. */
import { openNotation } from './notation.ts'
import type { Option } from './options.ts'
import type { GradeReason, GraderVerdict } from './ports.ts'
import { readQuantities } from './quantities.ts'
import { wordsThatCount } from './wording.ts'

type LettersRead =
  | { readonly kind: 'letters'; readonly letters: string }
  | { readonly kind: 'unreadable'; readonly reason: GradeReason }

// Words that may be between and before letters.
const FILLERS =
  /\b(?:the|correct|final|best|right|answers?|options?|choices?|statements?|letters?|is|are|and|both|only|all of|of)\b|[\s,;&+/()[\]{}.:*"'“”-]+/gi
const MARKED = /(?:^|[\n;,]|\band\b)\s*(?:options?|choices?)?\s*\(?([A-Z])(?:\)|[.:)])[ \t]*(?=\S)/g
// `C because …`
const LEADING = /^\(?([A-Z])\)?,?\s+(?:because|since|as|due|based|given|for|which|-)\s/
const NAMED =
  /\b(?:[Aa]nswers?|[Oo]ptions?|[Cc]hoices?|[Ss]elect|[Cc]hoose|[Pp]ick)\b[^\p{L}\n]{0,4}(?:is|are|:|would be)?[\s:*([{]*([A-Z](?:\s*(?:,|and|&)\s*[A-Z]\b)*)(?![\p{L}'’])/gu
const DENIED =
  /^\W*(?:is|are|was|were|can|could|does|do|has|fails?|would)\b[^.;]{0,40}?\b(?:wrong|incorrect|not|false|out|excluded|ruled|fails?|impossible)\b/i
const NEGATION = /\b(?:not|n't|except|neither|nor|incorrect|wrong|rather than|instead)\b/i

export function gradeChoice(prediction: string, gold: string, options: readonly Option[]): GraderVerdict {
  const wanted = readLetters(gold, options)
  if (wanted.kind === 'unreadable') return { isCorrect: null, reason: 'letters_unreadable' }
  const said = readLetters(prediction, options)
  if (said.kind === 'unreadable') return { isCorrect: null, reason: said.reason }
  return said.letters === wanted.letters
    ? { isCorrect: true, reason: 'equal' }
    : { isCorrect: false, reason: 'letters' }
}

/** Returns the letters, sorted, each once. */
export function readLetters(text: string, options: readonly Option[]): LettersRead {
  const unboxed = text.replace(/\\(?:boxed|fbox)\b/g, '')
  const plain = openNotation(unboxed)
  const bare = bareLetters(plain, options)
  if (bare !== undefined) return found(bare)
  const ofText = letterOfText(text, options)
  if (ofText !== undefined) return found(ofText)
  const ofTexts = lettersOfTexts(text, options)
  if (ofTexts !== undefined) return found(ofTexts)
  const lines = unboxed.split('\n').map(openNotation).join('\n')
  const leading = LEADING.exec(plain)?.[1]
  if (leading !== undefined && isKnown(leading, options)) return found(leading)
  return markedLetters(lines, options) ?? namedLetters(plain, options) ?? mentionedOption(plain, options)
}

function found(letters: string): LettersRead {
  return { kind: 'letters', letters: [...new Set(letters)].sort().join('') }
}

/** Returns letters without other words: `C`, `(c)`, `BCD`, `B, C and D`, `Options B & D`. */
function bareLetters(plain: string, options: readonly Option[]): string | undefined {
  const tokens = plain.replace(FILLERS, ' ').trim().split(' ')
  if (tokens.every((token) => /^[a-z]$/.test(token))) return tokens.join('').toUpperCase()
  const letters = tokens.join('')
  if (!/^[A-Z]{1,26}$/.test(letters)) return undefined
  const isRun = tokens.every((token) => token.length === 1) || isSelection(tokens, options)
  return isRun ? letters : undefined
}

/** Returns whether `BCD` is a selection: all letters are options and none is repeated, unlike in `DNA`. */
function isSelection(tokens: readonly string[], options: readonly Option[]): boolean {
  const known = options.length > 0 ? options.map(({ letter }) => letter).join('') : 'ABCDEFGHIJ'
  return tokens.every(
    (token) => new Set(token).size === token.length && [...token].every((letter) => known.includes(letter)),
  )
}

/** Returns the letter of the only option with this text, word for word, or as the same number. */
function letterOfText(text: string, options: readonly Option[]): string | undefined {
  const words = wordsThatCount(text).join(' ')
  const same = options.filter((option) => words !== '' && wordsThatCount(option.text).join(' ') === words)
  if (same.length === 1) return same[0]!.letter
  const number = numberOf(text)
  if (number === undefined) return undefined
  const equal = options.filter((option) => isSameNumber(numberOf(option.text), number))
  return equal.length === 1 ? equal[0]!.letter : undefined
}

/** Returns the letters of several option texts without other words: `Thymine, uracil and adenine`. */
function lettersOfTexts(text: string, options: readonly Option[]): string | undefined {
  const parts = text.split(/[,;\n]\s*(?:and\s+)?|\s+and\s+/).filter((part) => part.trim() !== '')
  if (parts.length < 2) return undefined
  const letters = parts.map((part) => letterOfText(part, options))
  const isEach = letters.every((letter) => letter !== undefined) && new Set(letters).size === parts.length
  return isEach ? letters.join('') : undefined
}

interface PlainNumber {
  readonly value: number
  readonly factor: number
  readonly dimension: string
}

function numberOf(text: string): PlainNumber | undefined {
  const read = readQuantities(text)
  const [quantity, more] = read.kind === 'quantities' ? read.quantities : []
  if (quantity === undefined || more !== undefined || quantity.high !== undefined) return undefined
  const unit = quantity.unit?.[0]
  const dimension = JSON.stringify(Object.entries(unit?.dimension ?? {}).sort())
  return { value: quantity.value, factor: unit?.factor ?? 1, dimension }
}

/** Compares numbers. One without a unit takes the option's. */
function isSameNumber(option: PlainNumber | undefined, said: PlainNumber): boolean {
  if (option === undefined) return false
  const isBare = said.dimension === '[]' && said.factor === 1
  if (!isBare && option.dimension !== said.dimension) return false
  const [first, second] = isBare
    ? [option.value, said.value]
    : [option.value * option.factor, said.value * said.factor]
  return Math.abs(first - second) <= 1e-9 * Math.abs(first)
}

/** Returns the letters in `B. Left ventricular hypertrophy`, also from several lines, if the texts do not belong to other options. */
function markedLetters(plain: string, options: readonly Option[]): LettersRead | undefined {
  const markers = [...plain.matchAll(MARKED)].filter(([, letter]) => isKnown(letter!, options))
  if (markers.length === 0 || markers[0]!.index > 0) return undefined
  const disagrees = markers.some((marker, at) => {
    const text = plain.slice(marker.index + marker[0].length, markers[at + 1]?.index ?? plain.length)
    const other = letterOfText(text, options)
    if (other === marker[1]) return false
    return other !== undefined || mentioned(text, options).some((option) => option.letter !== marker[1])
  })
  if (disagrees) return { kind: 'unreadable', reason: 'letter_and_text_disagree' }
  return found(markers.map(([, letter]) => letter!).join(''))
}

/** Returns the letters in the last place such as `…, so the answer is (C).` that is not a denial. */
function namedLetters(plain: string, options: readonly Option[]): LettersRead | undefined {
  const named = [...plain.matchAll(NAMED)].filter(
    (match) => !DENIED.test(plain.slice(match.index + match[0].length)),
  )
  const letters = named.at(-1)?.[1]?.replace(/[^A-Z]/g, '')
  if (letters === undefined || ![...letters].every((letter) => isKnown(letter, options))) return undefined
  return found(letters)
}

/** Returns the option whose text is the only one in the sentence, unless the sentence has a denial. */
function mentionedOption(plain: string, options: readonly Option[]): LettersRead {
  const [only, ...more] = mentioned(plain, options)
  if (only === undefined || more.length > 0 || NEGATION.test(plain))
    return { kind: 'unreadable', reason: 'letters_unreadable' }
  return found(only.letter)
}

/** Returns the options whose words are in the text; shorter ones may be anywhere. */
function mentioned(plain: string, options: readonly Option[]): readonly Option[] {
  const said = ` ${wordsThatCount(plain).join(' ')} `
  return options.filter(({ text }) => {
    const words = wordsThatCount(text).join(' ')
    return words.length >= 4 && said.includes(` ${words} `)
  })
}

function isKnown(letter: string, options: readonly Option[]): boolean {
  return options.length === 0 || options.some((option) => option.letter === letter)
}
