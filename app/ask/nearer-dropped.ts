/** Finds papers dropped by the gate that are nearer to a question than every paper that the answer rests on, so that a person knows. */
import { dot } from '../../core/index.ts'
import type { CorpusReader, Paper } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import type { AskAnswer } from './answer-shape.ts'

/** Minimum cosine of the question with a dropped paper's title and abstract. How it was chosen: docs/asking.md. */
const MIN_COSINE = 0.3
/** Maximum number of dropped papers to compare, so that a question does not wait for them. Chosen, not measured. */
const MAX_DROPPED = 1_000
/** Only drops by topic count: other reasons, such as another file of a kept paper, lose nothing, and a person's decision is final. */
const BY_TOPIC: readonly string[] = ['dropped:off_topic', 'dropped:near_negative']

interface EmbeddedPaper {
  readonly paper: Paper
  readonly vector: Float32Array
}

interface Dropped {
  readonly seq: number
  readonly papers: readonly EmbeddedPaper[]
}

type Papers = Pick<CorpusReader, 'seq' | 'papers' | 'papersOf'>

const remembered = new WeakMap<Papers, Dropped>()

/** Finds the nearer dropped papers by title and abstract, all that is kept of them. `rested`: ids of papers that the answer rests on. */
export async function nearerDropped(
  store: Papers,
  embedder: Embedder,
  { question, rested }: { readonly question: string; readonly rested: readonly string[] },
): Promise<AskAnswer['nearerDropped']> {
  const { papers } = await droppedOf(store, embedder)
  if (papers.length === 0) return null
  const [asked] = await embedder.embed([question])
  const nearest = (of: readonly EmbeddedPaper[]) =>
    of
      .map(({ paper, vector }) => ({ paper, cosine: dot(asked!, vector) }))
      .reduce((one, other) => (other.cosine > one.cosine ? other : one), NOTHING)
  const kept = (await store.papersOf([...new Set(rested)])).filter((paper) => paper !== null)
  const [dropped, best] = [nearest(papers), nearest(await embedded(kept, embedder))]
  if (dropped.paper === null || dropped.cosine <= best.cosine) return null
  const { id, title, state } = dropped.paper
  return { paper: id, title, state }
}

const NOTHING: { readonly paper: Paper | null; readonly cosine: number } = {
  paper: null,
  cosine: MIN_COSINE,
}

async function droppedOf(store: Papers, embedder: Embedder): Promise<Dropped> {
  const seq = await store.seq()
  const known = remembered.get(store)
  if (known?.seq === seq) return known
  const lists = BY_TOPIC.map((state) => store.papers({ state, limit: MAX_DROPPED }))
  const dropped = { seq, papers: await embedded((await Promise.all(lists)).flat(), embedder) }
  remembered.set(store, dropped)
  return dropped
}

async function embedded(papers: readonly Paper[], embedder: Embedder): Promise<EmbeddedPaper[]> {
  const vectors = await embedder.embed(papers.map(({ title, abstract }) => `${title}. ${abstract}`))
  return papers.map((paper, at) => ({ paper, vector: vectors[at]! }))
}
