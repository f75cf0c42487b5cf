/** Answers questions to an open corpus: asks the chosen backend, and describes its hits. */
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { invalidInput } from '../../core/index.ts'
import { type CorpusReader, indexedText } from '../../corpus/index.ts'
import type { CorpusIndex, Filter } from '../../index/index.ts'
import type { Embedder, Ledger } from '../../models/index.ts'
import {
  answerability,
  checkQuestion,
  closenessOf,
  embedQuestion,
  HITS_PER_PLACE,
  type Hit,
  hasAnswerabilityModel,
  MIN_ANSWERABILITY,
  type Retriever,
  topicality,
  unknownLanguage,
} from '../../retrieval/index.ts'
import type { Config } from '../config/config.ts'
import { answerHits } from './answer-hit.ts'
import type { CorpusRanking, TextsOfUnits } from './ranking-models.ts'
import {
  type BackendGround,
  type BackendName,
  DEFAULT_BACKEND,
  DEFAULT_FUSION,
  type FusionName,
  openBackend,
} from './retrieval-backends.ts'
import { type AnswerHit, type AskedKindShape, DEFAULT_K, type RetrieveAnswer } from './retrieve-shapes.ts'
import { createUnitSheets, type UnitSheet } from './unit-sheets.ts'

export interface RetrieveRequest {
  readonly query: string
  readonly k?: number
  readonly backend?: BackendName
  readonly fusion?: FusionName
  readonly filter?: RequestFilter
  readonly onePerPaper?: boolean
  readonly explain?: boolean
  /** Minimum score of a hit, on the scale of the backend's scores. */
  readonly minScore?: number
  /** True: every unit is a separate hit, as rankings are judged. Default: one hit for each place of a paper. */
  readonly isPlain?: boolean
}

export interface Answering {
  /** Returns a backend, opened once for each name and fusion. */
  backend(name: BackendName, fusion?: FusionName): Retriever
  /** Counts model calls in `ledger`. Throws `INPUT_INVALID` for a question that is empty or too long, and the backend's errors. */
  retrieve(request: RetrieveRequest, signal?: AbortSignal, ledger?: Ledger): Promise<RetrieveAnswer>
}

export function createAnswering(
  corpus: string,
  store: CorpusReader,
  ground: BackendGround & { readonly index: CorpusIndex; readonly ranking: CorpusRanking },
): Answering {
  const sheets = createUnitSheets(store)
  const backends = new Map<string, Retriever>()

  function backend(name: BackendName, fusion: FusionName = DEFAULT_FUSION): Retriever {
    const key = `${name}/${fusion}`
    const opened = backends.get(key) ?? ground.ranking.behind(openBackend(name, fusion, ground), textsOf)
    backends.set(key, opened)
    return opened
  }

  const textsOf: TextsOfUnits = async (ids) => (await sheets.of(ids, ground.index.seq())).map(textOf)

  return {
    backend,
    async retrieve(request, signal, ledger) {
      const {
        query,
        k = DEFAULT_K,
        backend: name = DEFAULT_BACKEND,
        fusion,
        isPlain,
        minScore,
        filter: asked,
        ...options
      } = request
      const { filter, ifOfKind, depthFactor } = kindsOf(asked)
      const depth = (isPlain === true ? k : k * HITS_PER_PLACE) * depthFactor
      const question = {
        ...{ text: query, k: depth, ledger, ...options },
        ...(filter === undefined ? {} : { filter }),
      }
      checkQuestion(question)
      await admit(query, ground.config, signal)
      const started = performance.now()
      // The backend and the verdict share one vector.
      const vector = hasAnswerabilityModel(ground.embedder.id)
        ? await embedQuestion(question, ground.embedder, signal)
        : undefined
      const embedded = performance.now()
      const { hits, stages, ...said } = await backend(name, fusion).retrieve(
        { ...question, ...(vector === undefined ? {} : { vector }) },
        signal,
      )
      const ranked = performance.now()
      const verdicts = await verdictsOf(ground, { query, filter }, vector ?? null)
      const judged = performance.now()
      const scored = hits.filter((hit) => hit.score >= (minScore ?? Number.NEGATIVE_INFINITY))
      const ids = scored.map(({ unit }) => unit)
      const found = await sheets.of(ids, ground.index.seq())
      const shown = shownHits(scored, found.map(ifOfKind), request)
      const ended = performance.now()
      return {
        query,
        corpus,
        backend: name,
        ...said,
        hits: shown,
        answerable: hits.length > 0 && verdicts.answerability >= MIN_ANSWERABILITY,
        ...verdicts,
        tookMs: ended - started,
        stages: {
          ...withEmbedding(stages, embedded - started),
          judge: judged - ranked,
          show: ended - judged,
        },
      }
    },
  }
}

