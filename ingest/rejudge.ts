/** Judging papers again that are stored already: their text is there, so nothing is read or parsed. */
import type { CorpusWriter, GateRecord, Paper } from '../corpus/index.ts'
import { gateInput } from './gate/gate-input.ts'
import { stateOf } from './gate/records.ts'
import { type IngestRecipe, makeRecord, recipeName } from './make-record.ts'

/**
 * Judges a paper that was read, and stores what follows: units for one that comes in, none for one that goes out. Units of a
 * paper that stays in are left as they are. `overruled` is what a person decided; by default what they decided before.
 */
export async function rejudge(
  paper: Paper,
  settling: IngestRecipe,
  writer: CorpusWriter,
  options: { readonly overruled?: GateRecord['overruled']; readonly signal: AbortSignal },
): Promise<Paper> {
  const { signal } = options
  const pages = await writer.pages(paper.id)
  const before = await writer.gate(paper.id)
  const overruled = options.overruled === undefined ? (before?.overruled ?? null) : options.overruled
  const judged = settling.gate === null ? null : await settling.gate.judge(gateInput(paper, pages), signal)
  const gate = judged === null ? null : { ...judged, overruled }
  if (gate !== null && stateOf(gate) === paper.state && paper.state === 'kept') {
    await writer.setGate(paper.id, gate, recipeName(settling))
    return paper
  }
  const asJudged = judged === null ? null : { judge: async () => judged }
  const { record } = await makeRecord(
    paper,
    { id: paper.id, pages, description: paper },
    { ...settling, gate: asJudged },
    { overruled, signal },
  )
  await writer.put([record])
  return record.paper
}
