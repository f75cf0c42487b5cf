/** Every query of every corpus: how near the corpus comes to it, and the evidence that each backend has for the corpus's own. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackendName, type CorpusSession, type Gloss, importPath } from '../../../app/index.ts'
import { findEvidence } from '../../../app/think/search-corpus.ts'
import { DEFAULT_LOOP, type Evidence } from '../../../monitor/index.ts'
import { type Closeness, closenessOf } from '../../../retrieval/index.ts'
import { sharedPath } from '../../lib/shared.ts'
import { type AskedQuery, askedQueries, isOffTopic, TRACES } from './asked-queries.ts'
import { hasFacts, JUDGED_SETS, openJudgedCorpus, writeCorpus } from './judged-corpora.ts'

export const CORPORA = [...Object.keys(JUDGED_SETS), TRACES]
/** Off its topic one backend is enough: the verdict is the same for all. */
const DEFAULT: BackendName = 'auto'
const BACKENDS: readonly BackendName[] = ['vanilla', 'walk', DEFAULT]
const { k } = DEFAULT_LOOP

export interface AskedOfCorpus {
  readonly corpus: string
  readonly set: string
  readonly query: AskedQuery
  readonly closeness: Closeness
  /** The first k by backend, as the loop's `find` gives them. */
  readonly evidence: Readonly<Record<string, readonly Evidence[]>>
  /** Units of `evidence` that are relevant, and how many units there are at most. */
  readonly right: ReadonlySet<string>
}

export const isOwn = ({ corpus, set }: Pick<AskedOfCorpus, 'corpus' | 'set'>) => corpus === set

/** Of other sets only what is off the corpus's topic. */
export async function askCorpora(
  gloss: Gloss,
  workspace: string,
  signal: AbortSignal,
): Promise<AskedOfCorpus[]> {
  const queries = await askedQueries()
  const rows: AskedOfCorpus[] = []
  for (const corpus of CORPORA) {
    const session = await openCorpus(gloss, corpus, { queries, workspace }, signal)
    const documents = new Map((await session.store.papers()).map(({ id, document }) => [id, document]))
    const asked = queries.filter(({ set }) => corpus === set || isOffTopic(corpus, set))
    for (const query of asked) {
      const row = await ask(session, { corpus, query, documents }, signal)
      if (row !== null) rows.push(row)
    }
    console.log(`asked ${corpus}`)
  }
  return rows
}

interface Asking {
  readonly corpus: string
  readonly query: AskedQuery
  /** The set's ids by those of papers. */
  readonly documents: ReadonlyMap<string, string | null>
}

async function ask(
  session: CorpusSession,
  { corpus, query, documents }: Asking,
  signal: AbortSignal,
): Promise<AskedOfCorpus | null> {
  const { set, text, relevant } = query
  const [vector = null] = await session.embedder.embed([text], signal)
  const closeness = await closenessOf(session.index, { text, vector, filter: null })
  if (closeness === null) return null
  const evidence: Record<string, readonly Evidence[]> = {}
  for (const backend of corpus === set && relevant.size > 0 ? backendsOf(corpus) : [DEFAULT])
    evidence[backend] = await findEvidence(session, { backend, k, filter: null }, { query: text, signal })
  const isRight = (found: Evidence) =>
    relevant.has(corpus === TRACES ? found.text : (documents.get(found.paper) ?? ''))
  const right = Object.values(evidence).flatMap((found) => found.filter(isRight).map(({ unit }) => unit))
  return { corpus, set, query, closeness, evidence, right: new Set(right) }
}

function backendsOf(corpus: string): readonly BackendName[] {
  return hasFacts(corpus) ? [...BACKENDS, 'hipporag'] : BACKENDS
}

async function openCorpus(
  gloss: Gloss,
  corpus: string,
  { queries, workspace }: { readonly queries: readonly AskedQuery[]; readonly workspace: string },
  signal: AbortSignal,
): Promise<CorpusSession> {
  if (corpus !== TRACES) return openJudgedCorpus(gloss, corpus, workspace, signal)
  if ((await gloss.workspace.listCorpora()).includes(TRACES)) return gloss.session(TRACES)
  const right = new Set(queries.flatMap(({ set, relevant }) => (set === TRACES ? [...relevant] : [])))
  const others = JSON.parse(
    await readFile(sharedPath('data', 'eigen1-units', 'paragraphs.json'), 'utf8'),
  ) as readonly string[]
  const lines = [...right, ...others].map((text, i) => JSON.stringify({ _id: `unit-${i}`, title: '', text }))
  const path = join(workspace, 'sample-traces')
  await writeCorpus(path, lines)
  await importPath(gloss, { path, format: 'beir', corpus: TRACES }, signal)
  return gloss.session(TRACES)
}
