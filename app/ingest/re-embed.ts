/** `corpus embed`: computes new vectors for stored units and facts; no paper is read or summarised again. */

import { batched, closingAsync } from '../../core/index.ts'
import { type CorpusWriter, indexedText, type UnitVector } from '../../corpus/index.ts'
import type { FactGraphName } from '../../graph/facts/index.ts'
import {
  countedEmbedder,
  createLedger,
  type Embedder,
  type LedgerByRole,
  ledgerByRole,
} from '../../models/index.ts'
import { SETTING } from '../wiring/corpus-settings.ts'
import type { EmbedderName } from '../wiring/embedders.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { updateFactIndex } from './update-derived-data.ts'

export interface ReEmbedResult {
  readonly corpus: string
  readonly embedder: string
  readonly units: number
  readonly seconds: number
  /** Calls to an embedder on a server. */
  readonly ledger: LedgerByRole
}

const BATCH_UNITS = 256

/** Embeds a corpus with another embedder. Old vectors stay until a paper changes, so changing back costs nothing. */
export async function reEmbed(
  gloss: Gloss,
  asked: { readonly corpus?: string | undefined; readonly embedder?: EmbedderName | undefined },
  onProgress: (units: number) => void,
  signal: AbortSignal,
): Promise<ReEmbedResult> {
  const started = performance.now()
  const corpus = asked.corpus ?? (await gloss.defaultCorpus('read'))
  await gloss.forget(corpus)
  await using store = closingAsync(await gloss.workspace.openCorpus(corpus))
  await using writer = await store.write('corpus embed')
  const name = asked.embedder ?? ((await store.setting(SETTING.embedder)) as EmbedderName | null) ?? 'static'
  const ledger = createLedger(gloss.prices)
  const embedder = countedEmbedder(await gloss.embedder(name), ledger)
  const folder = gloss.workspace.artefactsPath(corpus)
  const units = await changeEmbedder(writer, { name, embedder, folder }, onProgress, signal)
  const seconds = Math.round(performance.now() - started) / 1000
  return { corpus, embedder: embedder.id, units, seconds, ledger: ledgerByRole(ledger.rows()) }
}

export interface NextEmbedder {
  readonly name: EmbedderName
  readonly embedder: Embedder
  /** Folder of the corpus's indexes. */
  readonly folder: string
  /** Returns settings to store just before the corpus changes to the new embedder. */
  readonly settings?: () => Promise<Readonly<Record<string, string>>>
}

/** Embeds what has no vector, then switches the corpus: an interrupted change leaves the old embedder. Returns the number of units. */
export async function changeEmbedder(
  writer: CorpusWriter,
  { name, embedder, folder, settings }: NextEmbedder,
  onProgress: (units: number) => void,
  signal: AbortSignal,
): Promise<number> {
  // A unit that gets a vector has a later `seq` than this one and is listed again.
  const last = await writer.seq()
  let units = 0
  for await (const batch of batched(writer.unitsSince(0, embedder.id), BATCH_UNITS)) {
    signal.throwIfAborted()
    const missing = batch.filter(({ vector, seq }) => vector === null && seq <= last)
    const vectors = await embedder.embed(
      missing.map(({ unit, title }) => indexedText(unit, title)),
      signal,
    )
    const rows: UnitVector[] = missing.map(({ unit }, i) => ({ unit: unit.id, values: vectors[i]! }))
    if (rows.length > 0) await writer.putVectors(embedder.id, rows)
    units += batch.filter(({ seq }) => seq <= last).length
    onProgress(units)
  }
  signal.throwIfAborted()
  for (const [key, value] of Object.entries((await settings?.()) ?? {})) await writer.setSetting(key, value)
  await writer.setSetting(SETTING.embedder, name)
  await writer.setSetting(SETTING.embedderId, embedder.id)
  const { FACT_GRAPHS, openCorpusFacts } = await import('../../graph/facts/index.ts')
  const facts = (graph: FactGraphName) =>
    openCorpusFacts({ reader: writer, embedder, settings: FACT_GRAPHS[graph], folder })
  await updateFactIndex({ facts, embedder }, writer, signal)
  return units
}
