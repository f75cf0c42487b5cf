/** One open corpus: its store, its index, its embedder, and answers to questions from them. */

import { GlossError, words } from '../../core/index.ts'
import type { CorpusStore, Span, Unit } from '../../corpus/index.ts'
import type { CorpusFacts, CorpusNames, FactGraphName } from '../../graph/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, type Filter, openCorpusIndex } from '../../index/index.ts'
import type { Embedder } from '../../models/index.ts'
import {
  bestSentence,
  type RetrievalUsage,
  type Retriever,
  type TermedSentences,
  termedSentences,
  type Why,
} from '../../retrieval/index.ts'
import type { FactBackends } from './fact-backends.ts'
import { lazyFacts } from './lazy-facts.ts'
import { lazyNames, namesOrNull } from './lazy-names.ts'
import {
  type BackendName,
  DEFAULT_BACKEND,
  DEFAULT_FUSION,
  type FusionName,
  openBackend,
} from './retrieval-backends.ts'
import type { SqlBackend } from './sql-backend.ts'

export const DEFAULT_K = 10

export interface RetrieveRequest {
  readonly query: string
  readonly k?: number
  readonly backend?: BackendName
  readonly fusion?: FusionName
  readonly filter?: Filter
  readonly onePerPaper?: boolean
  readonly explain?: boolean
}

/** A hit as programs and people get it. */
export interface AnswerHit {
  readonly rank: number
  readonly score: number
  readonly unit: string
  readonly kind: Unit['kind']
  readonly text: string
  readonly topic: string
  readonly locator: string
  readonly paper: string
  /** The id the source gave the document, where it gave one. */
  readonly document?: string
  readonly title: string
  readonly year: number | null
  readonly page: number | null
  /** UTF-16 offsets into the paper's text; null for a statement without a place. */
  readonly span: Span | null
  /** The sentence of the hit that answers best, with its own span where the hit has one. */
  readonly sentence: { readonly text: string; readonly span: Span | null }
  readonly why: Why
}

export interface RetrieveAnswer {
  readonly query: string
  readonly corpus: string
  readonly backend: BackendName
  /** The backend that answered, where that is another. */
  readonly by?: string
  readonly hits: readonly AnswerHit[]
  readonly tookMs: number
  /** Milliseconds by stage. */
  readonly stages: Readonly<Record<string, number>>
  /** Of models; absent where none was asked. */
  readonly usage?: RetrievalUsage
}

export interface CorpusSession {
  readonly name: string
  readonly store: CorpusStore
  readonly index: CorpusIndex
  /** Opened with the first question that needs them. */
  names(): Promise<CorpusNames>
  /** Whether it has facts or not. */
  facts(graph: FactGraphName): Promise<CorpusFacts>
  readonly embedder: Embedder
  /** Writes the artefacts of what has changed enough. */
  save(): Promise<void>
  backend(name: BackendName, fusion?: FusionName): Retriever
  retrieve(request: RetrieveRequest, signal?: AbortSignal): Promise<RetrieveAnswer>
  close(): Promise<void>
}

export interface SessionOptions {
  readonly name: string
  readonly store: CorpusStore
  readonly embedder: Embedder
  readonly artefactsPath: string
  readonly sql: SqlBackend
  readonly factBackends: FactBackends
  readonly onNotice: (message: string) => void
}

