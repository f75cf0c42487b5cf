/** Finds how the wording of a quote differs from its paper: the changed places, each with its kind. */
import { align, type Edit } from './align.ts'
import { type Squeezed, squeeze } from './squeeze.ts'

export const CHANGE_KINDS = [
  'negation',
  'number',
  'unit',
  'name',
  'order',
  'left out',
  'added',
  'wording',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export interface WordingChange {
  readonly kind: ChangeKind
  /** Words of the paper; empty if the quote added words. */
  readonly paper: string
  /** Words of the quote; empty if it left words out. */
  readonly quote: string
}

export interface ComparedText {
  readonly text: string
  readonly squeezed: Squeezed
}

/** Where the quote is in the paper's text, and how it differs. */
export interface Comparison {
  readonly start: number
  readonly end: number
  /** Empty if both say the same. */
  readonly changes: readonly WordingChange[]
  /** Share of the quote's characters that are in the paper, in order. */
  readonly share: number
}

/**
 * Compares a quote with the range `from` to `to` of a paper's squeezed text, which may extend beyond the quote. Returns null if they have
 * too little in common.
 */
export function compareWording(
  paper: ComparedText,
  [from, to]: readonly [number, number],
  quote: ComparedText,
): Comparison | null {
  const source = paper.squeezed.chars.slice(from, to)
  const wanted = quote.squeezed.chars
  const { edits, start, end, kept } = align(source, wanted)
  if (kept === 0) return null
  const offsetOf = (place: number) => paper.squeezed.offsets[from + place]!
  const isBoundary = (inPaper: number, inQuote: number) =>
    isBetweenWords(paper, from + inPaper) && isBetweenWords(quote, inQuote)
  const changes = inWholeWords(edits, isBoundary).flatMap((edit) => {
    const range = [edit.paper[0] + from, edit.paper[1] + from] as const
    // The last edit may extend beyond the quote, to the end of the paper's word.
    const quoted = [edit.quote[0], Math.min(edit.quote[1], wanted.length)] as const
    const change = changeOf({ text: paper, range }, { text: quote, range: quoted })
    return change === null ? [] : [change]
  })
  return {
    start: offsetOf(start),
    end: offsetOf(end - 1) + 1,
    changes: withOrder(changes),
    share: kept / wanted.length,
  }
}

/** Returns the words of a range of squeezed text with adjacent punctuation; empty for an empty range. */
function wordsOf(
  { text, squeezed: { offsets } }: ComparedText,
  [from, to]: readonly [number, number],
): string {
  if (to <= from) return ''
  let start = offsets[from]!
  let end = offsets[to - 1]! + 1
  while (start > 0 && !/\s/.test(text[start - 1]!)) start--
  while (end < text.length && !/\s/.test(text[end]!)) end++
  return text.slice(start, end).replace(/\s+/g, ' ')
}

function isBetweenWords({ text, squeezed: { offsets } }: ComparedText, place: number): boolean {
  return place <= 0 || place >= offsets.length || /\s/.test(text.slice(offsets[place - 1]!, offsets[place]!))
}

/** Widens edits to whole words, on both sides by the same letters, and joins those that touch. Offsets count from the window's start. */
function inWholeWords(edits: readonly Edit[], isBoundary: (paper: number, quote: number) => boolean): Edit[] {
  const all: Edit[] = []
  for (const [number, { paper, quote }] of edits.entries()) {
    const [before, behind] = [all.at(-1), edits[number + 1]]
    let left = 0
    const mostLeft = Math.min(paper[0] - (before?.paper[1] ?? 0), quote[0] - (before?.quote[1] ?? 0))
    while (left < mostLeft && !isBoundary(paper[0] - left, quote[0] - left)) left++
    let right = 0
    const mostRight =
      behind === undefined
        ? Number.POSITIVE_INFINITY
        : Math.min(behind.paper[0] - paper[1], behind.quote[0] - quote[1])
    while (right < mostRight && !isBoundary(paper[1] + right, quote[1] + right)) right++
    const wide: Edit = {
      paper: [paper[0] - left, paper[1] + right],
      quote: [quote[0] - left, quote[1] + right],
    }
    if (before !== undefined && left === mostLeft) {
      before.paper[1] = wide.paper[1]
      before.quote[1] = wide.quote[1]
    } else all.push(wide)
  }
  return all
}

const NEGATION =
  /(?:^|\W)(?:not|no|non|never|neither|nor|none|without|cannot|lack(?:s|ed|ing)?|fail(?:s|ed)?|absence)(?=\W|$)|n['’]t(?=\W|$)/giu
const NEGATING_PREFIX = /^(?:un|in|im|ir|il|dis|non)/
const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half|third|quarter|twice|double|triple|once|first|second)(?:ly|fold|s)?\b/giu
// A separate number: the digits of a name belong to the name.
const DIGITS = /(?<![\p{L}\d]|\p{L}[-–−])[-−–]?\d+(?:[.,·]\d+)*/gu
const UNIT =
  /^(?:[munpfcdkMGTµμh]?(?:g|l|L|m|M|s|mol|Hz|Pa|bar|J|W|V|A|K|N|F|T|Da|eV|cal|bp|b|B|Ci|Bq|Sv|Gy|U|IU|osm|eq|OD)|°?[CF]|%|‰|min|h|hr|hrs|hours?|days?|weeks?|months?|years?|minutes?|seconds?|ppm|ppb|rpm|mmHg|atm|Å|ha|wt|vol)(?:[\d²³⁻¹−-]*)(?:[/·.]\S+)?$/u
/** Letters that PDF readers lose, or take for one sign. */
const LIGATURES = /ffi|ffl|ff|fi|fl/g
/** Signs of symbol fonts as misread by readers without their encoding: in the paper, and in the quote. */
const MISREAD_SIGNS: readonly (readonly [sign: RegExp, misread: RegExp])[] = [
  [/=/g, /[¼5⫽]/g],
  [/±/g, /[§6⫾]/g],
  [/×/g, /[£⫻]/g],
  [/\+/g, /[1⫹]/g],
  [/[−–-]/g, /[¡2⫺]/g],
  [/</g, /[5⬍]/g],
  [/>/g, /⬎/g],
  [/°/g, /[uo]/g],
  [/(?<=[\d⁰¹²³⁴-⁹])[-–−⁻](?=[\d⁰¹²³⁴-⁹])/gu, /(?<=\d)e(?=\d)/g],
  // TeX sets a prime as a raised sign with the code of the zero.
  [/[⁰0]/g, /′/g],
  // Our own reader does not know the sign; a number never matches it.
  [/\ufffd/g, /[^\s\d]/gu],
]
const CITATION = /^[\s,;]*(?:\[[\d,;–\-\s]+\]|\((?:[^()]*\b(?:19|20)\d\d[a-z]?[^()]*)\))[\s.,;]*$/u

interface Side {
  readonly text: ComparedText
  /** Range in squeezed characters. */
  readonly range: readonly [number, number]
}

/** Returns null if only the PDF readers differ, not the wording. */
function changeOf(from: Side, to: Side): WordingChange | null {
  const [source, quoted] = [wordsOf(from.text, from.range), wordsOf(to.text, to.range)]
  if (
    isSameRead(source, quoted) ||
    (quoted === '' && (CITATION.test(source) || isPrime(source, to))) ||
    ((source === '' || isAtEnd(to)) && isLineNumber(to, quoted))
  )
    return null
  const change = { paper: source, quote: quoted }
  if (countOf(NEGATION, source) !== countOf(NEGATION, quoted) || isNegated(source, quoted))
    return { kind: 'negation', ...change }
  if (quoted === '') return { kind: 'left out', ...change }
  if (source === '') return { kind: 'added', ...change }
  if (!sameNumbers(source, quoted)) return { kind: 'number', ...change }
  if (isUnit(source, quoted, from)) return { kind: 'unit', ...change }
  return { kind: isName(source) || isName(quoted) ? 'name' : 'wording', ...change }
}

/** Returns whether words contain a negation, a number or a unit, which change a sentence wherever they are. */
export function changesMeaning(words: string): boolean {
  return countOf(NEGATION, words) > 0 || /\p{N}/u.test(words) || UNIT.test(words.trim())
}

/** Returns whether two texts differ only in ligatures that a reader lost or misread, or in signs that it read in another encoding. */
function isSameRead(source: string, quoted: string): boolean {
  const one = squeeze(source).chars
  if (one === squeeze(quoted).chars) return true
  const bare = one.replace(LIGATURES, '')
  const isWithoutLigatures = [quoted, quoted.replace(/[^\0-\x7f]/g, '')].some(
    (words) => squeeze(words).chars.replace(LIGATURES, '') === bare,
  )
  return (isWithoutLigatures && bare !== one) || isMisread(source, quoted) || isUnreadable(one, quoted)
}

/** Returns whether the texts agree if each unreadable sign of the quote is a ligature, one character, or nothing. */
function isUnreadable(chars: string, quoted: string): boolean {
  const known = squeeze(quoted).chars.split('\ufffd')
  if (known.length === 1) return false
  const escaped = known.map((part) => part.replace(/[.+/]/g, '\\$&'))
  return new RegExp(`^${escaped.join('(?:ffi|ffl|ff|fi|fl|.)?')}$`, 'u').test(chars)
}

/** Returns whether the texts are the same after one sign of the quote, or all signs of its kind, are replaced by those of the paper. */
function isMisread(source: string, quoted: string): boolean {
  const chars = squeeze(source).chars
  return MISREAD_SIGNS.some(([sign, misread]) => {
    const [read] = source.match(sign) ?? []
    if (read === undefined) return false
    const single = [...quoted.matchAll(misread)].map(
      ({ index }) => quoted.slice(0, index) + read + quoted.slice(index + 1),
    )
    return [quoted.replace(misread, read), ...single].some((words) => squeeze(words).chars === chars)
  })
}

/** Returns whether a raised zero of the paper is a prime in the quote. */
function isPrime(source: string, { text: { text, squeezed }, range }: Side): boolean {
  const between = text.slice(squeezed.offsets[range[0] - 1] ?? 0, squeezed.offsets[range[0]] ?? text.length)
  return /^[⁰0][.,;:)]?$/.test(source) && between.includes('′')
}

