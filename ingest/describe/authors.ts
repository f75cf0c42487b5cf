/** Who wrote the paper? The names between the title and the first address or the abstract. */
import type { Block, BlockLine, Front } from './blocks.ts'
import { DATE, DATED } from './dates.ts'
import { ABSTRACT_NAME, SECTION_NAME } from './heading-names.ts'
import { isName, type NameList, namesIn, piecesOf } from './name-list.ts'

/** Where the names stood, which says how far they can be trusted. */
export type AuthorRule = 'below-title' | 'with-other-words' | 'elsewhere' | 'none'

export interface Authors {
  readonly names: readonly string[]
  readonly rule: AuthorRule
}

export interface AuthorPlace {
  /** Where the title begins and ends, and where the abstract begins; null without an abstract. */
  readonly titleStart: number
  readonly titleEnd: number
  readonly abstractStart: number | null
}

// Chosen on the labelled papers, not measured.
const MAX_BLOCKS = 80
const MAX_AUTHORS = 200
const SAME_SIZE_POINTS = 0.4
const SAME_ROW_POINTS = 3
const MAX_JOINED_TOKENS = 4
const MAX_NAME_LINES = 40
const MIN_SIGNED = 3
const ADDRESS =
  /@|universi|\b(?:department|dept|institut|school|facult|hospital|laborator|centre|center|college|division|academy|ministry|corporation|company|research|group|street|avenue|road|box|received|accepted|abstract|copyright|correspond|e-?mail|https?:|www\.|doi|journal|vol|licen[cs]e|professor|resident|trainee|lecturer|student|fellow|editor|sons|ltd|dipartiment|departament|département|facolt|fakult|lehrstuhl|zentrum|centro|polit[eé]cnic|observator|museum|clinic|campus|republic|inc\b|llc|gmbh|usa\b|UC\b|MIT\b|CNRS|INSERM|INRIA|press|publish)/i
// "Aurora, CO; Raritan, NJ; …" behind the last name.
const PLACES = /[\s,]\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*\s*,\s*[A-Z]{2}\s*;.*$/su
const ON_BEHALF = /(?:,\s*|\s)(?:and\s+)?(?:for|on behalf of)\s+the\b/iu
const TWO_TOKENS_EACH = /^(?:\p{Lu}\p{Ll}[\p{L}’'-]*\s+\p{Lu}\p{Ll}[\p{L}’'-]*(?:\W*\s+|\W*$)){2,4}$/u
// Raised marks, and those that were not seen as raised. From the first blank of a run only: from each of them, a line of blanks takes the
// square of its length.
const PARTED = / , |(?:(?<!\s)\s+)?[†‡∗*§¶]+\s*/u
// "Roberto Baldoni • Università di Roma, Italy".
const BULLETED = /^(\P{P}{5,40}?)\s+[•|]\s/u
const BY = /^\s*by\s+(?=\p{Lu})/iu
const CITATION = /\b(?:19|20)\d\d\b|\bet al\b/
const HONOURED = /^\W*(?:\d+\W*)?(?:Dr|Prof|Mrs?|Ms)\b/

/** Names in the order of the paper; empty where nothing looks like a name. */
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

/** Up to the abstract or the first section. */
export function belowTitle(
  front: Front,
  { titleEnd, abstractStart }: Omit<AuthorPlace, 'titleStart'>,
): Block[] {
  const end = abstractStart ?? front.firstPageEnd
  const between = front.blocks.filter(({ start }) => start >= titleEnd && start < end).slice(0, MAX_BLOCKS)
  const heading = between.findIndex(({ text }) => SECTION_NAME.test(text) || ABSTRACT_NAME.test(text))
  return heading < 0 ? between : between.slice(0, heading)
}

/** The first block that holds names, and those in the same type: addresses may stand between them, names next to them. */
function found(page: readonly Block[], blocks: readonly Block[], words: ReadonlySet<string>): NameList {
  const seed = blocks.find((block) => namesIn(textOf(nameLines(block, words), words), words).names.length > 0)
  if (seed === undefined) return { names: [], others: 0 }
  const sameType = untilAddress(
    blocks.filter((block) => block.start >= seed.start && isSameType(block, seed)),
    words,
  )
  const beside = page.filter(
    (block) =>
      isSameType(block, seed) && !sameType.includes(block) && sameType.some((one) => isSameRow(one, block)),
  )
  const all = [...sameType, ...beside].sort((a, b) => rowsFirst(a, b))
  let text = ''
  let above: Block | null = null
  for (const block of all) {
    const lines = textOf(nameLines(block, words), words)
    if (lines === '') {
      above = null
      continue
    }
    text += above === null ? ' , ' : jointOf(text, lines, words)
    text += lines
    above = block
  }
  return namesIn(text.replace(PLACES, ''), words)
}

/**
 * Addresses in the type of the names are the end of them; those in another type may stand between. Where the first paragraph
 * itself goes on with an address, each author has one, and a paragraph that begins with a name is the next author's.
 */
