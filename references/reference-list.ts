/** Finds the references of a paper: cuts the text after its body into entries, by their numbers or else by how an entry begins. */

export interface ListedReference {
  /** Number in the list; null in lists without numbers. */
  readonly number: number | null
  readonly raw: string
  /** UTF-16 offsets in the paper's text. */
  readonly start: number
  readonly end: number
}

interface Mark {
  readonly number: number
  readonly start: number
  /** Start of the reference itself, after its number. */
  readonly textStart: number
}

const HEADING =
  /^\s*(?:\d{1,2}\.?\s+)?(?:references?(?: and notes| cited| list)?|bibliography|literature(?: cited)?|works cited|cited references|notes and references|literaturverzeichnis|literatur|r[ée]f[ée]rences?(?: bibliographiques)?|referencias(?: bibliográficas)?|bibliograf[íi]a|参考文献)\s*[:.]?(?=\s|$)/iu
/** A separate paragraph that begins the part after the list. */
const AFTER_LIST =
  /\n\n(?:(?:[A-Z]|\d{1,2})\.?\s+)?(?:appendi(?:x|ces)\b|supplement(?:ary|al)\b|supporting information|figure (?:legends|captions)|(?:figures?|tables?|fig\.)\s+\d+[.:]|acknowledge?ments?|authors?['’]? contributions?|competing interests?|biograph|publisher['’]s note|about the authors?)[^\n]{0,80}(?=\n|$)/giu
/** Number formats; a list uses one throughout. */
const NUMBERINGS: readonly RegExp[] = [
  /(?:^|\s)\[(\d{1,4})\]\s*/gu,
  /(?:^|\n)\s*(\d{1,4})\.\s*(?=\S)/gu,
  /(?:^|\n)\s*\((\d{1,4})\)\s*/gu,
  /(?:^|\n)\s*(\d{1,4})\s+(?=\p{Lu})/gu,
  /(?:^|\s)(\d{1,4})\.\s*(?=\p{L})/gu,
  /(?:^|\s)(\d{1,3})\s+(?=\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?,? \p{Lu})/gu,
]
const MIN_NUMBERED = 2
/** Lists of a later part continue the numbers of the part before; a greater number is a year. */
const MAX_FIRST = 1000
/** Consecutive numbers that a PDF reading may have lost. */
const MAX_LOST = 3
/** Number of places tried as the start of a list. */
const MAX_STARTS = 3
const MAX_ENTRIES = 3000
const MAX_CHARACTERS = 2000
const LONG_CHARACTERS = 700
const MIN_CHARACTERS = 12
/** An entry with a year but no title: `Kasen, D. 2010, ApJ, 708, 1025`. */
const MIN_CHARACTERS_WITH_YEAR = 28
const YEAR = /\b(?:1[6-9]|20)\d\d[a-z]?\b|forthcoming|in press/i
const HAS_PLACE = /\b(?:1[6-9]|20)\d\d[a-z]?\b|arXiv|\bdoi\b|in press|forthcoming|https?:/i

const MAX_HEADING_CHARACTERS = 40

/** Returns whether a line is the heading of a list and nothing else. */
export function isListHeading(line: string): boolean {
  return HEADING.exec(line)?.[0] === line
}

/** Returns whether a text has the heading of a list as a separate paragraph. */
export function hasListHeading(text: string): boolean {
  return text
    .split(/\n\s*\n/)
    .some((paragraph) => paragraph.length < MAX_HEADING_CHARACTERS && HEADING.test(paragraph))
}

