/** From a paper that was read to the record that is stored: gate, then units and passages, then vectors. */

import { isGlossError } from '../core/index.ts'
import {
  type GateRecord,
  indexedText,
  NO_DESCRIPTION,
  type Paper,
  type PaperRecord,
  type Unit,
  type UnitDraft,
  unitsOf,
} from '../corpus/index.ts'
import type { Embedder } from '../models/index.ts'
import { gateInput } from './gate/gate-input.ts'
import { stateOf } from './gate/records.ts'
import type { Gate, ReadPaper, Summariser } from './ports.ts'

/** What papers are made into. The same parts make the same record of the same paper. */
export interface IngestRecipe {
  /** Null keeps everything. */
  readonly gate: Gate | null
  readonly summariser: Summariser | null
  /** Null leaves passages out. */
  readonly passages: ((paper: ReadPaper) => readonly UnitDraft[]) | null
  readonly embedder: Embedder
  /** Names how units are made; a paper of another making is read again. */
  readonly making: string
  /** Names topic and policy; a paper judged by others is judged again, without reading it. */
  readonly judging: string
}

/** What is stored with a paper, so that a change of settings is seen. */
export function recipeName({ making, judging }: Pick<IngestRecipe, 'making' | 'judging'>): string {
  return `${making}/${judging}`
}

export function isMadeAlike(recipe: string, settling: IngestRecipe): boolean {
  return recipe.startsWith(`${settling.making}/`)
}

/** What identifies a paper besides its content. */
export type Identity = Pick<Paper, 'id' | 'paths' | 'format' | 'document'>

export interface MadeRecord {
  readonly record: PaperRecord
  /** Units lost on the way, by reason. */
  readonly losses: Readonly<Record<string, number>>
}

/** `overruled` is what a person decided about this paper before; it holds. */
export async function makeRecord(
  identity: Identity,
  paper: ReadPaper,
  settling: IngestRecipe,
  options: { readonly overruled: GateRecord['overruled']; readonly signal: AbortSignal },
): Promise<MadeRecord> {
  const judged =
    settling.gate === null
      ? null
      : await settling.gate.judge(gateInput(paper.description, paper.pages), options.signal)
  const gate = judged === null ? null : { ...judged, overruled: options.overruled }
  const state = gate === null ? 'kept' : stateOf(gate)
  const row: Paper = {
    ...identity,
    ...paper.description,
    pageCount: paper.pages.length,
    state,
    detail: detailOf(gate, state),
    recipe: recipeName(settling),
  }
  if (state !== 'kept') return { record: withoutUnits(row, paper, gate), losses: {} }
  try {
    const summary = (await settling.summariser?.summarise(paper, options.signal)) ?? {
      drafts: [],
      losses: {},
    }
    const units = unitsOf(row.id, [...summary.drafts, ...(settling.passages?.(paper) ?? [])])
    return {
      record: await embedded(row, paper, gate, units, settling.embedder, options.signal),
      losses: summary.losses,
    }
  } catch (error) {
    if (!isGlossError(error, 'MODEL_ANSWER_INVALID')) throw error
    const failed: Paper = { ...row, state: 'failed:model_answer_invalid', detail: error.message }
    return { record: withoutUnits(failed, paper, gate), losses: {} }
  }
}

/** The record of a paper that could not be read. */
export function failedRecord(
  identity: Identity,
  failure: { code: string; detail: string },
  recipe: string,
): PaperRecord {
  const paper: Paper = {
    ...identity,
    ...NO_DESCRIPTION,
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
  const nearest = gate.nearest[0]?.keyword ?? 'nothing'
  return `Score ${gate.score.toFixed(3)} against a cut-off of ${gate.cutoff.toFixed(3)}; nearest to "${nearest}". Keep it anyway with \`gloss gate --keep ID\`.`
}
