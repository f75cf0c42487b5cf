/** Splits a paper into sentences as candidates for units, with their block, terms, part of the paper, and whether they are prose at all. */
import { ENGLISH, sentences, wordsIn } from '../../core/index.ts'
import { PAGE_BREAK, type Part, partOfHeading } from '../../corpus/index.ts'
import { bodyLanguage } from '../body-language.ts'
import { letterCounts } from '../letter-counts.ts'
import { onOneLine, type PaperBody, type TextRange } from '../paper-body.ts'
import { inSentenceCase } from '../sentence-case.ts'
import { asideOf, isEnglish, VERB } from '../side-matter.ts'
import { wordCount } from '../word-count.ts'
import { citationBefore } from './citations.ts'
import { partOfLabel } from './paper-part-names.ts'

export interface PaperSentence {
  /** Offsets in the paper's text. */
  readonly start: number
  readonly end: number
  /** Text on one line, in sentence case if the paper has no capitals. */
  readonly text: string
  readonly terms: readonly string[]
  /** ISO 639-3 code of the body's language. */
  readonly language: string
  /** Index in the body's blocks. */
  readonly block: number
  /** Part of the paper: by the label before this or an earlier sentence (structured abstracts), else by the heading. */
  readonly part: Part | null
  /** Position where the sentence begins in its block, from 0 to 1. */
  readonly position: number
  readonly isAbstract: boolean
  /** Whether a label precedes the sentence, so that it is not joined with an earlier one. */
  readonly isLabelled: boolean
  /** False for headings, fragments, rows, addresses, captions and the like, which no unit may contain. */
  readonly isProse: boolean
}

/** How a paper is read: whether rules about English words apply, and the language of its sentences. */
interface Reading {
  readonly english: boolean
  readonly code: string
}

// Shorter sentences state nothing alone, longer ones are runs of cells or badly split text. Chosen, not measured.
const MIN_WORDS = 6
const MAX_CHARACTERS = 900
// A full stop after which no sentence begins: the ends of two columns, or a caption and the text, were joined.
const TORN =
  /(?<!\b(?:e\.g|i\.e|al|vs|cf|ca|c|approx|etc|spp?|ssp|subsp|var|resp|nos?|viz|figs?|eqs?|refs?|\p{Lu}))[.!?]\s\p{Ll}{2,}/iu