export async function openSession({
  name,
  store,
  embedder,
  artefactsPath,
  sql,
  factBackends,
  onNotice,
}: SessionOptions): Promise<CorpusSession> {
  const onRefused = (error: GlossError) => onNotice(`${error.message} ${error.help}`)
  const index = await openCorpusIndex({
    reader: store,
    embedder,
    folder: artefactsPath,
    openNeighbours: openUsearch(),
    onRefused,
  })
  const names = lazyNames({ name, reader: store, folder: artefactsPath, onRefused })
  const facts = lazyFacts({ name, reader: store, embedder, folder: artefactsPath, onRefused })
  const sheets = createSheets(store, index)
  const backends = new Map<string, Retriever>()

  function backend(wanted: BackendName, fusion: FusionName = DEFAULT_FUSION): Retriever {
    const key = `${wanted}/${fusion}`
    const known = backends.get(key)
    if (known !== undefined) return known
    const made = openBackend(wanted, fusion, { index, embedder, names, facts: facts.of, sql, factBackends })
    backends.set(key, made)
    return made
  }

  return {
    name,
    store,
    index,
    names,
    facts: facts.whatever,
    embedder,
    async save() {
      await index.save()
      await (await namesOrNull(names))?.save()
      await facts.save()
    },
    backend,
    async retrieve({ query, k = DEFAULT_K, backend: wanted = DEFAULT_BACKEND, fusion, ...options }, signal) {
      if (query.trim() === '')
        throw new GlossError('INPUT_INVALID', 'The question is empty.', {
          field: 'query',
        })
      const started = performance.now()
      const retrieval = await backend(wanted, fusion).retrieve({ text: query, k, ...options }, signal)
      const { hits, stages, by, usage } = retrieval
      const ranked = performance.now()
      const terms = words(query)
      const found = await sheets.of(hits.map((hit) => hit.unit))
      const answers = hits.flatMap((hit, i) => {
        const sheet = found[i]
        return sheet == null ? [] : [answerHit(hit, sheet, terms)]
      })
      const ended = performance.now()
      return {
        query,
        corpus: name,
        backend: wanted,
        ...(by === undefined ? {} : { by }),
        hits: answers,
        tookMs: ended - started,
        stages: { ...stages, show: ended - ranked },
        ...(usage === undefined ? {} : { usage }),
      }
    },
    async close() {
      await sql.close()
      await store.close()
    },
  }
}

/** What a hit shows of its unit, with the sentences cut once. */
interface Sheet {
  readonly unit: Unit
  readonly title: string
  readonly document: string | null
  readonly year: number | null
  readonly sentences: TermedSentences
}

// Some 10 kB each with their terms.
const REMEMBERED_SHEETS = 10_000

/** Sheets of units, remembered until the corpus changes. */
function createSheets(store: CorpusStore, index: CorpusIndex) {
  const sheets = new Map<string, Sheet>()
  let seq = -1

  async function load(unit: Unit): Promise<Sheet> {
    const paper = await store.paper(unit.paper)
    return {
      unit,
      title: paper?.title ?? '',
      document: paper?.document ?? null,
      year: paper?.year ?? unit.year,
      sentences: termedSentences(unit.text),
    }
  }

  return {
    /** In the order of `ids`; null for a unit that went in the meantime. */
    async of(ids: readonly string[]): Promise<(Sheet | null)[]> {
      if (seq !== index.seq() || sheets.size > REMEMBERED_SHEETS) sheets.clear()
      seq = index.seq()
      const missing = ids.filter((id) => !sheets.has(id))
      for (const unit of missing.length === 0 ? [] : await store.units(missing))
        if (unit !== null) sheets.set(unit.id, await load(unit))
      return ids.map((id) => sheets.get(id) ?? null)
    },
  }
}

function answerHit(
  hit: { readonly unit: string; readonly rank: number; readonly score: number; readonly why: Why },
  { unit, title, document, year, sentences }: Sheet,
  terms: readonly string[],
): AnswerHit {
  const best = bestSentence(terms, sentences)
  const { start, end } = unit
  // A unit whose short forms were spelled out is longer than the text it rests on: its sentences have no spans of their own.
  const isVerbatim = start !== null && end !== null && end - start === unit.text.length
  const whole: Span | null = start !== null && end !== null ? [start, end] : null
  return {
    rank: hit.rank,
    score: hit.score,
    unit: unit.id,
    kind: unit.kind,
    text: unit.text,
    topic: unit.topic,
    locator: unit.locator,
    paper: unit.paper,
    ...(document === null ? {} : { document }),
    title,
    year,
    page: unit.page,
    span: whole,
    sentence: {
      text: best === null ? unit.text : unit.text.slice(best.start, best.end),
      span: best !== null && isVerbatim ? [start + best.start, start + best.end] : whole,
    },
    why: hit.why,
  }
}
