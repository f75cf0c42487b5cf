/** Lists, explains, overrules and repeats the gate's decisions over a corpus, with the figures for them. */

import { GlossError } from '../../core/index.ts'
import {
  allPapers,
  type CorpusReader,
  type CorpusWriter,
  type GatePolicy,
  type GateRecord,
  type Paper,
  type PaperState,
  type ProseFigures,
} from '../../corpus/index.ts'
import {
  byInterest,
  type CategoryReport,
  categoryReport,
  explainGate,
  type IngestRecipe,
  isClose,
  reevaluatePaper,
  terminalHistogram,
} from '../../ingest/index.ts'
import { gateEmbedderOf } from '../wiring/corpus-embedder.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import {
  askedTopic,
  chooseRecipe,
  corpusTopic,
  keepChoice,
  openRecipe,
  type RecipeChoice,
} from './ingest-recipe.ts'
import { openSummariser } from './summarisers.ts'
import { updateDerivedData } from './update-derived-data.ts'

export interface GateRow
  extends Pick<
    GateRecord,
    'policy' | 'positive' | 'negative' | 'score' | 'cutoff' | 'keep' | 'overruled' | 'nearest'
  > {
  readonly paper: string
  readonly title: string
  readonly state: PaperState
  /** Near the cut-off and not decided by a person, so to be reviewed first. */
  readonly isClose: boolean
  /** Measurements of the text; null if an older version decided. */
  readonly prose: ProseFigures | null
  /** Explanation in sentences for people. */
  readonly explanation: readonly string[]
}

export interface GateOverview {
  readonly corpus: string
  readonly topic: string
  readonly rows: readonly GateRow[]
  /** Table A1 of the paper: kept papers by nearest category. */
  readonly tableA1: CategoryReport
  /** The histogram of scores as an .svg file, and as lines for a terminal. */
  readonly svg: string
  readonly histogram: readonly string[]
}

/** Returns every paper that the gate decided on: close calls first, the closest in front, then by lowest score. Holds some 2 kB a paper. */
export async function gateOverview(gloss: Gloss, corpus?: string): Promise<GateOverview> {
  const { store, name: corpusName } = await gloss.session(corpus)
  const { name, topic } = await corpusTopic(store)
  const rows: GateRow[] = []
  const records: GateRecord[] = []
  for await (const paper of readPapers(store)) {
    const gate = await store.gate(paper.id)
    if (gate === null) continue
    records.push(gate)
    rows.push(rowOf(paper, gate))
  }
  const scored = records.filter(({ policy }) => policy !== 'none')
  return {
    corpus: corpusName,
    topic: name,
    rows: rows.sort(byInterest),
    tableA1: categoryReport(records, topic),
    svg: await svgHistogram(scored),
    histogram: terminalHistogram(scored),
  }
}

/** Draws the histogram. Observable Plot is loaded on demand: it takes longer to load than most commands take to run. */
async function svgHistogram(records: readonly GateRecord[]): Promise<string> {
  const { drawGateHistogram } = await import('./draw-gate-histogram.ts')
  return drawGateHistogram(records)
}

/** Returns the decisions on some papers, close calls first. Papers without a decision are left out. */
export async function gateRows(
  gloss: Gloss,
  corpus: string | undefined,
  papers: Iterable<string>,
): Promise<GateRow[]> {
  const { store } = await gloss.session(corpus)
  const rows: GateRow[] = []
  for (const id of papers) {
    const [paper, gate] = [await store.paper(id), await store.gate(id)]
    if (paper !== null && gate !== null) rows.push(rowOf(paper, gate))
  }
  return rows.sort(byInterest)
}

export async function gateOf(gloss: Gloss, corpus: string | undefined, paper: string): Promise<GateRow> {
  const { store } = await gloss.session(corpus)
  const found = await findPaper(store, paper)
  const gate = await store.gate(found.id)
  if (gate === null) throw notDecided(found)
  return rowOf(found, gate)
}

