/** Merges the points of a paper's parts into about three of the whole paper, in rounds if they do not all fit one window. */
import { type ChatRequest, estimateTokens } from '../../models/index.ts'
import { type AnswerReader, answerReaders, type ReadRow } from './answer-readers.ts'
import { type PageRange, requestOf, roomFor, type WindowSettings } from './llm-requests.ts'
import { cutToTokens } from './paper-parts.ts'
import { summaryPrompt, withPoints } from './prompts.ts'

/** A statement of a model, with the pages that it was shown. */
export interface ModelPoint extends Pick<ReadRow, 'text' | 'topic'> {
  /** Pages of every part that the statement rests on, in reading order; empty if the source has no pages. */
  readonly pages: readonly NonNullable<PageRange>[]
}

/** P-UNIT asks for "around 3 bullet points in total". */
export const WANTED_POINTS = 3
/** Twice the requested number is no longer "around". */
const MAX_POINTS = 6

export const MERGE_PROMPT = summaryPrompt('MERGE-POINTS')

export interface MergeRequest {
  readonly request: ChatRequest
  readonly points: readonly ModelPoint[]
  readonly reader: AnswerReader
}

/**
 * Returns runs of points that fit the window together, each with the request that merges it, or without one if it has no more points than
 * are wanted. A window holds at least four points: longer ones are cut to a quarter of it.
 */
export function mergeRequests(
  points: readonly ModelPoint[],
  title: string,
  settings: WindowSettings,
): readonly (MergeRequest | { readonly points: readonly ModelPoint[]; readonly request: null })[] {
  const asked = (lines: readonly string[]) =>
    requestOf([{ role: 'user', content: withPoints(MERGE_PROMPT, lines.join('\n')) }], settings)
  const room = roomFor(asked([title]), MERGE_PROMPT, settings)
  return runsOf(points, room).map((run) => {
    if (run.length <= WANTED_POINTS) return { points: run, request: null }
    const shown = run.map(({ text }, i) => `${i + 1}. ${fitting(text, room)}`)
    const request = asked(title === '' ? shown : [title, ...shown])
    return { points: run, request, reader: readerOf(run.length) }
  })
}

/** Returns a merged row with its sources: the points that it names, or all of them if it names none. */
export function mergedPoint({ text, topic, locator }: ReadRow, points: readonly ModelPoint[]): ModelPoint {
  const numbers = (locator.match(/\d+/g) ?? []).map(Number)
  const named = [...new Set(numbers)].flatMap((number) => points[number - 1] ?? [])
  const sources = named.length === 0 ? points : named
  return { text, topic, pages: joined(sources.flatMap(({ pages }) => pages)) }
}

/** Returns page ranges in reading order, with adjacent ones joined. */
function joined(ranges: ModelPoint['pages']): ModelPoint['pages'] {
  const sorted = [...ranges].sort(([a], [b]) => a - b)
  const merged: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([first, last])
  }
  return merged
}

// Tokens of "12. " and a line end.
const NUMBER_TOKENS = 3

function runsOf(points: readonly ModelPoint[], room: number): readonly (readonly ModelPoint[])[] {
  const runs: ModelPoint[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const point of points) {
    const tokens = estimateTokens(fitting(point.text, room)) + NUMBER_TOKENS
    if (used + tokens > room) {
      runs.push([])
      used = 0
    }
    runs.at(-1)!.push(point)
    used += tokens
  }
  return runs
}

/** Cuts a point to a quarter of the room, including its number. */
function fitting(text: string, room: number): string {
  return cutToTokens(text, Math.floor(room / (WANTED_POINTS + 1)) - NUMBER_TOKENS)
}

/** Returns a reader that accepts only fewer rows than there were points, so that the rounds end. */
function readerOf(given: number): AnswerReader {
  const most = Math.max(WANTED_POINTS, Math.min(MAX_POINTS, given - 1))
  return {
    rowsOf(answer) {
      const read = answerReaders.csv.rowsOf(answer)
      if (read.rows === null || read.rows.length <= most) return read
      return { rows: null, losses: read.losses }
    },
    repairInstruction: `${answerReaders.csv.repairInstruction} Combine the points into around ${WANTED_POINTS} rows; more than ${most} are not accepted.`,
  }
}
