/** Asks a model for the points of a paper: one request per part, answers repaired once, points of several parts merged. */
import { type CachedChat, type ChatRequest, repairRequest } from '../../models/index.ts'
import { onOneLine } from '../paper-body.ts'
import type { ReadPaper, Summary } from '../ports.ts'
import { SummaryFailure } from '../summary-failure.ts'
import { type AnswerReader, answerReaders, type ReadRow } from './answer-readers.ts'
import { answerTokens, requestsOf, shownAnswer, type WindowSettings } from './llm-requests.ts'
import { type ModelPoint, mergedPoint, mergeRequests, WANTED_POINTS } from './merge-points.ts'

export interface PointsAnswer {
  readonly points: readonly ModelPoint[]
  readonly losses: Summary['losses']
}

export interface PointsRequest extends WindowSettings {
  readonly chat: Pick<CachedChat, 'ask' | 'forget'>
  /** Name of the model in messages. */
  readonly model: string
  /** Returns whether the answer to a request ended at its limit; default: none did. */
  readonly isCut?: (request: ChatRequest) => boolean
}

/**
 * Costs a call for each part of the paper that fits the window, one for each round of merging, and one more for each answer that needs
 * repair. Throws a `SummaryFailure` if no part yields a row, or if the points cannot be merged, and `CONFIG_INVALID` for a
 * window that is too small. Answers that led to a failure are removed from the cache, so that the next run asks for them again.
 */
export async function askPoints(
  paper: ReadPaper,
  settings: PointsRequest,
  signal: AbortSignal,
): Promise<PointsAnswer> {
  const { chat, form } = settings
  const requests = requestsOf(paper, settings)
  if (requests.length === 0) return { points: [], losses: { no_text: 1 } }
  const losses: Record<string, number> = {}
  const points: ModelPoint[] = []
  const asked: ChatRequest[] = []
  let usable = 0
  for (const { request, pages } of requests) {
    const answer = await askWithRepair(settings, request, answerReaders[form], signal)
    add(losses, answer.losses)
    asked.push(...answer.asked)
    if (answer.rows === null) add(losses, { part_without_units: 1 })
    else usable++
    const shown = pages === null ? [] : [pages]
    points.push(...(answer.rows ?? []).map(({ text, topic }) => ({ text, topic, pages: shown })))
  }
  if (usable === 0) {
    await chat.forget(asked)
    throw failure('wrote no usable unit for', settings, paper, losses)
  }
  const merged = requests.length === 1 ? points : await mergeAll(points, paper, settings, losses, signal)
  return { points: merged, losses }
}

/** Merges points, and counts into `losses`. Each round leaves fewer points, so the rounds end. */
async function mergeAll(
  all: readonly ModelPoint[],
  paper: ReadPaper,
  settings: PointsRequest,
  losses: Record<string, number>,
  signal: AbortSignal,
): Promise<readonly ModelPoint[]> {
  const title = onOneLine(paper.description.title)
  let points = all
  while (points.length > WANTED_POINTS) {
    const runs = mergeRequests(points, title, settings)
    const left: ModelPoint[] = []
    for (const { points: run, ...merge } of runs) {
      if (merge.request === null) {
        left.push(...run)
        continue
      }
      const answer = await askWithRepair(settings, merge.request, merge.reader, signal)
      add(losses, answer.losses)
      if (answer.rows === null) {
        await settings.chat.forget(answer.asked)
        add(losses, { points_not_merged: points.length })
        throw failure('could not merge the points of', settings, paper, losses)
      }
      left.push(...answer.rows.map((row) => mergedPoint(row, run)))
    }
    points = left
    // The points are about three, and of all parts: no further round.
    if (runs.length === 1) break
  }
  return points
}

interface Answer {
  /** Rows, or null if neither the answer nor its repair was usable. */
  readonly rows: readonly ReadRow[] | null
  readonly losses: Summary['losses']
  readonly asked: readonly ChatRequest[]
}

async function askWithRepair(
  { chat, isCut = () => false }: Pick<PointsRequest, 'chat' | 'isCut'>,
  request: ChatRequest,
  reader: AnswerReader,
  signal: AbortSignal,
): Promise<Answer> {
  const first = await chat.ask(request, signal)
  const read = reader.rowsOf(first)
  if (read.rows !== null) return { ...withLength(read, [request].filter(isCut)), asked: [request] }
  const repair = repairRequest(request, shownAnswer(first), reader.repairInstruction)
  const reread = reader.rowsOf(await chat.ask(repair, signal))
  const asked = [request, repair]
  return { ...withLength(reread, asked.filter(isCut)), asked }
}

/** Counts the answers that ended at their limit. */
function withLength(
  { rows, losses }: ReturnType<AnswerReader['rowsOf']>,
  cut: readonly ChatRequest[],
): Omit<Answer, 'asked'> {
  return { rows, losses: cut.length === 0 ? losses : { ...losses, length: cut.length } }
}

function add(sums: Record<string, number>, losses: Summary['losses']): void {
  for (const [reason, count] of Object.entries(losses)) sums[reason] = (sums[reason] ?? 0) + count
}

function failure(
  what: string,
  settings: PointsRequest,
  paper: ReadPaper,
  losses: Summary['losses'],
): SummaryFailure {
  const { model } = settings
  const lost = Object.entries(losses).map(([reason, count]) => `${reason} ${count}`)
  const title = paper.description.title || paper.id
  const limit = answerTokens(settings).toLocaleString('en')
  const cut =
    losses['length'] === undefined
      ? ''
      : `. Its answers ended at their limit of ${limit} tokens, thoughts included; GLOSS_SUMMARY_TOKENS raises it`
  return new SummaryFailure(
    'MODEL_ANSWER_INVALID',
    `${model} ${what} "${title}", even when asked to correct its answer (${lost.join(', ')})${cut}`,
    losses,
    { model, paper: paper.id },
  )
}
