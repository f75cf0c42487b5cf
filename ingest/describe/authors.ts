/** Finds the authors: the names between the title and the first address or the abstract. */
import { isOnlyNames, nameTextOf } from './author-lines.ts'
import type { Block, Front } from './blocks.ts'
import { ABSTRACT_NAME, SECTION_NAME } from './heading-names.ts'
import { type NameList, namesIn } from './name-list.ts'

/** Place where the names were found, on which their confidence depends. */
export type AuthorRule = 'below-title' | 'with-other-words' | 'elsewhere' | 'none'

export interface Authors {
  readonly names: readonly string[]
  readonly rule: AuthorRule
}

export interface AuthorPlace {
  /** Offsets where the title begins and ends, and where the abstract begins; null without an abstract. */
  readonly titleStart: number
  readonly titleEnd: number
  readonly abstractStart: number | null
}

// Chosen on the labelled papers, not measured.
const MAX_BLOCKS = 80
const MAX_AUTHORS = 200
const SAME_SIZE_POINTS = 0.4
const SAME_ROW_POINTS = 3
const MIN_SIGNED = 3
const CITATION = /\b(?:19|20)\d\d\b|\bet al\b/

/** Returns the names in the paper's order; empty if nothing looks like a name. */
export function authorsOf(front: Front, place: AuthorPlace): Authors {
  const { words } = front
  const page = front.blocks.filter(({ start }) => start >= front.firstPageStart && start < front.firstPageEnd)
  const below = found(page, belowTitle(front, place), words)
  if (below.names.length > 0)
    return { names: unique(below.names), rule: below.others === 0 ? 'below-title' : 'with-other-words' }
  const elsewhere =
    aboveTitle(page, place, words) ?? besideAbstract(page, place, words) ?? atEnd(front, words)
  return elsewhere === null
    ? { names: [], rule: 'none' }
    : { names: unique(elsewhere.names), rule: 'elsewhere' }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].slice(0, MAX_AUTHORS)
}

/** Returns the blocks below the title, up to the abstract or the first section. */
export function belowTitle(
  front: Front,
  { titleEnd, abstractStart }: Omit<AuthorPlace, 'titleStart'>,
): Block[] {
  const end = abstractStart ?? front.firstPageEnd
  const between = front.blocks.filter(({ start }) => start >= titleEnd && start < end).slice(0, MAX_BLOCKS)
  const heading = between.findIndex(({ text }) => SECTION_NAME.test(text) || ABSTRACT_NAME.test(text))
  return heading < 0 ? between : between.slice(0, heading)
}

/** Searches the first block with names, and blocks in the same type: addresses may separate them, or they may be side by side. */
function found(page: readonly Block[], blocks: readonly Block[], words: ReadonlySet<string>): NameList {
  const seed = blocks.find((block) => namesIn(nameTextOf([block], words), words).names.length > 0)
  if (seed === undefined) return { names: [], others: 0 }
  const sameType = blocks.filter((block) => block.start >= seed.start && isSameType(block, seed))
  const beside = page.filter(
    (block) =>
      isSameType(block, seed) && !sameType.includes(block) && sameType.some((one) => isSameRow(one, block)),
  )
  return namesIn(nameTextOf([...sameType, ...beside].sort(rowsFirst), words), words)
}

/** Sorts blocks in text order, except that blocks beside a line follow it. */
function rowsFirst(a: Block, b: Block): number {
  return isSameRow(a, b) ? left(a) - left(b) : a.start - b.start
}

function left(block: Block): number {
  return block.lines[0]?.left ?? 0
}

function isSameType(a: Block, b: Block): boolean {
  return Math.abs(a.size - b.size) < SAME_SIZE_POINTS && a.bold === b.bold
}

function isSameRow(a: Block, b: Block): boolean {
  const [one, other] = [a.lines[0], b.lines[0]]
  if (one === undefined || other === undefined || one.page !== other.page || one.size === 0) return false
  return Math.abs(one.top - other.top) < SAME_ROW_POINTS
}

/** Finds names above the title, where some journals set them. */
function aboveTitle(
  page: readonly Block[],
  { titleStart }: AuthorPlace,
  words: ReadonlySet<string>,
): NameList | null {
  const above = page.filter(({ start, text }) => start < titleStart && !CITATION.test(text))
  for (const block of above.reverse()) {
    const list = namesIn(nameTextOf([block], words), words)
    if (list.names.length > 1 && list.others <= 1) return list
  }
  return null
}

/** Finds names beside or above the abstract, whose column may precede them in reading order. */
function besideAbstract(
  page: readonly Block[],
  { titleEnd, abstractStart }: AuthorPlace,
  words: ReadonlySet<string>,
): NameList | null {
  const abstract = page.find(({ start }) => start === abstractStart)?.lines[0]
  if (abstract === undefined) return null
  const blocks = page.filter(
    (block) =>
      block.start >= titleEnd &&
      (block.lines[0]?.bottom ?? 0) < abstract.bottom &&
      block.lines[0] !== abstract,
  )
  const list = found(page, blocks, words)
  return list.names.length === 0 ? null : list
}

/** Finds signatures at the end, as letters have them: one name on each line. */
function atEnd({ blocks, firstPageEnd }: Front, words: ReadonlySet<string>): NameList | null {
  let longest: string[] = []
  let run: string[] = []
  for (const line of blocks.filter(({ start }) => start >= firstPageEnd).flatMap(({ lines }) => lines)) {
    const { names } = isOnlyNames(line, words) ? namesIn(line.text, words) : { names: [] }
    run = names.length === 1 ? [...run, ...names] : []
    if (run.length > longest.length) longest = run
  }
  return longest.length < MIN_SIGNED ? null : { names: longest, others: 0 }
}
