/** Finds the title: the largest words on the first page that are not a label, a journal's name or an address. */

import type { TextLine } from '../extract/index.ts'
import type { Block, BlockLine, Front } from './blocks.ts'
import { DATE, DATED } from './dates.ts'
import { isPartName } from './heading-names.ts'
import { isNameList } from './name-list.ts'

/** Rule that found the title, on which its confidence depends. */
export type TitleRule = 'largest' | 'numbered' | 'unechoed' | 'marked' | 'first-line' | 'none'

export interface Title {
  readonly text: string
  readonly rule: TitleRule
  readonly start: number
  readonly end: number
}

interface Candidate extends Pick<TextLine, 'bold' | 'start' | 'end' | 'left' | 'top' | 'bottom'> {
  readonly text: string
  readonly size: number
  readonly order: number
}

// Chosen on the labelled papers, not measured.
const SAME_SIZE = 0.06
const MAX_GAP_EM = 1.6
const SAME_ROW_EM = 0.3
const MIDDLE_POINTS = 2
const MAX_LINES = 8
const MAX_CHARACTERS = 400
const MIN_CHARACTERS = 12
const MIN_WORDS = 3
/** Factor by which the size of addresses and names of journals is reduced for comparison. */
const DEMOTED = 0.75
const FRONT_BLOCKS = 40
const NUMBERED = /^\d{1,3}\s+\p{L}/u
/** Minimum ratio of a title's size to that of the body. */
const LARGER = 1.15
const MIN_ECHO_SHARE = 0.4
/** Lower than `DEMOTED`: the name of the journal is often set larger than the title. */
const JOURNAL_DEMOTED = 0.4
const MAX_JOURNAL_WORDS = 9
const MAX_PLACE_WORDS = 12
const ALL_CAPITALISED = /^\p{Lu}\S*(?:\s+\p{Lu}\S*)*$/u
const JOURNAL =
  /\b(?:journal of|journal$|proceedings of|transactions on|annals of|frontiers in|archives of|bulletin of|available (?:online )?at|contents lists|volume \d|vol\. ?\d)/i

const JOINING: ReadonlySet<string> = new Set(['and', 'of', 'the', 'in', 'for', 'on', 'a'])

const LABEL =
  /^(?:research|original|review|regular|full|short|brief|rapid|technical|invited|case|clinical|scientific|mini|methods?|data|software|news|book|featured?)?(?:research|original|review|invited)?(?:article|paper|report|reports|review|communication|communications|note|letter|study|contribution|perspective|commentary|editorial|opinion|protocol|correspondence|synopsis)?s?(?:openaccess|freeaccess)?$/i
const NO_TITLE =
  /^(?:abstract|open access|keywords|accepted manuscript|article in press|author manuscript|nih public access|hhs public access|europe pmc|uncorrected proof|supporting information|https?:|www\.|doi|issn|isbn|vol(?:ume|\.)|arxiv|(?:summary|(?:table of )?contents|introduction|references|preprint|supplementary(?: \w+)?|disclaimer)\s*(?:$|[^\p{L}\s]))/iu
const PLACE =
  /\b(?:university|universität|université|universidad|department|institute|laborator(?:y|ies)|facility|hospital|journal of|proceedings of|transactions on|annals of|press|publish(?:er|ing)|preprint|series|society|association|elsevier|springer|wiley|hindawi|biomed central|available (?:online )?at|contents lists)\b/i

/** Returns null if the first page has no words. `journal` is the journal's name in the paper's citation line. */
export function titleOf(front: Front, abstractStart: number | null, journal: string | null): Title | null {
  const { words } = front
  const blocks = front.blocks.filter(
    (block) => block.start < front.firstPageEnd && (abstractStart === null || block.start < abstractStart),
  )
  const all = candidatesOf(blocks.length > 0 ? blocks : front.blocks.slice(0, FRONT_BLOCKS), words)
  const long = all.filter(({ text }) => text.length >= MIN_CHARACTERS && wordCount(text) >= MIN_WORDS)
  const best = pick(long, journal) ?? pick(all, journal)
  if (best === null) return null
  const short = shortOver(best, all, front)
  if (short !== null) return found(short.text, short.start, short.end, words)
  const main = mainTitleOver(best, all)
  if (main === null) return found(best.text, best.start, best.end, words)
  if (isByline(best.text, words)) return found(main.text, main.start, main.end, words)
  const colon = /[\p{P}]$/u.test(main.text) ? ' ' : ': '
  return found(`${main.text}${colon}${best.text}`, main.start, best.end, words)
}

