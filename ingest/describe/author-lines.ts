/** Finds the lines of a byline that name people: names and addresses alternate, and a city looks like a name. */
import { isCountry } from '../../core/countries/index.ts'
import type { Block, BlockLine } from './blocks.ts'
import { DATE, DATED } from './dates.ts'
import { isName, JOINERS, namesIn, piecesOf } from './name-list.ts'

interface BylineLine {
  /** Text of the line; commas separate names side by side. */
  readonly text: string
  readonly kind: 'names' | 'institution' | 'place' | 'notice'
  /** Whether the line ends with a group that the authors wrote on behalf of, which is left out. */
  readonly isLast: boolean
}

// Chosen on the labelled papers, not measured.
const MAX_JOINED_TOKENS = 4
const MAX_NAME_LINES = 40
// Stems first, then whole words, since people are called Streetly, Volkov and Doig.
const INSTITUTION =
  /universi|\b(?:department|institut|hospital|laborator|technolog|facult|dipartiment|departament|département|facolt|fakult|lehrstuhl|zentrum|polit[eé]cnic|observator)|\b(?:dept|school|centre|center|college|division|academy|ministry|corporation|company|research|group|street|avenue|road|box|professor|resident|trainee|lecturer|student|fellow|son|centro|lab|museum|clinic|campus|facility|foundation|agency|association|society|council|republic|ltd|inc|llc|gmbh|usa|UC|MIT|CNRS|INSERM|INRIA)s?\b/i
const NOTICE =
  /@|https?:|\bwww\.|\b(?:correspond|publish)|\b(?:received|accepted|abstract|copyright|e-?mail|doi|journal|vol|licen[cs]e|editor|press)s?\b/i
const CITATION = /\((?:19|20)\d\d\)|\bEds?\.|\bet al\b/
const POSTCODE = /\b[A-Z]{2}\s+\d{5}\b/
// Matches "Aurora, CO; Raritan, NJ; …" after the last name.
const PLACES = /[\s,]\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*\s*,\s*[A-Z]{2}\s*;.*$/su
const ON_BEHALF = /(?:,\s*|\s)(?:and\s+)?(?:for|on behalf of)\s+the\b/iu
const TWO_TOKENS_EACH = /^(?:\p{Lu}\p{Ll}[\p{L}’'-]*\s+\p{Lu}\p{Ll}[\p{L}’'-]*(?:\W*\s+|\W*$)){2,4}$/u
const INITIAL_EACH = /^(?:\p{Lu}\p{Ll}[\p{L}’'-]*(?:\s\p{Lu}\.)+\s\p{Lu}\p{Ll}[\p{L}’'-]*(?:\s|$)){2,4}$/u
// Raised marks, including those that were not recognised as raised. A run of blanks is matched only from its first one: trying
// each blank would take quadratic time on a line of blanks.
const SEPARATOR = / , |(?:(?<!\s)\s+)?[†‡∗*§¶]+\s*/u
const BY = /^\s*by\s+(?=\p{Lu})/iu
const BULLET = /\s[•|]\s/u
/** Contact details after a name: "(ada at gallium.edu)", "<ada@gallium.edu>". */
const BRACKETED = /(?<!\s)\s*(?:\([^()]*\)|<[^<>]*>)(?=\s*(?:[,;&]|$|and\b))/gu
const OPEN_END = new RegExp(String.raw`(?:[,;&·|]|(?<=\s)(?:${JOINERS}))\s*$`, 'u')
const OPEN_START = new RegExp(String.raw`^\s*(?:[,;&·|]|(?:${JOINERS})\s)`, 'u')

/** Returns the names in the blocks as one text, separated by commas, without addresses, dates and other text between them. */
export function nameTextOf(blocks: readonly Block[], words: ReadonlySet<string>): string {
  const lines = blocks.flatMap(bylineOf)
  const [first] = lines
  const isEach = first !== undefined && namesBeforeAddress(first, words) !== null
  let text = ''
  let isBelow = false
  let isApart = false
  for (const [at, line] of lines.entries()) {
    if (isBelow) isBelow = !isCoAuthor(line, lines[at - 1], lines[at + 1], words)
    const named = isEach ? namesBeforeAddress(line, words) : null
    const said: string = named ?? namesOn(line, isBelow, text === '')
    if (said.trim() !== '') text += (isApart ? ' , ' : jointOf(text, said, words)) + said
    isApart = said !== line.text
    isBelow ||= isApart || line.isLast
  }
  return text.replace(PLACES, '')
}

/** Returns whether the line contains only names of people, not of places. */
export function isOnlyNames(line: BlockLine, words: ReadonlySet<string>): boolean {
  return hasOnlyNames(bylineLineOf(line), words)
}

function hasOnlyNames({ kind, text }: BylineLine, words: ReadonlySet<string>): boolean {
  const { names, others } = namesIn(text, words)
  return kind === 'names' && names.length > 0 && others === 0
}

