/** Evaluates a stored paper again under another decision of the gate: its text is in the corpus, so no file is read. */
import type { CorpusWriter, GateRecord, Paper } from '../corpus/index.ts'
import { stateOf } from './gate/records.ts'
import { lostPagesOf, markLostPages } from './lost-pages.ts'
import { decideOn, type IngestRecipe, type MadeRecord, makeRecord, recipeName } from './make-record.ts'
import type { ReadPaper } from './ports.ts'
import { recognisedPagesOf } from './recognised-pages.ts'
import { withStoredCopy } from './same-paper.ts'

/** Runs the gate again and stores the result. `overruled` is a person's decision; by default the previous one. */
export async function reevaluatePaper(
  paper: Paper,
  recipe: IngestRecipe,
  writer: CorpusWriter,
  options: { readonly overruled?: GateRecord['overruled']; readonly signal: AbortSignal },
): Promise<Paper> {
  const { signal } = options
  const read = await storedText(paper, writer)
  const overruled =
    options.overruled === undefined ? await decisionByHand(paper.id, writer) : options.overruled
  const decided = await decideOn(read, recipe, overruled, signal)
  const gate = await withStoredCopy(decided, paper.id, writer)
  return (await applyDecision(paper, { read, gate }, recipe, writer, signal)).paper
}

export interface AppliedDecision extends Pick<MadeRecord, 'losses'> {
  readonly paper: Paper
}

/** Stores a decision: makes units for a paper that is newly kept, removes those of a dropped one, and leaves those of one still kept. */
export async function applyDecision(
  paper: Paper,
  { read, gate }: { readonly read: ReadPaper; readonly gate: GateRecord | null },
  recipe: IngestRecipe,
  writer: CorpusWriter,
  signal: AbortSignal,
): Promise<AppliedDecision> {
  if (gate !== null && paper.state === 'kept' && stateOf(gate) === 'kept') {
    await writer.setGate(paper.id, gate, markLostPages(recipeName(recipe), lostPagesOf(paper)))
    return { paper, losses: {} }
  }
  const { record, losses } = await makeRecord(paper, read, gate, recipe, signal)
  await writer.put([record])
  return { paper: record.paper, losses }
}

export async function storedText(paper: Paper, corpus: Pick<CorpusWriter, 'pages'>): Promise<ReadPaper> {
  return {
    id: paper.id,
    pages: await corpus.pages(paper.id),
    description: paper,
    lostPages: lostPagesOf(paper),
    recognisedPages: recognisedPagesOf(paper),
  }
}

export async function decisionByHand(
  paper: string,
  corpus: Pick<CorpusWriter, 'gate'>,
): Promise<GateRecord['overruled']> {
  return (await corpus.gate(paper))?.overruled ?? null
}
