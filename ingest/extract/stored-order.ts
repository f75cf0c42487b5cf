/**
 * Compares the reading order with the order in which the file draws its lines, which is nearly always right. If the two differ, the order
 * in which more lines continue the line before is taken.
 */
import type { Flow } from './columns.ts'
import { boundsOf, type Line, lineOf } from './lines.ts'
import type { LineSegment } from './segments.ts'

// Chosen on the half of the papers that `npm run measure body-text` calls tuned.
const SAME_BASELINE_EM = 0.3
const MAX_PITCH_EM = 3
const MIN_CHARACTERS = 15
const SAME_SIZE = 0.06
/** Lead in lines that the stored order needs: the computed order keeps tables, side bars and footnotes together. */
const MIN_LEAD = 2

const STARTS_LOWER = /^\p{Ll}/u
const ENDS_OPEN = /[\p{L}\p{N},%)°]$/u
const ENDS_HYPHENATED = /\p{L}[-‐]$/u
const ENDS_SENTENCE = /[.!?]["'”’)\]]*$/u

/** Returns `flows`, or the same segments in stored order if that reads better. `textOf` returns the text of a line. */
export function betterOrder(flows: readonly Flow[], textOf: (line: Line) => string): readonly Flow[] {
  const segments = flows.flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  if (isStored(flows)) return flows
  const stored = storedFlows(segments.toSorted((a, b) => a.from - b.from))
  const ours = stepsOf(flows)
  const theirs = stepsOf(stored)
  const lead = continuity(theirs, ours, textOf) - continuity(ours, theirs, textOf)
  return lead >= MIN_LEAD ? stored : flows
}

/** Returns whether the lines are already in the order of the file. */
function isStored(flows: readonly Flow[]): boolean {
  let last = -1
  for (const { lines } of flows) {
    for (const { segments } of lines) {
      const from = Math.min(...segments.map((segment) => segment.from))
      if (from < last) return false
      last = from
    }
  }
  return true
}

function storedFlows(segments: readonly LineSegment[]): Flow[] {
  const flows: Line[][] = []
  for (const line of storedLines(segments)) {
    const last = flows.at(-1)
    const above = last?.at(-1)
    if (above !== undefined && isBelow(above, line)) last?.push(line)
    else flows.push([line])
  }
  return flows.map((lines) => ({ lines, ...boundsOf(lines) }))
}

function storedLines(segments: readonly LineSegment[]): Line[] {
  const lines: LineSegment[][] = []
  for (const segment of segments) {
    const last = lines.at(-1)
    if (last !== undefined && isBeside(last, segment)) last.push(segment)
    else lines.push([segment])
  }
  return lines.map(lineOf)
}

function isBeside(line: readonly LineSegment[], segment: LineSegment): boolean {
  return line.some((other) => {
    const size = Math.max(other.size, segment.size)
    const isLevel = Math.abs(other.baseline - segment.baseline) <= SAME_BASELINE_EM * size
    const isRaised =
      Math.min(other.bottom, segment.bottom) - Math.max(other.top, segment.top) >
      0.3 * Math.min(other.size, segment.size)
    return (isLevel || (isRaised && other.size !== segment.size)) && segment.left > other.left
  })
}

function isBelow(above: Line, below: Line): boolean {
  const distance = below.baseline - above.baseline
  if (distance <= 0 || distance > MAX_PITCH_EM * Math.max(above.size, below.size)) return false
  return Math.min(above.right, below.right) > Math.max(above.left, below.left)
}

/** Pairs of a line and the next one of about the same size, keyed by both. */
type Steps = ReadonlyMap<string, readonly [Line, Line]>

function stepsOf(flows: readonly Flow[]): Steps {
  const steps = new Map<string, readonly [Line, Line]>()
  let before: Line | null = null
  for (const { lines } of flows) {
    for (const line of lines) {
      if (line.characters < MIN_CHARACTERS) continue
      if (before !== null && Math.abs(before.size - line.size) <= SAME_SIZE * line.size)
        steps.set(`${keyOf(before)}:${keyOf(line)}`, [before, line])
      before = line
    }
  }
  return steps
}

function keyOf({ segments: [first], characters }: Line): string {
  return `${first?.from}+${characters}`
}

/**
 * Scores the steps that the other order lacks: lines that continue an open line in lower case, minus those that do so after the end of a
 * sentence, or do not after a hyphen.
 */
function continuity(steps: Steps, other: Steps, textOf: (line: Line) => string): number {
  let score = 0
  for (const [key, [above, below]] of steps)
    if (!other.has(key)) score += stepScore(textOf(above), textOf(below))
  return score
}

function stepScore(above: string, below: string): number {
  const goesOn = STARTS_LOWER.test(below)
  if (ENDS_HYPHENATED.test(above)) return goesOn ? 1 : -1
  if (ENDS_OPEN.test(above)) return goesOn ? 1 : 0
  return goesOn && ENDS_SENTENCE.test(above) ? -1 : 0
}
