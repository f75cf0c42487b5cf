/** Splits a flow into paragraphs, by distance, type, indent and ending of neighbouring lines. */
import type { Flow } from './columns.ts'
import type { Line } from './lines.ts'
import { cellsOf } from './table-rows.ts'

/** A line with its visual style. `sources` maps each UTF-16 unit of the text to a character of the page. */
export interface StyledLine {
  readonly line: Line
  readonly text: string
  readonly sources: readonly number[]
  readonly bold: boolean
  readonly italic: boolean
  /** Number of bold UTF-16 units at the start: a run-in heading. */
  readonly boldPrefix: number
  /** UTF-16 units that are small and raised: marks of notes and addresses. */
  readonly raised: readonly number[]
}

/** `wrap` is within a paragraph, `cell` between cells of a row, `row` between lines with gaps outside tables, `end` between paragraphs. */
export type LineBreak = 'wrap' | 'cell' | 'row' | 'end'

// In ems of the upper line unless said otherwise; chosen on the labelled papers, not measured.
const INDENT_EM = 0.7
const ALIGNED_EM = 0.4
const SIZE_STEP = 0.1
const PITCH_STRETCH = 1.3
/** Word's "double" at 12 pt is 2.3 em. */
const LOOSEST_PITCH_EM = 3.2
const LOOSE_STRETCH = 1.12
const MIN_LOOSE_STEPS = 12
const LOOSE_SHARE = 0.5
const CONTINUED_SHARE = 0.4
const SHORT_SHARE = 0.12

