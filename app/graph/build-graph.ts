/** `graph build`: finds names in units that lack them and, with a model, facts. A killed pass is resumed by the next one. */
import { GlossError } from '../../core/index.ts'
import {
  type CorpusReader,
  type CorpusWriter,
  pagesOf,
  readingOf,
  type UnitKind,
} from '../../corpus/index.ts'
import { type NamingResult, nameUnits } from '../../graph/index.ts'
import { extractAll, type OpenIeReport, type OpenIeUnit, projectOpenIe } from '../../graph/openie/index.ts'
import { answerCacheOf, type ChatModel, costSentence } from '../../models/index.ts'
import { namerOf, updateFactIndex } from '../ingest/update-derived-data.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface GraphBuildRequest {
  readonly corpus?: string | undefined
  /** Search all units again for names. */
  readonly again?: boolean | undefined
  /** Ask the model for facts of units that it has not read for facts yet. */
  readonly openie?: boolean | undefined
  /** Extract facts from units only or passages only. */
  readonly kind?: UnitKind | undefined
  readonly onNamed?: (result: NamingResult) => void
  readonly onExtracted?: (report: OpenIeReport) => void
  /** Called with the projected tokens and cost before a model is asked; false ends the run with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
}

export interface GraphBuildResult extends NamingResult {
  readonly corpus: string
  /** Null if no facts were asked for. */
  readonly openie: OpenIeReport | null
  readonly seconds: number
}

/** Throws `MODEL_UNCONFIGURED`, `CONSENT_NEEDED`, and the error of a lost model server; everything found by then is kept. */
export async function buildGraph(
  gloss: Gloss,
  request: GraphBuildRequest,
  signal: AbortSignal,
): Promise<GraphBuildResult> {
  const started = performance.now()
  const session = await gloss.session(request.corpus)
  const chat =
    request.openie === true ? gloss.chats.open('Facts extracted by a model', { role: 'openie' }) : null
  await using writer = await session.store.write('graph build')
  const named = await nameUnits(writer, namerOf(gloss), {
    again: request.again ?? false,
    signal,
    ...(request.onNamed === undefined ? {} : { onProgress: request.onNamed }),
  })
  try {
    const openie = chat === null ? null : await extractFacts(writer, { ...request, chat, gloss }, signal)
    return { corpus: session.name, ...named, openie, seconds: Math.round(performance.now() - started) / 1000 }
  } finally {
    if (!signal.aborted) await updateFactIndex(session, writer, signal)
    await session.save()
  }
}

interface FactModel {
  readonly chat: ChatModel
  readonly gloss: Gloss
}

async function extractFacts(
  writer: CorpusWriter,
  { chat, gloss, kind, consent, onExtracted }: GraphBuildRequest & FactModel,
  signal: AbortSignal,
): Promise<OpenIeReport> {
  const { tokens: contextTokens } = await gloss.chats.window('openie')
  const cache = answerCacheOf(writer)
  const projected = await projectOpenIe(unitsWithout(writer, kind), {
    model: chat.id,
    contextTokens,
    prices: gloss.prices,
    cache,
  })
  if (projected.calls > 0) {
    const { units, calls } = projected
    const projection = costSentence(
      `Extracting facts from ${units} units takes ${calls} calls to ${chat.id}`,
      projected,
    )
    if (!(await consent(projection))) throw new GlossError('CONSENT_NEEDED', projection)
  }
  return extractAll(
    {
      units: unitsWithout(writer, kind),
      chat,
      cache,
      contextTokens,
      onExtracted: (extractions) => writer.putExtractions(extractions),
      ...(onExtracted === undefined ? {} : { onProgress: onExtracted }),
    },
    signal,
  )
}

async function* unitsWithout(reader: CorpusReader, kind: UnitKind | undefined): AsyncIterable<OpenIeUnit> {
  const pages = pagesOf((limit, after) => reader.unitsToExtract(limit, after))
  for await (const ids of pages)
    for (const unit of await reader.units(ids))
      if (unit !== null && (kind === undefined || unit.kind === kind))
        yield { id: unit.id, text: readingOf(unit) }
}
