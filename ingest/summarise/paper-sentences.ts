/** A paper's sentences as candidates for units: with their block, terms, what they are part of, and whether they are prose at all. */
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
  /** Offsets into the paper's text. */
  readonly start: number
  readonly end: number
  /** On one line; as if it had capitals where the paper has none. */
  readonly text: string
  readonly terms: readonly string[]
  /** ISO 639-3: that of the body. */
  readonly language: string
  /** Index into the body's blocks. */
  readonly block: number
  /** What of the paper it belongs to: by the label in front of it or of one before it (structured abstracts), else by its heading. */
  readonly part: Part | null
  /** Where it begins within its block, from 0 to 1. */
  readonly position: number
  readonly isAbstract: boolean
  /** A label stands in front of it: it goes with no sentence before. */
  readonly isLabelled: boolean
  /** False for headings, fragments, rows, addresses, captions and the like, which no unit may hold. */
  readonly isProse: boolean
}

/** How a paper is read: by rules about English words or not, and the language of its sentences. */
interface Reading {
  readonly english: boolean
  readonly code: string
}

// Chosen, not measured: shorter ones state nothing by themselves, longer ones are runs of cells or badly split text.
const MIN_WORDS = 6
const MAX_CHARACTERS = 900
// A stop inside that no sentence begins after: the ends of two columns, or a caption and the text, ran together.
const TORN =
  /(?<!\b(?:e\.g|i\.e|al|vs|cf|ca|c|approx|etc|spp?|ssp|subsp|var|resp|nos?|viz|figs?|eqs?|refs?|\p{Lu}))[.!?]\s\p{Ll}{2,}/iu
// Entries of a list of references: initials of several authors, or volume and pages.
const REFERENCE = /(?:\p{Lu}\.,? (?:and |& )?\p{Lu}[\p{L}’'-]+, ){2}|\b\d{1,4}, [A-Z]?\d+[–-][A-Z]?\d+\b/u
const ENDS = /[.!?…。！？][\])"'”’]*$/u
/** In other languages quotation marks are others, and sentences across two columns cannot be recognised by their small letters: "z. B. die". */
const OTHER_ENDS = /[.!?…。！？][\])"'”’“»」』）\s]*$/u
const OTHER_STARTS = /^["'“‘([„«»‚¿¡「『（《\s]*[\p{Lu}\p{N}\p{Lo}α-ωµ]/u
const STARTS = /^["'“‘([]*[\p{Lu}\p{N}\p{Lo}α-ωµ]|^[a-z]{1,3}(?=[-A-Z])/u
// Displayed formulas, glyphs that no font maps, words and layers that ran together, cells, and sentences without an end.
const DAMAGED = [
  /[√∑∫∂∇•\uE000-\uF8FF]|\uFFFD.*\uFFFD|\d[πω]\S*\s*\|/u,
  // A numbered heading that runs into its text, too: where it ends, no word says.
  /^\p{L} ?=|^\([^)]{1,12}\) |^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{Lu}/u,
  // A lettered one: "A. Team teaching From a managerial point of view".
  /^[A-Z]\. \p{Lu}[\p{L}-]+(?: \p{Ll}[\p{L}-]+)* \p{Lu}\p{Ll}* \p{Ll}/u,
  /\b(?:and|of|the|in|with)[A-Z]{2,}|\b(\p{L}{5,}) \1\b|\p{Ll}{3}—\p{Lu}/u,
  /±\s?[\d.]+\s+[\d.]+\s?±/,
  /\s0\.$|\b(?:in|as|of|by|the|and|or|with|from)\.$/i,
]
// Headings without a stop are seldom as long.
const LONG_HEADING_WORDS = 12
const OPEN_END =
  /(?:,|\b(?:and|or|of|in|the|an?|with|for|to|by|from|that|which|is|are|was|were|as|at|on|than))$/u
// What a figure's axis or a table's cell leaves in front of a sentence: "0.04 * * 0.1 revealed", "45 60 The".
const STRAY_CELLS = /^(?:[^\p{L}\s]*\d[^\p{L}\s]*\s+){2}|^\d\S*\s+[*†‡]/u
// Raised numbers that point into the list of references, behind a sentence.
const CITATION_BEHIND =
  /(?<=[.!?]["”’)]?)\s?(?:\[\d[\d,\s–-]*\]|\d{1,3}(?:\s?[,–-]\s?\d{1,3})*|[⁰¹²³⁴-⁹]+(?:[,–-][⁰¹²³⁴-⁹]+)*)$/u

/** Every sentence of the body in order. Halves that a page end tore apart are joined. `language`: ISO 639-3, null where it is not known. */
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

/** Ends in the middle: what comes next, in another column or on another page, goes on with it. */
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
