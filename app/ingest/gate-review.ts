/** The gate's decisions over a corpus: list, explain, overrule, judge again, and the figures that go with them. */

import { GlossError } from '../../core/index.ts'
import {
  allPapers,
  type CorpusWriter,
  type GatePolicy,
  type GateRecord,
  type NearKeyword,
  type Paper,
  type PaperState,
} from '../../corpus/index.ts'
import { loadTopic } from '../../ingest/adapters/topic-file.ts'
import {
  type CategoryReport,
  categoryReport,
  explainGate,
  rejudge,
  terminalHistogram,
} from '../../ingest/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { type Gloss, SETTING } from '../wiring/gloss.ts'
import { chooseRecipe, openRecipe } from './ingest-recipe.ts'
import { openSummariser } from './summarisers.ts'
import { updateDerivedData } from './update-derived-data.ts'

export interface GateRow {
  readonly paper: string
  readonly title: string
  readonly state: PaperState
  readonly policy: GatePolicy
  readonly positive: number
  readonly negative: number
  readonly score: number
  readonly cutoff: number
  /** The policy's verdict; `overruled` is a person's. */
  readonly keep: boolean
  readonly overruled: GateRecord['overruled']
  readonly nearest: readonly NearKeyword[]
  /** Sentences for people. */
  readonly explanation: readonly string[]
}

export interface GateOverview {
  readonly corpus: string
  readonly topic: string
  readonly rows: readonly GateRow[]
  /** Table A1: kept papers by nearest category. */
  readonly tableA1: CategoryReport
  /** The histogram of scores as an .svg file, and as lines for a terminal. */
  readonly svg: string
  readonly histogram: readonly string[]
}

/** Every judged paper, lowest score first. Holds all records at once: some 2 kB a paper. */
export async function gateOverview(gloss: Gloss, corpus?: string): Promise<GateOverview> {
  const session = await gloss.session(corpus)
  const { topic } = await chooseRecipe({}, session.store)
  const judged = await judgedPapers(session)
  const records = judged.map(({ gate }) => gate)
  return {
    corpus: session.name,
    topic,
    rows: judged.map(({ paper, gate }) => rowOf(paper, gate)).sort((a, b) => a.score - b.score),
    tableA1: categoryReport(records, await loadTopic(topic)),
    svg: await svgHistogram(records),
    histogram: terminalHistogram(records),
  }
}

/** Observable Plot takes longer to load than most commands take to run, so it is loaded when something is drawn. */
async function svgHistogram(records: readonly GateRecord[]): Promise<string> {
  const { drawGateHistogram } = await import('./draw-gate-histogram.ts')
  return drawGateHistogram(records)
}

export async function gateOf(gloss: Gloss, corpus: string | undefined, paper: string): Promise<GateRow> {
  const { store } = await gloss.session(corpus)
  const found = await knownPaper(store, paper)
  const gate = await store.gate(found.id)
  if (gate === null) throw notJudged(found)
  return rowOf(found, gate)
}

/**
 * What a person decides holds against any later judgement; null takes it back. Papers that could not be read have no gate.
 * Throws `CONSENT_NEEDED` where a paper comes in whose units a model would write and nobody has `agreed` to ask it.
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
  for (const paper of papers) {
    const known = await knownPaper(session.store, paper)
    if ((await writer.gate(known.id)) === null) throw notJudged(known)
    found.push(known)
  }
  const settling = await settlingOf(gloss, session, writer, { agreed })
  for (const paper of found) await rejudge(paper, settling, writer, { overruled: decision, signal })
  await updateDerivedData(session, writer, signal)
  return Promise.all(papers.map((paper) => gateOf(gloss, session.name, paper)))
}

export interface GateReevaluation {
  readonly seen: number
  readonly kept: number
  readonly dropped: number
  /** Papers that came in or went out. */
  readonly changed: number
}

/** Judges every paper again, by another topic or policy where one is given, without reading any file. */
export async function reevaluateGate(
  gloss: Gloss,
  corpus: string | undefined,
  asked: {
    readonly topic?: string | undefined
    readonly policy?: GatePolicy | undefined
    readonly agreed?: boolean
  },
  signal: AbortSignal,
): Promise<GateReevaluation> {
  const session = await gloss.session(corpus)
  await using writer = await session.store.write('gate')
  const choice = await chooseRecipe(asked, session.store)
  const settling = await settlingOf(gloss, session, writer, asked)
  const counts = { seen: 0, kept: 0, dropped: 0, changed: 0 }
  for await (const paper of readPapers(session)) {
    signal.throwIfAborted()
    const after = await rejudge(paper, settling, writer, { signal })
    counts.seen++
    counts[after.state === 'kept' ? 'kept' : 'dropped']++
    if (after.state !== paper.state) counts.changed++
  }
  await writer.setSetting(SETTING.topic, choice.topic)
  if (choice.policy !== null) await writer.setSetting(SETTING.policy, choice.policy)
  await updateDerivedData(session, writer, signal)
  return counts
}

async function settlingOf(
  gloss: Gloss,
  session: CorpusSession,
  writer: CorpusWriter,
  { agreed = false, ...asked }: Parameters<typeof chooseRecipe>[0] & { readonly agreed?: boolean },
) {
  const choice = await chooseRecipe(asked, session.store)
  const { summariser } = openSummariser(choice.summariser, gloss.config, writer, agreed)
  return openRecipe(choice, { embedder: session.embedder, summariser })
}

/** A paper by its id or the beginning of it. */
export async function knownPaper(store: CorpusSession['store'], id: string): Promise<Paper> {
  const exact = await store.paper(id)
  if (exact !== null) return exact
  const LEAST_DIGITS = 6
  const [first, second] =
    id.length < LEAST_DIGITS
      ? []
      : (await store.papers({ after: before(id), limit: 2 })).filter((paper) => paper.id.startsWith(id))
  if (first !== undefined && second === undefined) return first
  const many = second === undefined ? '' : ': several papers begin like that'
  throw new GlossError('PAPER_NOT_FOUND', `There is no paper ${id}${many}.`, { paper: id })
}

/** The greatest id below every one that begins with `prefix`: ids are hex digits, and "/" stands just before "0". */
function before(prefix: string): string {
  return `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) - 1)}~`
}

async function judgedPapers(session: CorpusSession): Promise<{ paper: Paper; gate: GateRecord }[]> {
  const judged: { paper: Paper; gate: GateRecord }[] = []
  for await (const paper of readPapers(session)) {
    const gate = await session.store.gate(paper.id)
    if (gate !== null) judged.push({ paper, gate })
  }
  return judged
}

/** Papers whose text is there. */
async function* readPapers({ store }: CorpusSession): AsyncIterable<Paper> {
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
    explanation: explainGate(gate),
  }
}

function notJudged(paper: Paper): GlossError {
  const why = paper.state.startsWith('failed:')
    ? `it could not be read (${paper.state})`
    : 'it was imported without a gate'
  return new GlossError('INPUT_INVALID', `The gate has not judged paper ${paper.id}: ${why}.`, {
    paper: paper.id,
  })
}
