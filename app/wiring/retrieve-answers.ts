/** Questions to an open corpus: the backend that is asked for, and its hits as they are shown. */
import type { CorpusReader } from '../../corpus/index.ts'
import type { CorpusIndex, Filter } from '../../index/index.ts'
import {
  distinctPlaces,
  HITS_PER_PLACE,
  type RetrievalUsage,
  type Retriever,
  readQuestion,
} from '../../retrieval/index.ts'
import { type AnswerHit, answerHit, spanOf } from './answer-hit.ts'
import {
  type BackendGround,
  type BackendName,
  DEFAULT_BACKEND,
  DEFAULT_FUSION,
  type FusionName,
  openBackend,
} from './retrieval-backends.ts'
import { createUnitSheets } from './unit-sheets.ts'

export const DEFAULT_K = 10

export interface RetrieveRequest {
  readonly query: string
  readonly k?: number
  readonly backend?: BackendName
  readonly fusion?: FusionName
  readonly filter?: Filter
  readonly onePerPaper?: boolean
  readonly explain?: boolean
  /** Every unit a hit of its own, as rankings are judged; else a place of a paper is one hit. */
  readonly isPlain?: boolean
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

export interface Answering {
  /** Opened once for each backend and fusion. */
  backend(name: BackendName, fusion?: FusionName): Retriever
  /** Throws `INPUT_INVALID` for an empty question, and what the backend throws. */
  retrieve(request: RetrieveRequest, signal?: AbortSignal): Promise<RetrieveAnswer>
}

export function createAnswering(
  corpus: string,
  store: CorpusReader,
  ground: BackendGround & { readonly index: CorpusIndex },
): Answering {
  const sheets = createUnitSheets(store)
  const backends = new Map<string, Retriever>()

  function backend(name: BackendName, fusion: FusionName = DEFAULT_FUSION): Retriever {
    const key = `${name}/${fusion}`
    const opened = backends.get(key) ?? openBackend(name, fusion, ground)
    backends.set(key, opened)
    return opened
  }

  return {
    backend,
    async retrieve(request, signal) {
      const {
        query,
        k = DEFAULT_K,
        backend: name = DEFAULT_BACKEND,
        fusion,
        isPlain = false,
        ...options
      } = request
      const started = performance.now()
      const asked = { text: query, k: isPlain ? k : k * HITS_PER_PLACE, ...options }
      const retrieval = await backend(name, fusion).retrieve(asked, signal)
      const { hits, stages, by, usage } = retrieval
      const ranked = performance.now()
      const question = readQuestion(query)
      const ids = hits.map((hit) => hit.unit)
      const found = await sheets.of(ids, ground.index.seq())
      const placed = hits.flatMap((hit, i) => {
        const sheet = found[i]
        return sheet == null ? [] : [{ hit, sheet, paper: hit.paper, span: spanOf(sheet.unit) }]
      })
      const places = isPlain ? placed.map((hit) => ({ hit, joined: [] })) : distinctPlaces(placed).slice(0, k)
      const answers = places.map(({ hit: { hit, sheet }, joined }, at) => ({
        ...answerHit({ ...hit, rank: at + 1 }, sheet, question),
        joined: joined.map(({ hit: { unit } }) => unit),
      }))
      const ended = performance.now()
      return {
        query,
        corpus,
        backend: name,
        ...(by === undefined ? {} : { by }),
        hits: answers,
        tookMs: ended - started,
        stages: { ...stages, show: ended - ranked },
        ...(usage === undefined ? {} : { usage }),
      }
    },
  }
}
