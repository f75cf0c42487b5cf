/** Makes the record that is stored from a paper and the gate's decision about it: units, passages, vectors. */
import { type GlossError, isGlossError } from '../core/index.ts'
import {
  type GateRecord,
  indexedText,
  NO_DESCRIPTION,
  type Paper,
  type PaperRecord,
  type Unit,
  type UnitDraft,
  unitsOf,
  withCorrections,
} from '../corpus/index.ts'
import type { Embedder } from '../models/index.ts'
import { gateInput } from './gate/gate-input.ts'
import { stateOf } from './gate/records.ts'
import { lostPagesSentence, markLostPages } from './lost-pages.ts'
import type { PaperGate, ReadPaper, Summariser } from './ports.ts'
import { judgeProse } from './prose/index.ts'
import { markRecognised, recognisedSentence } from './recognised-pages.ts'
import { SummaryFailure } from './summary-failure.ts'

/** Gate, summariser and embedder of an ingest. The same recipe makes the same record of the same paper. */
export interface IngestRecipe {
  /** Gate; null keeps everything. */
  readonly gate: PaperGate | null
  readonly summariser: Summariser | null
  /** Makes the passages; null leaves them out. */
  readonly passages: ((paper: ReadPaper, signal: AbortSignal) => Promise<readonly UnitDraft[]>) | null
  readonly embedder: Embedder
  /** Name of the method of making units; a paper whose units were made in another way is read again. */
  readonly unitRecipe: string
  /** Name of topic and policy; a paper decided under another one passes the gate again without being read. */
  readonly gateRecipe: string
}

/** Returns the name that is stored with a paper, so that a change of settings is noticed. */
export function recipeName({
  unitRecipe,
  gateRecipe,
}: Pick<IngestRecipe, 'unitRecipe' | 'gateRecipe'>): string {
  return `${unitRecipe}/${gateRecipe}`
}

/** Returns whether a paper stored under `name` has the units that `recipe` would make. */
export function makesSameUnits(name: string, { unitRecipe }: IngestRecipe): boolean {
  return name.startsWith(`${unitRecipe}/`)
}

/** Fields that identify a paper, apart from its description. */
export type Identity = Pick<Paper, 'id' | 'paths' | 'format' | 'document' | 'corrections'>

export interface MadeRecord {
  readonly record: PaperRecord
  /** Number of lost units by snake_case reason; pages where OCR ran out of time as `ocr_pages`. */
  readonly losses: Readonly<Record<string, number>>
}

/**
 * Returns the gate's decision with a person's override, or null if the recipe has no gate. A text that is not prose is dropped
 * under any topic, with the figures that decided. Throws what the gate throws.
 */
export async function decideOn(
  { description, pages }: Pick<ReadPaper, 'description' | 'pages'>,
  { gate }: Pick<IngestRecipe, 'gate'>,
  overruled: GateRecord['overruled'],
  signal: AbortSignal,
): Promise<GateRecord | null> {
  if (gate === null) return null
  const decided = await gate.decide(gateInput(description, pages), signal)
  const prose = await gate.measureProse({ description, pages }, signal)
  const refusal = judgeProse(prose)
  return {
    ...decided,
    ...(refusal === null ? {} : { keep: false, reason: refusal.reason }),
    prose,
    overruled,
  }
}

/** Returns a failed record if the summariser has no usable answer, or if the paper cannot be processed in a child process. */
export async function makeRecord(
  identity: Identity,
  paper: ReadPaper,
  gate: GateRecord | null,
  recipe: IngestRecipe,
  signal: AbortSignal,
): Promise<MadeRecord> {
  const state = gate === null ? 'kept' : stateOf(gate)
  const { lostPages: lost = [], recognisedPages: recognised = [] } = paper
  const lossesOfPages = lost.length === 0 ? {} : { ocr_pages: lost.length }
  const row: Paper = {
    ...identity,
    ...paper.description,
    pageCount: paper.pages.length,
    state,
    detail: [detailOf(gate, state), recognisedSentence(recognised), lostPagesSentence(lost)]
      .filter((sentence) => sentence !== '')
      .join(' '),
    recipe: markLostPages(recipeName(recipe), lost),
  }
  if (state !== 'kept') return { record: withoutUnits(row, paper, gate), losses: lossesOfPages }
  try {
    const summary = (await recipe.summariser?.summarise(paper, signal)) ?? { drafts: [], losses: {} }
    const drafts = [...summary.drafts, ...((await recipe.passages?.(paper, signal)) ?? [])]
    const units = unitsOf(row.id, markRecognised(drafts, recognised))
    return {
      record: await embedded(row, paper, gate, units, recipe.embedder, signal),
      losses: { ...lossesOfPages, ...summary.losses },
    }
  } catch (error) {
    const loss = lossOf(error)
    if (loss === null) throw error
    const failed: Paper = { ...row, state: `failed:${loss.code}`, detail: loss.detail }
    const losses = { ...lossesOfPages, ...loss.losses }
    return { record: withoutUnits(failed, paper, gate), losses }
  }
}

/** Returns the failure of the paper, or null for an error that the paper did not cause. */
function lossOf(error: unknown) {
  if (error instanceof SummaryFailure)
    return { code: error.code.toLowerCase(), detail: error.message, losses: error.losses }
  if (!isGlossError(error, 'FILE_UNREADABLE')) return null
  return { code: failureCode(error), detail: error.message, losses: {} }
}

/** Returns the paper's failure code for a `FILE_UNREADABLE`. */
export function failureCode({ facts: { reason } }: GlossError): string {
  return typeof reason === 'string' ? reason : 'unreadable_file'
}

/** Returns the record of a paper that could not be read. */
export function failedRecord(
  identity: Identity,
  failure: { code: string; detail: string },
  recipe: string,
): PaperRecord {
  const paper: Paper = {
    ...identity,
    ...withCorrections(NO_DESCRIPTION, identity.corrections),
    pageCount: 0,
    state: `failed:${failure.code}`,
    detail: failure.detail,
    recipe,
  }
  return { paper, pages: [], gate: null, units: [], vectors: [], embedder: null }
}

async function embedded(
  row: Paper,
  paper: ReadPaper,
  gate: GateRecord | null,
  units: readonly Unit[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<PaperRecord> {
  const texts = units.map((unit) => indexedText(unit, row.title))
  const vectors = await embedder.embed(texts, signal)
  return {
    paper: row,
    pages: paper.pages,
    gate,
    units,
    vectors: vectors.map((values, i) => ({ unit: units[i]!.id, values })),
    embedder: embedder.id,
  }
}

function withoutUnits(paper: Paper, { pages }: ReadPaper, gate: GateRecord | null): PaperRecord {
  return { paper, pages, gate, units: [], vectors: [], embedder: null }
}

function detailOf(gate: GateRecord | null, state: string): string {
  if (gate === null || state === 'kept') return ''
  if (gate.overruled === 'drop') return 'Dropped by hand; restore it with `gloss gate --keep ID`.'
  if (gate.reason === 'duplicate')
    return `Another file of paper ${gate.duplicateOf}, which is kept. Keep both with \`gloss gate --keep ID\`.`
  const refusal = gate.prose === undefined ? null : judgeProse(gate.prose)
  if (refusal?.reason === gate.reason) return `${refusal.why} Keep it anyway with \`gloss gate --keep ID\`.`
  const nearest = gate.nearest[0]?.keyword ?? 'nothing'
  return `Score ${gate.score.toFixed(3)} against a cut-off of ${gate.cutoff.toFixed(3)}; nearest to "${nearest}". Keep it anyway with \`gloss gate --keep ID\`.`
}