function found(said: string, start: number, end: number, words: ReadonlySet<string>): Title {
  const text = cleaned(said)
  if (NUMBERED.test(text)) return { text, rule: 'numbered', start, end }
  return { text, rule: isEchoed(text, words) ? 'largest' : 'unechoed', start, end }
}

/** Returns whether the paper uses the words of its title in its text; it repeats few of those misread from a picture. */
function isEchoed(text: string, words: ReadonlySet<string>): boolean {
  const long = text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  return long.filter((word) => words.has(word)).length >= MIN_ECHO_SHARE * long.length && long.length > 0
}

/** Finds a title of one or two words, larger than the body, if `best` cannot be one: a section, names, a date, a line of the body. */
function shortOver(best: Candidate, all: readonly Candidate[], { bodySize, words }: Front): Candidate | null {
  const isTitle = best.size > LARGER * bodySize && !NUMBERED.test(best.text) && !isByline(best.text, words)
  if (isTitle) return null
  const over = all.filter(({ order, size, text }) => {
    const isLarge = size > LARGER * Math.max(best.size, bodySize)
    return order < best.order && isLarge && !NUMBERED.test(text) && !JOURNAL.test(text) && !PLACE.test(text)
  })
  return pick(over, null)
}

/** Returns whether a text is names, a date, or both; with a date, an institution may be between them. */
function isByline(text: string, words: ReadonlySet<string>): boolean {
  const undated = text
    .replace(DATE, '')
    .replace(DATED, '')
    .replace(/[∗*:;,.]/g, ' ')
    .trim()
  return (
    isNameList(text, words) || wordCount(undated) < 2 || (undated !== text && ALL_CAPITALISED.test(undated))
  )
}

/** Finds a main title of one or two words, which is larger and directly above its subtitle. */
function mainTitleOver(subtitle: Candidate, all: readonly Candidate[]): Candidate | null {
  const over = all.find(({ order }) => order === subtitle.order - 1)
  if (over === undefined || over.size < subtitle.size * (1 + SAME_SIZE) || over.bold !== subtitle.bold)
    return null
  if (JOURNAL.test(over.text) || PLACE.test(over.text) || wordCount(over.text) < 2) return null
  const gap = subtitle.top - over.bottom
  return gap > 0 && gap < MAX_GAP_EM * over.size && Math.abs(over.left - subtitle.left) < over.size
    ? over
    : null
}