function untilAddress(blocks: readonly Block[], words: ReadonlySet<string>): readonly Block[] {
  const [seed] = blocks
  if (seed === undefined || HONOURED.test(seed.text)) return blocks
  if (seed.lines.slice(1).some(({ text }) => isAddressed(text)))
    return blocks.filter((block) => block === seed || isOnlyNames(block.lines[0], words))
  const address = blocks.findIndex(({ lines }) => lines.some(({ text }) => isAddressed(text)))
  return address < 0 ? blocks : blocks.slice(0, address + 1)
}

function isOnlyNames(line: BlockLine | undefined, words: ReadonlySet<string>): boolean {
  if (line === undefined || isAddressed(line.text)) return false
  const { names, others } = namesIn(unmarked(line), words)
  return names.length > 0 && others === 0
}

/** In the order of the text, but what stands next to a line follows it. */
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

function isAddressed(text: string): boolean {
  return ADDRESS.test(text.replace(/\d/g, ' '))
}

/** Lines up to the first address; on one that names somebody with a title and goes on with an address, what stands before that. */
function nameLines(block: Block, words: ReadonlySet<string>): string[] {
  const lines: string[] = []
  let isAddress = false
  for (const line of block.lines.slice(0, MAX_NAME_LINES)) {
    const text = namesParted(line).replace(DATE, ' , ').replace(DATED, ' , ').replace(BY, '')
    const bulleted = BULLETED.exec(text)?.[1]
    if (bulleted !== undefined && isAddressed(text) && isName(bulleted, words)) {
      lines.push(`${bulleted} ,`)
      continue
    }
    if (isAddress && !HONOURED.test(line.text)) continue
    const group = ON_BEHALF.exec(text)
    if (group !== null) return [...lines, text.slice(0, group.index)]
    isAddress = isAddressed(text)
    if (!isAddress) lines.push(text)
    else if (HONOURED.test(line.text)) lines.push(`${text.split(',')[0] ?? ''} ,`)
  }
  return lines.filter((text) => text.trim() !== '')
}

/**
 * Names side by side with nothing between them: "Jan Keim Sophie Corallo" is two people where a wide gap parts them, where the line is a
 * row of cells, or where marks part others of two words each.
 */
function namesParted(line: BlockLine): string {
  const text = unmarked(line)
  if (/[,;&]|\sand\s/u.test(text.replace(/ , /g, ' '))) return text
  if (line.gaps.length > 0) return unmarked(line, line.gaps)
  const pieces = text.split(PARTED).map((piece) => piece.trim())
  if (!line.row && !pieces.some((piece) => /^\p{Lu}\S+ \p{Lu}\S+$/u.test(piece))) return text
  return pieces
    .map((piece) => (TWO_TOKENS_EACH.test(piece) ? piece.replace(/(\S+\s+\S+)\s+(?=\S)/gu, '$1 , ') : piece))
    .join(' , ')
}

function textOf(lines: readonly string[], words: ReadonlySet<string>): string {
  return lines.reduce((text, line) => (text === '' ? line : text + jointOf(text, line, words) + line), '')
}

/** A name that is open at the end of a line goes on with the next one; whole names are parted. */
function jointOf(above: string, below: string, words: ReadonlySet<string>): string {
  if (/(?:[,;&·|]|\band)\s*$/u.test(above) || /^\s*(?:[,;&·|]|and\b)/u.test(below)) return ' '
  const last = piecesOf(above).at(-1) ?? ''
  const [first = ''] = piecesOf(below)
  const isPart = !last.includes(' ') || !first.includes(' ')
  const joined = `${last} ${first}`
  return isPart && joined.split(' ').length <= MAX_JOINED_TOKENS && isName(joined, words) ? ' ' : ' , '
}

/** Raised letters are marks too: "Lane a,c". An accent that is a glyph of its own stands raised on its letter. `gaps` part names, too. */
function unmarked(line: BlockLine, gaps: readonly number[] = []): string {
  if (line.raised.length === 0 && gaps.length === 0) return line.text
  const raised = new Set(line.raised)
  const units = [...line.text]
  if (units.length !== line.text.length) return line.text
  return units
    .map((unit, at) => {
      if (raised.has(at) && unit.normalize('NFD').length === 1) return ' , '
      return gaps.includes(at) ? ` , ${unit}` : unit
    })
    .join('')
}

/** Some journals set the names above the title. */
function aboveTitle(
  page: readonly Block[],
  { titleStart }: AuthorPlace,
  words: ReadonlySet<string>,
): NameList | null {
  const above = page.filter(({ start, text }) => start < titleStart && !CITATION.test(text))
  for (const block of above.reverse()) {
    const list = namesIn(textOf(nameLines(block, words), words), words)
    if (list.names.length > 1 && list.others <= 1) return list
  }
  return null
}

/** Reading order may put the abstract's column before the names. */
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

/** Letters are signed at their end: a name on each line. */
function atEnd({ blocks, firstPageEnd }: Front, words: ReadonlySet<string>): NameList | null {
  let longest: string[] = []
  let run: string[] = []
  for (const line of blocks.filter(({ start }) => start >= firstPageEnd).flatMap(({ lines }) => lines)) {
    const { names } = isOnlyNames(line, words) ? namesIn(unmarked(line), words) : { names: [] }
    run = names.length === 1 ? [...run, ...names] : []
    if (run.length > longest.length) longest = run
  }
  return longest.length < MIN_SIGNED ? null : { names: longest, others: 0 }
}