/** Admits a question from a route, sandboxed code, a tool or the library. Some backends take longer than linear time. */
async function admit(
  query: string,
  { maxQueryCharacters: most }: Config,
  signal?: AbortSignal,
): Promise<void> {
  if (query.length > most)
    throw invalidInput(
      'query',
      `The question has ${query.length} characters; at most ${most} are allowed (GLOSS_MAX_QUERY_CHARACTERS).`,
    )
  // Lets others run between two questions of a batch.
  await setImmediate()
  signal?.throwIfAborted()
}

/** Returns the hits to show. One whose sheet is null is left out. */
function shownHits(
  hits: readonly Hit[],
  sheets: readonly (UnitSheet | null)[],
  request: RetrieveRequest,
): AnswerHit[] {
  const known = hits.flatMap((hit, at) => {
    const sheet = sheets[at]
    return sheet == null ? [] : [{ hit, sheet }]
  })
  return answerHits(known, { k: DEFAULT_K, ...request })
}

/** Returns the text as it is indexed. */
function textOf(sheet: UnitSheet | null): string | null {
  return sheet === null ? null : indexedText(sheet.unit, sheet.title)
}

/** Adds the time of embedding, which the backend did not have to do. */
function withEmbedding(
  stages: Readonly<Record<string, number>>,
  ms: number,
): Readonly<Record<string, number>> {
  return stages['embed'] === undefined ? stages : { ...stages, embed: stages['embed'] + ms }
}

async function verdictsOf(
  { index, embedder }: { readonly index: CorpusIndex; readonly embedder: Embedder },
  { query, filter }: { readonly query: string; readonly filter: Filter | undefined },
  vector: Float32Array | null,
): Promise<Pick<RetrieveAnswer, 'answerability' | 'topicality'>> {
  const isKnown = (await unknownLanguage(query, { index, embedder })) === null
  const asked = { text: query, vector: isKnown ? vector : null, filter: filter ?? null }
  const closeness = await closenessOf(index, asked)
  return {
    answerability: answerability(query, closeness, embedder.id),
    topicality: topicality(query, closeness, embedder.id),
  }
}

/** A filter that may also name kinds of statements: a unit passes if its form or its statement is one of the kinds. */
type RequestFilter = Omit<Filter, 'kinds'> & {
  readonly kinds?: readonly z.output<typeof AskedKindShape>[]
}

// In most papers a tenth or more of the units is of each kind of statement. Chosen, not measured.
const DEPTH_FOR_STATEMENTS = 10

/** Returns the filter for the index, which knows only forms, the filter of its hits, and how many times more hits that one needs. */
function kindsOf(asked: RequestFilter | undefined) {
  const { kinds, ...others } = asked ?? {}
  const forms = (['unit', 'passage'] as const).filter((form) => kinds?.includes(form))
  if (kinds === undefined || forms.length === kinds.length) {
    const filter: Filter | undefined =
      asked === undefined ? undefined : { ...others, ...(kinds && { kinds: forms }) }
    return { filter, ifOfKind: (sheet: UnitSheet | null) => sheet, depthFactor: 1 }
  }
  const filter: Filter = { ...others, kinds: [...new Set(['unit' as const, ...forms])] }
  const ifOfKind = (sheet: UnitSheet | null) => {
    const { unit, statement } = sheet ?? {}
    const isWanted = [unit?.kind, statement].some((kind) => kind != null && kinds.includes(kind))
    return isWanted ? sheet : null
  }
  return { filter, ifOfKind, depthFactor: DEPTH_FOR_STATEMENTS }
}