// Entries of a list of references: initials of several authors, or volume and pages.
const REFERENCE = /(?:\p{Lu}\.,? (?:and |& )?\p{Lu}[\p{L}’'-]+, ){2}|\b\d{1,4}, [A-Z]?\d+[–-][A-Z]?\d+\b/u
const ENDS = /[.!?…。！？][\])"'”’]*$/u
/** Quotation marks differ in other languages, and lower case does not show a sentence across two columns: "z. B. die". */
const OTHER_ENDS = /[.!?…。！？][\])"'”’“»」』）\s]*$/u
const OTHER_STARTS = /^["'“‘([„«»‚¿¡「『（《\s]*[\p{Lu}\p{N}\p{Lo}α-ωµ]/u
const STARTS = /^["'“‘([]*[\p{Lu}\p{N}\p{Lo}α-ωµ]|^[a-z]{1,3}(?=[-A-Z])/u
// Displayed formulas, unmapped glyphs, joined words and layers, cells, and sentences without an end.
const DAMAGED = [
  /[√∑∫∂∇•\uE000-\uF8FF]|\uFFFD.*\uFFFD|\d[πω]\S*\s*\|/u,
  // Includes a numbered heading run into its text, since no word shows where it ends.
  /^\p{L} ?=|^\([^)]{1,12}\) |^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{Lu}/u,
  // A lettered heading: "A. Team teaching From a managerial point of view".
  /^[A-Z]\. \p{Lu}[\p{L}-]+(?: \p{Ll}[\p{L}-]+)* \p{Lu}\p{Ll}* \p{Ll}/u,
  /\b(?:and|of|the|in|with)[A-Z]{2,}|\b(\p{L}{5,}) \1\b|\p{Ll}{3}—\p{Lu}/u,
  /±\s?[\d.]+\s+[\d.]+\s?±/,
  /\s0\.$|\b(?:in|as|of|by|the|and|or|with|from)\.$/i,
]
// Headings without a full stop are seldom longer.
const LONG_HEADING_WORDS = 12
const OPEN_END =
  /(?:,|\b(?:and|or|of|in|the|an?|with|for|to|by|from|that|which|is|are|was|were|as|at|on|than))$/u
// Remains of a figure's axis or a table's cell before a sentence: "0.04 * * 0.1 revealed", "45 60 The".
const STRAY_CELLS = /^(?:[^\p{L}\s]*\d[^\p{L}\s]*\s+){2}|^\d\S*\s+[*†‡]/u
// Raised citation numbers after a sentence.
const CITATION_BEHIND =
  /(?<=[.!?]["”’)]?)\s?(?:\[\d[\d,\s–-]*\]|\d{1,3}(?:\s?[,–-]\s?\d{1,3})*|[⁰¹²³⁴-⁹]+(?:[,–-][⁰¹²³⁴-⁹]+)*)$/u

/** Returns every sentence of the body in order, joined if a page break splits it. `language` is an ISO 639-3 code, null if unknown. */
export function paperSentences(body: PaperBody, language: string | null = ENGLISH): PaperSentence[] {
  const reading = { english: isEnglish({ language }), code: bodyLanguage(body.text, { language }) }
  const cased = inSentenceCase(body.text)
  return body.blocks.flatMap((_, index) => [...blockSentences(body, cased, index, reading)])
}

function* blockSentences(
  body: PaperBody,
  cased: string,
  index: number,
  reading: Reading,
): Iterable<PaperSentence> {
  const { english, code } = reading
  const block = body.blocks[index]
  if (block === undefined) return
  const text = cased.slice(block.start, block.end)
  const hasColumns = body.pageAt(block.start) !== null
  let part = partOfHeading(block.heading)
  let isAside = false
  let before = 0
  let isTorn = false
  for (const span of joinedOverPages(text, sentences(text, code))) {
    if (before === 0 || /\n\s*\n/.test(text.slice(before, span.start)))
      isAside = asideOf(onOneLine(paragraphAt(text, span.start)), english) !== null
    before = span.end
    const isContinued = isTorn
    isTorn = hasColumns && isLeftOpen(onOneLine(text.slice(span.start, span.end)))
    const label = partOfLabel(text.slice(span.start, span.end))
    part = label?.part ?? part
    const { start, end } = withoutCitationsAround(text, {
      start: span.start + (label?.length ?? 0),
      end: span.end,
    })
    const line = onOneLine(text.slice(start, end))
    yield {
      start: block.start + start,
      end: block.start + end,
      text: line,
      terms: wordsIn(line, code),
      language: code,
      block: index,
      part,
      position: span.start / text.length,
      isAbstract: block.part === 'abstract',
      isLabelled: label !== null,
      isProse: !isAside && !isContinued && isProse(line, reading) && asideOf(line, english) === null,
    }
  }
}

function paragraphAt(text: string, start: number): string {
  const rest = text.slice(start)
  const end = /\n\s*\n/.exec(rest)?.index ?? rest.length
  return rest.slice(0, end)
}

/** Returns whether a line ends in mid-sentence, so that the text in the next column or on the next page continues it. */
function isLeftOpen(line: string): boolean {
  if (ENDS.test(line) || CITATION_BEHIND.test(line)) return false
  return line.split(' ').length >= LONG_HEADING_WORDS || OPEN_END.test(line)
}

function withoutCitationsAround(text: string, { start, end }: TextRange): TextRange {
  const sentence = text.slice(start, end)
  const from = citationBefore(sentence)
  return { start: start + from, end: end - (CITATION_BEHIND.exec(sentence)?.[0].length ?? 0) }
}

function isProse(line: string, reading: Reading): boolean {
  return (
    line.length <= MAX_CHARACTERS &&
    wordCount(line) >= MIN_WORDS &&
    letterCounts(line).letters >= line.length * 0.3 &&
    isWhole(line, reading) &&
    !DAMAGED.some((pattern) => pattern.test(line)) &&
    !STRAY_CELLS.test(line) &&
    !REFERENCE.test(line)
  )
}

function isWhole(line: string, { english, code }: Reading): boolean {
  if (code !== ENGLISH) return OTHER_ENDS.test(line) && OTHER_STARTS.test(line)
  return ENDS.test(line) && STARTS.test(line) && (!english || VERB.test(line)) && !TORN.test(line)
}

function joinedOverPages(text: string, spans: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    const isTorn =
      before !== undefined &&
      text.slice(before.end, span.start).includes(PAGE_BREAK) &&
      !ENDS.test(text.slice(before.start, before.end)) &&
      /^\p{Ll}/u.test(text.slice(span.start, span.start + 2))
    if (isTorn) joined[joined.length - 1] = { start: before.start, end: span.end }
    else joined.push(span)
  }
  return joined
}