const isAtEnd = ({ text, range }: Side) => range[1] >= text.squeezed.offsets.length

/** Returns whether words are a line number from the margin, or a list's number or bullet, which symbol fonts encode as letters. */
function isLineNumber({ text: { text, squeezed }, range }: Side, words: string): boolean {
  const [start, end] = [squeezed.offsets[range[0]]!, squeezed.offsets[range[1] - 1]! + 1]
  const [before, behind] = [text.slice(0, start), text.slice(end)]
  if (/^\p{L}$/u.test(words)) return /\n\s*$/.test(before) && /^(?:\s*\n|\s{2})/.test(behind)
  return /^\d{1,4}[.)]?$/.test(words) && (/\n\s*$/.test(before) || /^\s*\n/.test(behind))
}

function isNegated(source: string, quoted: string): boolean {
  const [one, other] = [lettersOf(source), lettersOf(quoted)]
  return (
    one !== other &&
    (one.replace(NEGATING_PREFIX, '') === other || other.replace(NEGATING_PREFIX, '') === one)
  )
}

const lettersOf = (words: string) =>
  words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

function sameNumbers(source: string, quoted: string): boolean {
  const numbers = (words: string) =>
    [
      ...(words.match(DIGITS) ?? []).map((number) => number.replace(/[−–]/g, '-')),
      ...(words.toLowerCase().match(NUMBER_WORD) ?? []),
    ].join(' ')
  return numbers(source) === numbers(quoted)
}