const ENDS_SENTENCE = /[.!?:;。！？]["'”’)\]\d,–-]*$/u
const STARTS_ITEM = /^(?:[•●▪■◦‣∙·–—*-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s|\[\d{1,3}\]\s?)/u
const STARTS_SENTENCE = /^["'“‘([•●▪]*[\p{Lu}\p{N}]/u

/** Distance in ems beyond which lines belong to two paragraphs, in a document without wide line spacing. */
export const MAX_PITCH_EM = 2.2

/**
 * Returns the limit for this document, higher for a manuscript with evenly wide line spacing and sentences that continue from one line to
 * the next.
 */
export function pitchLimitOf(flows: readonly (readonly StyledLine[])[]): number {
  const steps = flows.flatMap(stepsOf)
  const loose = steps.filter(({ pitchEm }) => pitchEm > MAX_PITCH_EM)
  if (loose.length < MIN_LOOSE_STEPS || loose.length < LOOSE_SHARE * steps.length) return MAX_PITCH_EM
  const goOn = loose.filter(({ above, below }) => isMidSentence(above.text, below.text))
  if (goOn.length < CONTINUED_SHARE * loose.length) return MAX_PITCH_EM
  const median = loose.map(({ pitchEm }) => pitchEm).toSorted((a, b) => a - b)[loose.length >> 1] ?? 0
  return Math.min(LOOSEST_PITCH_EM, LOOSE_STRETCH * median)
}

/** Returns the steps from line to line, for neighbours of about the same size and close to each other. */
function stepsOf(lines: readonly StyledLine[]) {
  return lines.slice(1).flatMap((below, at) => {
    const above = lines[at]
    if (above === undefined || Math.abs(above.line.size - below.line.size) > SIZE_STEP * below.line.size)
      return []
    const pitchEm = (below.line.baseline - above.line.baseline) / below.line.size
    return pitchEm < 0.5 || pitchEm > LOOSEST_PITCH_EM ? [] : [{ above, below, pitchEm }]
  })
}

/** Returns whether a sentence continues; text in capitals continues in capitals. */
function isMidSentence(above: string, below: string): boolean {
  if (ENDS_SENTENCE.test(above)) return false
  return /^\p{Ll}/u.test(below) || !(/\p{Ll}/u.test(above) || /\p{Ll}/u.test(below))
}

/** Returns the kind of break after each line but the last. For `maxPitchEm` see `pitchLimitOf`. */
export function breaksOf(flow: Flow, lines: readonly StyledLine[], maxPitchEm = MAX_PITCH_EM): LineBreak[] {
  const pitch = medianPitch(lines, maxPitchEm)
  const breaks: LineBreak[] = []
  let first = 0
  for (let at = 1; at < lines.length; at++) {
    const kind = breakBetween({ flow, lines, first, at, pitch, maxPitchEm })
    breaks.push(kind)
    if (kind === 'end') first = at
  }
  return breaks
}

interface Place {
  readonly flow: Flow
  readonly lines: readonly StyledLine[]
  /** Indexes of the paragraph's first line and of the lower of the two lines. */
  readonly first: number
  readonly at: number
  readonly pitch: number
  readonly maxPitchEm: number
}

function breakBetween(place: Place): LineBreak {
  const above = place.lines[place.at - 1]
  const below = place.lines[place.at]
  if (above === undefined || below === undefined) return 'end'
  const inTable = breakInTable(above.line, below.line)
  if (inTable !== null) return inTable
  if (isSetApart(above, below, place)) return 'end'
  if (isRow(above.line) && isRow(below.line)) return 'row'
  if (endsShort(place.flow, above, below)) return 'end'
  if (STARTS_ITEM.test(below.text) && ENDS_SENTENCE.test(above.text)) return 'end'
  return startsByIndent(place, above, below) ? 'end' : 'wrap'
}

/** Returns the break between lines of a table, each row of which is a paragraph; null outside tables. */
function breakInTable(above: Line, below: Line): LineBreak | null {
  if (below.place === 'wrap' || below.place === 'cell') return below.place
  return below.place === undefined && above.place === undefined ? null : 'end'
}

/** Returns whether distance, size or weight separate two lines. */
function isSetApart(
  above: StyledLine,
  below: StyledLine,
  { pitch, maxPitchEm }: Pick<Place, 'pitch' | 'maxPitchEm'>,
): boolean {
  const distance = below.line.baseline - above.line.baseline
  const size = Math.max(above.line.size, below.line.size)
  if (distance > maxPitchEm * size || distance < -size) return true
  if (pitch > 0 && distance > PITCH_STRETCH * pitch && distance > 1.15 * size) return true
  if (Math.abs(above.line.size - below.line.size) > SIZE_STEP * size) return true
  if (isCapitals(above.text) && !isCapitals(below.text)) return true
  return above.bold !== below.bold
}

const MAX_CAPITALS_WORDS = 6

/** Returns whether a line is a heading in capitals, which may be directly above the heading of its first part. */
function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}{4}/u.test(text) && text.split(' ').length <= MAX_CAPITALS_WORDS
}

function endsShort(flow: Flow, above: StyledLine, below: StyledLine): boolean {
  const isShort = above.line.right < flow.right - SHORT_SHARE * (flow.right - flow.left)
  // "95% CI:" and "RR: 1.54," at the end of a ragged line.
  const isNumber =
    (above.text.endsWith(':') && /^\d/.test(below.text) && !STARTS_ITEM.test(below.text)) ||
    /\d\.\d+,$/.test(above.text)
  return isShort && !isNumber && ENDS_SENTENCE.test(above.text) && STARTS_SENTENCE.test(below.text)
}

/** Returns whether a line is an indented first line, or begins the next item of a list with hanging indent. */
function startsByIndent(place: Place, above: StyledLine, below: StyledLine): boolean {
  const size = below.line.size
  const step = below.line.left - above.line.left
  const next = place.lines[place.at + 1]
  if (step > INDENT_EM * size) {
    if (place.at - place.first === 1 && next !== undefined && isAligned(next, below)) return false
    return isAtMargin(place.flow, above) || place.at - place.first > 1
  }
  const first = place.lines[place.first]
  if (step >= -INDENT_EM * size || first === undefined) return false
  return place.at - place.first >= 2 && isAligned(first, below)
}

function isAtMargin(flow: Flow, line: StyledLine): boolean {
  return line.line.left - flow.left < INDENT_EM * line.line.size
}

function isAligned(a: StyledLine, b: StyledLine): boolean {
  return Math.abs(a.line.left - b.line.left) < ALIGNED_EM * a.line.size
}

/** Returns whether gaps wider than any word space separate cells. */
export function isRow(line: Line): boolean {
  if (line.place !== undefined) return true
  return line.segments.length > 1 && cellsOf(line).length >= 2
}

function medianPitch(lines: readonly StyledLine[], maxPitchEm: number): number {
  const distances: number[] = []
  for (const [at, { line }] of lines.entries()) {
    const above = lines[at - 1]?.line
    if (above === undefined || Math.abs(above.size - line.size) > SIZE_STEP * line.size) continue
    const distance = line.baseline - above.baseline
    if (distance > 0.5 * line.size && distance < maxPitchEm * line.size) distances.push(distance)
  }
  distances.sort((a, b) => a - b)
  return distances[distances.length >> 1] ?? 0
}
