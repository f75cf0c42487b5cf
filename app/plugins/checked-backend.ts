/** Turns a plug-in backend into a retriever: opens it once for a corpus and checks its answers before they are used. */
import { openedOnce } from '../../core/index.ts'
import type { CorpusReader, Unit } from '../../corpus/index.ts'
import type { Filter } from '../../index/index.ts'
import type { Embedder } from '../../models/index.ts'
import type { BackendPlugIn, OpenedBackend, PlugInCorpus, PlugInHit } from '../../plugins/index.ts'
import { checkQuestion, type Retriever, rankHits } from '../../retrieval/index.ts'
import { ANSWERS, askPlugin, pluginFailure, runPlugin } from './run-plugin.ts'

export interface PluginGround {
  readonly name: string
  readonly store: CorpusReader
  readonly embedder: Embedder
  readonly onNotice: (message: string) => void
}

/** Hits requested if only the best of each paper counts, as a multiple of `k`. Chosen, not measured. */
const HITS_PER_PAPER = 4

/** Returns a retriever that throws `PLUGIN_FAILED` for every fault of the plug-in. Surplus hits are cut to the best ones, with a notice. */
export function checkedBackend(load: () => Promise<BackendPlugIn>, ground: PluginGround): Retriever {
  let isTold = false

  // A failure is not remembered, since a server may be started later.
  const opened = openedOnce(async () => {
    const plugIn = await load()
    const { name, timeoutMs } = plugIn
    const who = `the backend ${name}`
    const backend = await runPlugin({ who, timeoutMs }, () => plugIn.open(corpusOf(ground)))
    if (typeof (backend as Partial<OpenedBackend> | null)?.retrieve !== 'function')
      throw pluginFailure(who, 'opened something without a method `retrieve`')
    return { backend, plugIn }
  })

  function atMost(hits: readonly PlugInHit[], k: number, who: string): readonly PlugInHit[] {
    if (hits.length <= k) return hits
    if (!isTold)
      ground.onNotice(`${who} returned ${hits.length} hits instead of ${k}; only the best ${k} are used.`)
    isTold = true
    return [...hits].sort((a, b) => b.score - a.score).slice(0, k)
  }

  return {
    name: 'plugin',
    async prepare() {
      await opened()
    },
    async retrieve(question, signal) {
      checkQuestion(question)
      const { text, filter, onePerPaper = false } = question
      const started = performance.now()
      const { backend, plugIn } = await opened()
      const who = `the backend ${plugIn.name}`
      const k = onePerPaper ? question.k * HITS_PER_PAPER : question.k
      const asked = { text, k, ...(filter === undefined ? {} : { filter }) }
      const call = { who, timeoutMs: plugIn.timeoutMs, signal }
      const answer = await askPlugin(call, ANSWERS.backend, (stop) => backend.retrieve(asked, stop))
      const hits = atMost(answer, k, who)
      const ranked = await knownHits(hits, ground.store, { who, filter })
      return { hits: rankHits(ranked, question), stages: { search: performance.now() - started } }
    },
  }
}

async function knownHits(
  hits: readonly PlugInHit[],
  store: CorpusReader,
  { who, filter }: { readonly who: string; readonly filter: Filter | undefined },
) {
  const units = await store.units(hits.map(({ unit }) => unit))
  const years = filter?.years === undefined ? null : await yearsOf(units, store)
  return hits.flatMap(({ unit: id, score }, at) => {
    const unit = units[at]
    if (unit == null)
      throw pluginFailure(
        who,
        `answered with ${JSON.stringify(id)}, which is not a unit of the corpus; it may have indexed an older state`,
      )
    const { paper } = unit
    return passes(unit, years?.get(paper) ?? null, filter) ? [{ unit: id, paper, score, why: {} }] : []
  })
}

async function yearsOf(
  units: readonly (Unit | null)[],
  store: CorpusReader,
): Promise<Map<string, number | null>> {
  const papers = [...new Set(units.flatMap((unit) => (unit === null ? [] : [unit.paper])))]
  return new Map(
    (await store.papersOf(papers)).flatMap((paper) => (paper === null ? [] : [[paper.id, paper.year]])),
  )
}

function passes({ paper, topic, kind }: Unit, year: number | null, filter: Filter | undefined): boolean {
  const { papers, topics, kinds, years } = filter ?? {}
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = years ?? {}
  return (
    (papers?.includes(paper) ?? true) &&
    (topics?.includes(topic) ?? true) &&
    (kinds?.includes(kind) ?? true) &&
    (years === undefined || (year !== null && year >= from && year <= to))
  )
}

function corpusOf({ name, store, embedder }: PluginGround): PlugInCorpus {
  return {
    name,
    seq: () => store.seq(),
    async *units() {
      for await (const { unit, title, year } of store.unitsSince(0, embedder.id)) {
        const { id, paper, kind, text, page } = unit
        yield { id, paper, kind, text, title, year, page }
      }
    },
    embed: (texts, signal) => embedder.embed(texts, signal),
  }
}