function countOf(pattern: RegExp, words: string): number {
  return words.match(pattern)?.length ?? 0
}

/** Returns whether both are units, or equal numbers with units. */
function isUnit(source: string, quoted: string, { text: { text, squeezed }, range }: Side): boolean {
  const bare = (words: string) =>
    words.replace(/^[([]|[)\],;:.]+$/g, '').replace(/^[-−–+±~∼<>≤≥=×]*[\d.,·]+\s*/u, '')
  const [one, other] = [bare(source), bare(quoted)]
  if (one === '' || other === '') return one !== other && /\d/.test(source)
  const start = squeezed.offsets[range[0]]!
  const isBehindNumber = /\d/.test(source) || /\d[)\s]*$/.test(text.slice(Math.max(0, start - 6), start))
  return isBehindNumber && (UNIT.test(one) || UNIT.test(other))
}

/** Returns whether a word has a capital, a digit or a Greek letter, or is unlikely to be in a dictionary of everyday words. */
function isName(words: string): boolean {
  return (
    /\p{Lu}|\d|[α-ω]/u.test(words) ||
    /\b\p{L}{3,}(?:ol|in|ine|ane|ene|one|ide|ate|ase|ose|us|um|ia|is|a|oid|yl)\b/u.test(words)
  )
}

/** Marks words that were left out in one place and added in another as reordered. */
function withOrder(changes: readonly WordingChange[]): readonly WordingChange[] {
  const sorted = (side: 'paper' | 'quote') =>
    changes
      .flatMap((change) => change[side].split(' '))
      .map((word) => squeeze(word).chars)
      .sort()
      .join(' ')
      .trim()
  if (changes.length === 0 || sorted('paper') !== sorted('quote')) return changes
  const join = (side: 'paper' | 'quote') =>
    changes
      .map((change) => change[side])
      .filter((words) => words !== '')
      .join(' … ')
  return [{ kind: 'order', paper: join('paper'), quote: join('quote') }]
}