/** Returns the entries of the list that begins at `bodyEnd`; empty for a paper without one. */
export function referenceList(text: string, bodyEnd: number): ListedReference[] {
  const start = bodyEnd + (HEADING.exec(text.slice(bodyEnd, bodyEnd + 200))?.[0].length ?? 0)
  const end = endOfList(text, start)
  const list = text.slice(start, end)
  const numbered = numberedEntries(list)
  const entries = numbered ?? unnumberedEntries(list)
  return entries.slice(0, MAX_ENTRIES).flatMap(({ number, from, to }): ListedReference[] => {
    const end = from + entryLength(list.slice(from, to), to === list.length)
    const raw = onOneLine(list.slice(from, end))
    return raw.length < MIN_CHARACTERS || !/\p{L}{2}/u.test(raw)
      ? []
      : [{ number, raw, start: start + from, end: start + end }]
  })
}

/** The last entry, and one that is far too long, ends with the paragraph that has its year: the rest is another part of the paper. */
function entryLength(entry: string, isLast: boolean): number {
  if (!isLast && entry.length <= LONG_CHARACTERS) return entry.length
  for (const { index } of entry.matchAll(/\n\s*\n/gu)) {
    const before = entry.slice(0, index)
    if (index > MAX_CHARACTERS) return MAX_CHARACTERS
    if (HAS_PLACE.test(before) && /[.)\]\d]\s*$/u.test(before)) return index
  }
  return Math.min(entry.length, MAX_CHARACTERS)
}

/** Returns the first heading of another part followed by too few numbered entries to be another half of the list. */
function endOfList(text: string, start: number): number {
  AFTER_LIST.lastIndex = start
  for (let found = AFTER_LIST.exec(text); found !== null; found = AFTER_LIST.exec(text)) {
    const rest = text.slice(found.index)
    const numbers = rest.match(/\n\n\s*\[?\d{1,3}[\].]\s+\p{Lu}/gu)?.length ?? 0
    if (numbers < 5) return found.index
  }
  return text.length
}

interface Entry {
  readonly number: number | null
  readonly from: number
  readonly to: number
}

function numberedEntries(list: string): Entry[] | null {
  const marks = NUMBERINGS.map((numbering) => [...list.matchAll(numbering)].map(markOf))
  const chains = marks.map(longestChain)
  const longest = Math.max(...chains.map(({ length }) => length))
  // Looser number formats, further down, are chosen only with a clear lead.
  const best = chains.find(({ length }) => length >= longest * 0.8) ?? []
  const [first] = best
  if (best.length < MIN_NUMBERED || first === undefined || first.number > MAX_FIRST) return null
  // In a list without numbers, a few consecutive numbers are years or volumes at the beginnings of lines.
  if (first.start > list.length / 3 || list.length / best.length > MAX_CHARACTERS) return null
  const all = withLostMarks(best, marks.flat())
  return all.map(({ number, textStart }, at) => ({
    number,
    from: textStart,
    to: all[at + 1]?.start ?? list.length,
  }))
}

/** Returns the chain with missing numbers added that are marked in another format, as in the middle of a line. */
function withLostMarks(chain: readonly Mark[], marks: readonly Mark[]): Mark[] {
  const all: Mark[] = []
  for (const [at, mark] of chain.entries()) {
    all.push(mark)
    const next = chain[at + 1]
    for (let number = mark.number + 1; next !== undefined && number < next.number; number++) {
      const lost = marks.find(
        (each) => each.number === number && each.start > all.at(-1)!.start && each.start < next.start,
      )
      if (lost !== undefined) all.push(lost)
    }
  }
  return all
}

function markOf(match: RegExpExecArray | RegExpMatchArray): Mark {
  const [whole, digits = ''] = match
  const start = match.index ?? 0
  return { number: Number(digits), start, textStart: start + whole.length }
}