/** Returns a plain text's title: the first heading, else the first meaningful line. A text that begins with the name of a part has none. */
export function titleOfText(front: Front): Title | null {
  const isPart = ({ text }: Block) => isPartName(text.replace(/^#{1,6}\s+/, ''))
  const heading = front.blocks.slice(0, FRONT_BLOCKS).find((block) => block.level === 1 && !isPart(block))
  const first = front.blocks.find(({ text }) => /\p{L}{2}/u.test(text) && !isLabel(text))
  if (heading === undefined && first !== undefined && isPart(first)) return null
  const block = heading ?? first
  if (block === undefined) return null
  const line =
    block.level > 0 || block.text.length <= MAX_CHARACTERS / 2 ? block.text : (block.lines[0]?.text ?? '')
  const text = line.replace(/^#{1,6}\s+/, '').replace(/^title\s*:\s*/i, '')
  return {
    text: cleaned(text.slice(0, MAX_CHARACTERS)),
    rule: block.level > 0 ? 'marked' : 'first-line',
    start: block.start,
    end: block.lines[0]?.end ?? block.end,
  }
}

function pick(candidates: readonly Candidate[], journal: string | null): Candidate | null {
  let best: Candidate | null = null
  for (const candidate of candidates) if (best === null || beats(candidate, best, journal)) best = candidate
  return best
}

/** Prefers the larger candidate; at about the same size the bold one, then the first. */
function beats(a: Candidate, b: Candidate, journal: string | null): boolean {
  const [one, two] = [weightOf(a, journal), weightOf(b, journal)]
  if (Math.abs(one - two) > SAME_SIZE * Math.max(one, two)) return one > two
  if (a.bold !== b.bold) return a.bold
  return a.order < b.order
}

function weightOf({ size, text }: Candidate, journal: string | null): number {
  const isJournal = JOURNAL.test(text) && wordCount(text) <= MAX_JOURNAL_WORDS
  if (isJournal || (journal !== null && isJournalName(text, journal))) return size * JOURNAL_DEMOTED
  return PLACE.test(text) && wordCount(text) <= MAX_PLACE_WORDS ? size * DEMOTED : size
}

/** Matches "Behavioral Ecology and Sociobiology" to `Behav Ecol Sociobiol`: words of the short name begin those of the long one. */
function isJournalName(text: string, journal: string): boolean {
  const long = wordsOf(text).filter((word) => !JOINING.has(word))
  const short = wordsOf(journal).filter((word) => !JOINING.has(word))
  return long.length === short.length && long.every((word, at) => word.startsWith(short[at] ?? ' '))
}

/** Groups consecutive lines of one size, across paragraphs and across a box that reading order puts between them. */
function candidatesOf(blocks: readonly Block[], words: ReadonlySet<string>): Candidate[] {
  const groups: BlockLine[][] = []
  for (const line of blocks.flatMap((block) => block.lines)) {
    const above = groups.findLast((lines) => continues(lines.at(-1), line))
    const group = isNameList(line.text, words) ? undefined : above
    if (group === undefined) groups.push([line])
    else group.push(line)
  }
  return groups.map((group, order) => candidateOf(group, order)).filter(({ text }) => isPossible(text))
}

function continues(above: BlockLine | undefined, below: BlockLine): boolean {
  if (above === undefined || isLabel(above.text)) return false
  const size = Math.max(above.size, below.size)
  if (above.page !== below.page || Math.abs(above.size - below.size) > SAME_SIZE * size) return false
  // A first line with a word in small capitals has another font than the second.
  if (above.bold !== below.bold && Math.abs(middle(above) - middle(below)) > MIDDLE_POINTS) return false
  if (isSameRow(above, below)) return below.left > above.left && below.left - above.right < MAX_GAP_EM * size
  const gap = below.top - above.bottom
  return gap < MAX_GAP_EM * size && gap > -size && below.left < above.right && above.left < below.right
}

function middle({ left, right }: BlockLine): number {
  return (left + right) / 2
}

/** Returns whether two lines form one row that a wide gap split, such as that left by a broken ligature. */
function isSameRow(one: BlockLine, other: BlockLine): boolean {
  return Math.abs(one.top - other.top) < SAME_ROW_EM * one.size
}

function candidateOf(lines: readonly BlockLine[], order: number): Candidate {
  const text = joined(lines.slice(0, MAX_LINES))
  const size = lines.reduce((largest, line) => Math.max(largest, line.size), 0)
  const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0]
  const [left, top, bottom] = [lines[0]?.left ?? 0, lines[0]?.top ?? 0, lines.at(-1)?.bottom ?? 0]
  return { text, size, bold: lines[0]?.bold ?? false, start, end, order, left, top, bottom }
}

/** Joins lines, without a space if their offsets touch, since those were mended at a hyphen. */
function joined(lines: readonly BlockLine[]): string {
  let text = ''
  let end = -1
  for (const line of lines) {
    text += text === '' || line.start === end ? line.text : ` ${line.text}`
    end = line.end
  }
  return text.slice(0, text.length - marksAtEnd(lines.at(-1)))
}

/** Returns how many raised characters end the line: marks of notes. A raised charge ("Ca2+") within the title stays. */
function marksAtEnd(line: BlockLine | undefined): number {
  if (line === undefined) return 0
  const raised = new Set(line.raised)
  let marks = 0
  while (marks < line.text.length && raised.has(line.text.length - 1 - marks)) marks++
  return marks
}

function isPossible(text: string): boolean {
  if (text.length > MAX_CHARACTERS || !/\p{L}{2}/u.test(text)) return false
  return !NO_TITLE.test(text) && !isLabel(text)
}

/** Returns whether a text is a label; these are often letter-spaced: "R E S E A R C H A R T I C L E". */
function isLabel(text: string): boolean {
  return LABEL.test(text.replace(/[^\p{L}]/gu, ''))
}

function wordCount(text: string): number {
  return wordsOf(text).length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const LABEL_BEFORE =
  /^(?:title|(?:original|research|review|regular|full|short)?\s*(?:article|paper|report|communication|review|letter))\s*[:.–—]\s*(?=\p{Lu})|^OPEN\s+(?=\p{Lu}\p{Ll})/iu

/** Removes a label before the title, footnote marks after it and doubled spaces. */
function cleaned(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(LABEL_BEFORE, '')
    .replace(/(?:\s*[∗*†‡§¶#⋆✩☆□]+\s*(?:\d|S)?)+$/u, '')
    .trim()
}