/**
 * Records a person's decision, which overrides every later one of the gate; null removes it. Papers that could not be read have no gate.
 * Throws `CONSENT_NEEDED` for a paper that is taken in and whose units a model would write, unless `agreed` is set.
 */
export async function overrule(
  gloss: Gloss,
  corpus: string | undefined,
  papers: readonly string[],
  decision: 'keep' | 'drop' | null,
  signal: AbortSignal,
  agreed = false,
): Promise<GateRow[]> {
  const session = await gloss.session(corpus)
  await using writer = await session.store.write('gate')
  const found: Paper[] = []
  for (const id of papers) {
    const paper = await findPaper(session.store, id)
    if ((await writer.gate(paper.id)) === null) throw notDecided(paper)
    found.push(paper)
  }
  const choice = await chooseRecipe({}, session.store)
  const recipe = await recipeOf(choice, { gloss, session, writer, agreed }, signal)
  for (const paper of found) await reevaluatePaper(paper, recipe, writer, { overruled: decision, signal })
  await updateDerivedData(gloss, session, writer, signal)
  return Promise.all(papers.map((paper) => gateOf(gloss, session.name, paper)))
}

export interface GateReevaluationRequest {
  readonly topic?: string | undefined
  readonly policy?: GatePolicy | undefined
  /** True if the user agreed to the cost of a model for papers that are taken in. */
  readonly agreed?: boolean
}

/** Asks the gate about every paper again, with another topic or policy if one is given. No file is read. */
export async function reevaluateGate(
  gloss: Gloss,
  corpus: string | undefined,
  { topic, policy, agreed = false }: GateReevaluationRequest,
  signal: AbortSignal,
) {
  const session = await gloss.session(corpus)
  await using writer = await session.store.write('gate')
  const choice = await chooseRecipe({ topic: await askedTopic(topic), policy }, session.store)
  const recipe = await recipeOf(choice, { gloss, session, writer, agreed }, signal)
  const counts = { seen: 0, kept: 0, dropped: 0, changed: 0 }
  for await (const paper of readPapers(session.store)) {
    signal.throwIfAborted()
    const after = await reevaluatePaper(paper, recipe, writer, { signal })
    counts.seen++
    counts[after.state === 'kept' ? 'kept' : 'dropped']++
    if (after.state !== paper.state) counts.changed++
  }
  await keepChoice(writer, choice)
  await updateDerivedData(gloss, session, writer, signal)
  return counts
}

interface ReviewParts {
  readonly gloss: Gloss
  readonly session: CorpusSession
  readonly writer: CorpusWriter
  readonly agreed: boolean
}

async function recipeOf(
  choice: RecipeChoice,
  { gloss, session, writer, agreed }: ReviewParts,
  signal: AbortSignal,
): Promise<IngestRecipe> {
  const cutter = gloss.parsers()
  const { summariser } = await openSummariser(choice.summariser, { ...gloss, cutter }, writer, agreed)
  const gateEmbedder = await gateEmbedderOf(gloss, session.embedder)
  return await openRecipe(choice, { embedder: session.embedder, gateEmbedder, summariser, cutter }, signal)
}

/** Yields papers whose text is stored: all but those that failed. */
async function* readPapers(store: CorpusReader): AsyncIterable<Paper> {
  for await (const paper of allPapers(store)) if (paper.pageCount > 0) yield paper
}

function rowOf(paper: Paper, gate: GateRecord): GateRow {
  const { policy, positive, negative, score, cutoff, keep, overruled, nearest } = gate
  const scores = { policy, positive, negative, score, cutoff, keep, overruled, nearest }
  return {
    paper: paper.id,
    title: paper.title,
    state: paper.state,
    ...scores,
    isClose: isClose(gate),
    prose: gate.prose ?? null,
    explanation: explainGate(gate),
  }
}

function notDecided(paper: Paper): GlossError {
  const why = paper.state.startsWith('failed:')
    ? `it could not be read (${paper.state})`
    : 'it was imported without a gate'
  return new GlossError('INPUT_INVALID', `There is no gate decision on paper ${paper.id}: ${why}.`, {
    paper: paper.id,
  })
}