/**
 * Returns whether names below an address are the next author's: their own address follows, or a mail address does and the address above is
 * complete. A city there would be followed by a country, a mail address or the next author.
 */
function isCoAuthor(
  line: BylineLine,
  above: BylineLine | undefined,
  below: BylineLine | undefined,
  words: ReadonlySet<string>,
): boolean {
  if (!hasOnlyNames(line, words) || below === undefined) return false
  const isAfterAll = above !== undefined && (above.kind === 'place' || above.text.includes('@'))
  return below.kind === 'institution' || (isAfterAll && below.text.includes('@'))
}

function bylineOf({ lines }: Block): BylineLine[] {
  return lines.slice(0, MAX_NAME_LINES).map(bylineLineOf)
}

function bylineLineOf(line: BlockLine): BylineLine {
  const all = separateNames(line)
    .replace(DATE, ' , ')
    .replace(DATED, ' , ')
    .replace(BY, '')
    .replace(BRACKETED, ' , ')
  const text = all.slice(0, ON_BEHALF.exec(all)?.index)
  const kind = CITATION.test(line.text) ? 'notice' : kindOf(text)
  return { text, kind, isLast: text !== all }
}

function kindOf(text: string): BylineLine['kind'] {
  const letters = text.replace(/\d/g, ' ')
  if (INSTITUTION.test(letters)) return 'institution'
  if (NOTICE.test(letters)) return 'notice'
  return placeIn(text) === null ? 'names' : 'place'
}

/** Returns where a city that is followed by its country or postcode begins, or null. */
function placeIn(text: string): number | null {
  let city = 0
  let start = 0
  for (const piece of text.split(/[,;]/)) {
    const isPlace = POSTCODE.test(piece) || isCountry(piece.replace(/[.\d*†‡§]/g, '').trim())
    // A family name may also be the name of a country, and begin a line.
    if (isPlace && (start > 0 || piece.length === text.length)) return city
    city = start
    start += piece.length + 1
  }
  return null
}

/** Returns the part of a line that names people: all of it, or the text before an address. */
function namesOn({ text, kind }: BylineLine, isBelow: boolean, isFirst: boolean): string {
  if (kind === 'names') return isBelow ? '' : text
  return kind === 'place' && isFirst ? text.slice(0, placeIn(text) ?? 0) : ''
}

/** Returns the names in "Ada Lovelace, University of Gallium" or "Ada Lovelace • Gallium Works, France"; else null. */
function namesBeforeAddress({ text, kind }: BylineLine, words: ReadonlySet<string>): string | null {
  if (kind === 'names' || (kind === 'place' && !BULLET.test(text))) return null
  const [head = ''] = text.split(BULLET)
  const pieces = piecesOf(head)
  const end = pieces.findIndex((piece) => !isName(piece, words) || kindOf(piece) !== 'names')
  const names = end < 0 ? pieces : pieces.slice(0, end)
  return names.length > 0 ? names.join(' , ') : null
}

/**
 * Separates names with nothing between them: "Jan Keim Sophie Corallo" is two people if a wide gap separates them, if the line is a row
 * of cells, or if marks separate other names of two words each.
 */
function separateNames(line: BlockLine): string {
  const text = unmarked(line, line.gaps)
  if (/[,;&]|\sand\s/u.test(text.replace(/ , /g, ' '))) return unmarked(line)
  const pieces = text.split(SEPARATOR).map((piece) => piece.trim().replace(INITIAL_EACH, splitInitials))
  if (line.gaps.length > 0) return pieces.join(' , ')
  if (!line.row && !pieces.some((piece) => /^\p{Lu}\S+ \p{Lu}\S+$/u.test(piece))) return text
  return pieces
    .map((piece) => (TWO_TOKENS_EACH.test(piece) ? piece.replace(/(\S+\s+\S+)\s+(?=\S)/gu, '$1 , ') : piece))
    .join(' , ')
}

/** Returns a space if a name continues in the next line, else a comma between whole names. */
function jointOf(above: string, below: string, words: ReadonlySet<string>): string {
  if (OPEN_END.test(above) || OPEN_START.test(below)) return ' '
  const last = piecesOf(above).at(-1) ?? ''
  const [first = ''] = piecesOf(below)
  const isPart = !last.includes(' ') || !first.includes(' ')
  const joined = `${last} ${first}`
  return isPart && joined.split(' ').length <= MAX_JOINED_TOKENS && isName(joined, words) ? ' ' : ' , '
}

/** Puts commas for raised marks, also letters ("Lane a,c"), and in `gaps`. A separate accent glyph, also raised, stays on its letter. */
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

function splitInitials(names: string): string {
  return names.replace(/(\p{Lu}\.\s\p{Lu}\p{Ll}\S*)\s(?=\S)/gu, '$1 , ')
}
