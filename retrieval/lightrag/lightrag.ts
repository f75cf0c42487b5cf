/**
 * `lightrag`: units that state facts about the names and relations near a question's keywords, alternating with units similar to the
 * question. Source: LightRAG (specs/lightrag.md, A.5), with facts in place of entities and relations described by a model.
 */
import type { FactsState } from '../../graph/facts/index.ts'
import { type Candidates, joinCandidates } from '../../index/index.ts'
import type { FactGround } from '../hipporag/index.ts'
import { type BackendModel, type MeteredChat, meteredChat } from '../model-usage.ts'
import type { Hit, Question, Retriever } from '../ports.ts'
import { checkQuestion, type Ranked, rankHits, withMatchingTerms } from '../query-checks.ts'
import type { LightWhy } from '../why.ts'
import {
  type Entity,
  entitiesNear,
  entitiesOf,
  type Relation,
  relationsNear,
  relationsOf,
} from './graph-search.ts'
import { type Keywords, lexicalKeywords, modelKeywords } from './keywords.ts'
import { type LightMode, UNIT_TOP_K } from './settings.ts'
import { roundRobin, unitsByVector, unitsOfSources } from './unit-lists.ts'

/** What the graph returns for a question. */
interface GraphContext {
  readonly entities: readonly Entity[]
  readonly relations: readonly Relation[]
}

interface Vectors {
  readonly question: Float32Array | null
  readonly low: Float32Array | null
  readonly high: Float32Array | null
}

/** Opens the backend. `model` chooses the keywords. Throws `GRAPH_MISSING` as the ground does, `MODEL_UNAVAILABLE` as the model does. */
export function lightRagBackend(
  ground: FactGround,
  mode: LightMode = 'mix',
  model: BackendModel | null = null,
): Retriever {
  return {
    name: 'lightrag',
    async prepare() {
      await ground.facts('ours')
    },
    async retrieve(question, signal) {
      checkQuestion(question)
      const started = performance.now()
      const facts = await ground.facts('ours')
      const metered = model === null ? null : meteredChat(model, question.ledger)
      const keywords = await keywordsOf(ground, question.text, metered, signal)
      const linked = performance.now()
      const vectors = await vectorsOf(ground, question, keywords, signal)
      const embedded = performance.now()
      const known = await facts.whenCurrent((state) => graphContext(state, vectors, mode))
      const looked = performance.now()
      const query = {
        terms: null,
        vector: vectors.question,
        depth: Math.max(UNIT_TOP_K, question.k),
        filter: question.filter ?? null,
      }
      const units = [...known.entities, ...known.relations].flatMap((source) => source.units)
      const best = await ground.index.candidates(query)
      const candidates = joinCandidates(best, await ground.index.candidates({ ...query, units }))
      const nearest = mode === 'mix' ? unitsByVector(best) : []
      const searched = performance.now()
      const hits = rankHits(ranked(candidates, nearest, known), question)
      const explained = await explain(ground, question, hits, known)
      const stages = {
        link: linked - started,
        embed: embedded - linked,
        walk: looked - embedded,
        search: searched - looked,
        fuse: performance.now() - searched,
      }
      return { hits: explained, stages, ...(metered === null ? {} : { usage: metered.usage() }) }
    },
  }
}

async function keywordsOf(
  { names }: FactGround,
  question: string,
  metered: MeteredChat | null,
  signal: AbortSignal | undefined,
): Promise<Keywords> {
  const asked =
    metered === null ? null : await modelKeywords(question, metered, signal ?? new AbortController().signal)
  if (asked !== null) return asked
  const { linked } = await (await names()).ask(question)
  return lexicalKeywords(question, linked)
}

/** Embeds the keywords of each level together; a level without keywords uses the whole question. */
async function vectorsOf(
  { embedder }: FactGround,
  { text: question, ledger }: Question,
  { low, high }: Keywords,
  signal: AbortSignal | undefined,
): Promise<Vectors> {
  const textOf = (keywords: readonly string[]) => (keywords.length === 0 ? question : keywords.join(', '))
  const texts = [question, textOf(low), textOf(high)]
  const embedded = await embedder.embed([...new Set(texts)], signal, ledger)
  const vectors = new Map([...new Set(texts)].map((text, i) => [text, embedded[i]!]))
  const [whole, lows, highs] = texts.map((text) => {
    const vector = vectors.get(text)!
    return vector.every((part) => part === 0) ? null : vector
  })
  return { question: whole ?? null, low: lows ?? null, high: highs ?? null }
}

function graphContext(state: FactsState, { low, high }: Vectors, mode: LightMode): GraphContext {
  const entities = mode === 'global' || low === null ? [] : entitiesNear(state, low)
  const relations = mode === 'local' || high === null ? [] : relationsNear(state, high)
  return {
    entities: roundRobin([entities, entitiesOf(state, relations)], ({ name }) => name),
    relations: roundRobin([relationsOf(state, entities), relations], ({ one, other }) =>
      JSON.stringify([one, other]),
    ),
  }
}

/** Assigns scores that fall with the rank: LightRAG ranks by turns and has no scores. */
function ranked(
  { units, papers, cosines }: Candidates,
  nearest: readonly string[],
  { entities, relations }: GraphContext,
): Ranked[] {
  const places = new Map(units.map((unit, i) => [unit, i]))
  const cosineOf = (unit: string) => {
    const place = places.get(unit)
    return place === undefined ? undefined : cosines[place]!
  }
  const ofEntities = unitsOfSources(entities, cosineOf)
  const taken = new Set(ofEntities)
  const ofRelations = unitsOfSources(relations, cosineOf, (unit) => taken.has(unit))
  const merged = roundRobin([nearest, ofEntities, ofRelations], (unit) => unit)
  return merged.map((unit, i) => ({
    unit,
    paper: papers[places.get(unit)!]!,
    score: 1 / (i + 1),
    why: { cosine: cosineOf(unit)! },
  }))
}

async function explain(
  { index }: FactGround,
  question: Question,
  hits: readonly Hit[],
  known: GraphContext,
): Promise<readonly Hit[]> {
  if (question.explain !== true) return hits
  const whys = hits.map((hit) => ({ ...hit, why: { ...hit.why, light: whyOf(hit.unit, known) } }))
  return withMatchingTerms(index, await index.terms(question.text), whys)
}

function whyOf(unit: string, { entities, relations }: GraphContext): LightWhy {
  return {
    entities: entities.filter(({ units }) => units.includes(unit)).map(({ name }) => name),
    relations: relations
      .flatMap(({ facts }) => facts)
      .filter(({ units }) => units.includes(unit))
      .map(({ subject, predicate, object }) => ({ subject, predicate, object })),
  }
}