/** Returns the longest chain of numbers that count up from 1 or from the start of the list. */
function longestChain(marks: readonly Mark[]): Mark[] {
  let best: Mark[] = []
  const ones = marks.filter(({ number }) => number === 1)
  const starts = [...ones.slice(0, MAX_STARTS), ...marks.slice(0, MAX_STARTS)]
  for (const start of starts) {
    const chain = [start]
    let expected = start.number + 1
    for (const mark of marks) {
      if (mark.start <= start.start || mark.number < expected || mark.number > expected + MAX_LOST) continue
      // If the expected number itself follows soon, it is better than a later one.
      const isSkipped =
        mark.number > expected &&
        marks.some(
          (other) =>
            other.start > mark.start &&
            other.number === expected &&
            other.start < mark.start + MAX_CHARACTERS,
        )
      if (isSkipped) continue
      chain.push(mark)
      expected = mark.number + 1
    }
    if (chain.length > best.length) best = chain
  }
  return best
}

/** `Smith, J.`, `J. Smith`, `Smith J`, `Jane Smith and`, `Smith et al.`, `de la Cruz, M.`, `World Health Organization.` */
const OPENING =
  /^(?:[–—-]{2,}|\p{Lu}[\p{L}'’.-]*(?:\s+\p{L}[\p{L}'’.-]*){0,4},\s|(?:\p{Lu}\.[\s-]?){1,4}\p{Lu}\p{L}|(?:(?:van|von|de|der|den|di|la|le|del|da|dos|el|al)\s+){0,2}\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?,?\s+(?:\p{Lu}\.?[\s-]?){1,4}[,.:(\s]|\p{Lu}[\p{L}'’-]+(?:\s+\p{L}[\p{L}'’-]*){0,5}(?:\s+and\s|\s+et al|\.\s|\s*\())/u
const FINISHED = /(?:[.\]\d)>»”"]|\p{L}{4,}|\/\S*)\s*$/u
const NAME = String.raw`\p{Lu}[\p{L}’'-]+(?:[ -]\p{Lu}[\p{L}’'-]+)?,? (?:\p{Lu}\.?[ -]?){1,3}`
const OF_NAMES = String.raw`(?:\p{Lu}[\p{L}’'.-]*|and|&|et|al\.|van|von|de|der|den|di|la|le|del|da|dos)[,;]?\s+`
/** The border of entries in one paragraph: after a page, before initials and year. Only names precede a year without brackets. */
const WITHIN = new RegExp(
  String.raw`(?<=[\d.)]|\d\p{L})\s+(?=${NAME}(?:(?:[,;&]|and|\s|\()[^()\n]{0,150}?\((?:19|20)\d\d[a-z]?\)|[,;]?\s+(?:${OF_NAMES}){0,80}(?:19|20)\d\d[a-z]?[.,:]\s))`,
  'gu',
)

function unnumberedEntries(list: string): Entry[] {
  const entries: { number: null; from: number; to: number }[] = []
  for (const piece of piecesOf(list)) {
    const before = entries.at(-1)
    const text = list.slice(piece.from, piece.to)
    if (before === undefined || isOpening(list.slice(before.from, before.to), text))
      entries.push({ number: null, ...piece })
    else before.to = piece.to
  }
  const dated = entries.filter(({ from, to }) => HAS_PLACE.test(list.slice(from, to)))
  // The text is not a list: an appendix, or a page of an advertisement.
  return dated.length * 2 < entries.length ? [] : dated
}

function isOpening(before: string, text: string): boolean {
  return (
    OPENING.test(text) &&
    FINISHED.test(before) &&
    YEAR.test(before) &&
    before.trim().length >= MIN_CHARACTERS_WITH_YEAR
  )
}

/** Returns the paragraphs, split at the entries within one. */
function piecesOf(list: string): { from: number; to: number }[] {
  const paragraphs = [...list.matchAll(/(?<=^\s*|\n\s*\n)\S/gu)].map(({ index }) => index)
  const within = [...list.matchAll(WITHIN)].map(({ 0: space, index }) => index + space.length)
  const starts = [...new Set([...paragraphs, ...within])].sort((a, b) => a - b)
  return starts.map((from, at) => ({
    from,
    to: from + list.slice(from, starts[at + 1] ?? list.length).trimEnd().length,
  }))
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
