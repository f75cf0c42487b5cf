/** What is the title? The largest words on the first page that are no label, name of a journal or address. */
import { isNameList } from './authors.ts'
import type { Block, BlockLine, Front } from './blocks.ts'

export interface Title {
  readonly text: string
  readonly end: number
}

interface Candidate {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  readonly end: number
  readonly order: number
}

// Chosen on the labelled papers, not measured.
const SAME_SIZE = 0.06
const MAX_GAP_EM = 1.6
const MAX_LINES = 8
const MAX_CHARACTERS = 400
const MIN_CHARACTERS = 12
const MIN_WORDS = 3
/** Addresses and names of journals are judged as if they were set this much smaller. */
const DEMOTED = 0.75
const FRONT_BLOCKS = 40
/** The name of the journal is often set larger than the title. */
const JOURNAL_DEMOTED = 0.4
const MAX_JOURNAL_WORDS = 9
const MAX_PLACE_WORDS = 12
const JOURNAL =
  /\b(?:journal of|journal$|proceedings of|transactions on|annals of|frontiers in|archives of|bulletin of|available (?:online )?at|contents lists|volume \d|vol\. ?\d)/i

const LABEL =
  /^(?:research|original|review|regular|full|short|brief|rapid|technical|invited|case|clinical|scientific|mini|methods?|data|software|news|book|featured?)?(?:research|original|review|invited)?(?:article|paper|report|reports|review|communication|communications|note|letter|study|contribution|perspective|commentary|editorial|opinion|protocol|correspondence|synopsis)?s?(?:openaccess|freeaccess)?$/i
const NO_TITLE =
  /^(?:abstract|summary|contents|table of contents|open access|introduction|keywords|references|accepted manuscript|article in press|author manuscript|preprint|uncorrected proof|supplementary|supporting information|disclaimer|https?:|www\.|doi|issn|isbn|vol(?:ume|\.)|arxiv)/i
const PLACE =
  /\b(?:university|universität|université|universidad|department|institute|laborator(?:y|ies)|facility|hospital|journal of|proceedings of|transactions on|annals of|press|publish(?:er|ing)|preprint|series|society|association|elsevier|springer|wiley|hindawi|biomed central|available (?:online )?at|contents lists)\b/i

/** Null where the first page has no words. */
export function titleOf(front: Front, abstractStart: number | null): Title | null {
  const blocks = front.blocks.filter(
    (block) => block.start < front.firstPageEnd && (abstractStart === null || block.start < abstractStart),
  )
  const all = candidatesOf(blocks.length > 0 ? blocks : front.blocks)
  const long = all.filter(({ text }) => text.length >= MIN_CHARACTERS && wordCount(text) >= MIN_WORDS)
  const best = pick(long) ?? pick(all)
  return best === null ? null : { text: cleaned(best.text), end: best.end }
}

/** Without a layout: the first heading, else the first line that says something. */
export function titleOfText(front: Front): Title | null {
  const heading = front.blocks.slice(0, FRONT_BLOCKS).find((block) => block.level === 1)
  const first = front.blocks.find(({ text }) => /\p{L}{2}/u.test(text) && !isLabel(text))
  const block = heading ?? first
  if (block === undefined) return null
  const line =
    block.level > 0 || block.text.length <= MAX_CHARACTERS / 2 ? block.text : (block.lines[0]?.text ?? '')
  const text = line.replace(/^#{1,6}\s+/, '').replace(/^title\s*:\s*/i, '')
  return { text: cleaned(text.slice(0, MAX_CHARACTERS)), end: block.lines[0]?.end ?? block.end }
}

function pick(candidates: readonly Candidate[]): Candidate | null {
  let best: Candidate | null = null
  for (const candidate of candidates) if (best === null || beats(candidate, best)) best = candidate
  return best
}

/** Larger wins; at about the same size the bold one, then the first one. */
function beats(a: Candidate, b: Candidate): boolean {
  const [one, two] = [weightOf(a), weightOf(b)]
  if (Math.abs(one - two) > SAME_SIZE * Math.max(one, two)) return one > two
  if (a.bold !== b.bold) return a.bold
  return a.order < b.order
}

function weightOf({ size, text }: Candidate): number {
  if (JOURNAL.test(text) && wordCount(text) <= MAX_JOURNAL_WORDS) return size * JOURNAL_DEMOTED
  return PLACE.test(text) && wordCount(text) <= MAX_PLACE_WORDS ? size * DEMOTED : size
}

/** Neighbouring lines of one size, across paragraphs: titles are often set line by line. */
function candidatesOf(blocks: readonly Block[]): Candidate[] {
  const lines = blocks.flatMap((block) => block.lines)
  const groups: BlockLine[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    const above = group?.at(-1)
    const isTitle = above !== undefined && goesOn(above, line) && !isNameList(line.text)
    if (group !== undefined && isTitle) group.push(line)
    else groups.push([line])
  }
  return groups.map((group, order) => candidateOf(group, order)).filter(({ text }) => isPossible(text))
}

function goesOn(above: BlockLine, below: BlockLine): boolean {
  const size = Math.max(above.size, below.size)
  if (above.page !== below.page || above.bold !== below.bold) return false
  if (Math.abs(above.size - below.size) > SAME_SIZE * size) return false
  const gap = below.top - above.bottom
  return gap < MAX_GAP_EM * size && gap > -size && below.left < above.right && above.left < below.right
}

function candidateOf(lines: readonly BlockLine[], order: number): Candidate {
  const text = joined(lines.slice(0, MAX_LINES))
  const size = lines.reduce((largest, line) => Math.max(largest, line.size), 0)
  return { text, size, bold: lines[0]?.bold ?? false, end: lines.at(-1)?.end ?? 0, order }
}

/** Lines whose offsets touch were mended at a hyphen. */
function joined(lines: readonly BlockLine[]): string {
  let text = ''
  let end = -1
  for (const line of lines) {
    text += text === '' || line.start === end ? line.text : ` ${line.text}`
    end = line.end
  }
  return text.slice(0, text.length - marksAtEnd(lines.at(-1)))
}

/** How many raised units close the line: marks of notes. A raised charge ("Ca2+") within the title stays. */
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

/** Labels are often letter-spaced: "R E S E A R C H A R T I C L E". */
function isLabel(text: string): boolean {
  return LABEL.test(text.replace(/[^\p{L}]/gu, ''))
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}

/** Without footnote marks at the end and without doubled spaces. */
function cleaned(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*[∗*†‡§¶#⋆✩☆]+\s*\d?)+$/u, '')
    .trim()
}
