/** The facts of one corpus as a graph with vectors, loaded from its artefact and kept up to date with the corpus. */
import { setImmediate } from 'node:timers/promises'
import { createTurns, type GlossError } from '../../core/index.ts'
import type { CorpusReader, Fact } from '../../corpus/index.ts'
import {
  type Artefact,
  type ArtefactSettings,
  checkNotAhead,
  type KeptCurrent,
  type KeptState,
  keepCurrent,
  readArtefact,
  writeArtefact,
} from '../../index/index.ts'
import type { Embedder } from '../../models/index.ts'
import { correctionsOf, createNameCorrector, type NameCorrector } from '../name-corrections.ts'
import { createFactGraph, type FactGraph } from './fact-graph.ts'
import type { FactGraphSettings } from './fact-graph-settings.ts'
import { packFacts, unpackFacts } from './facts-format.ts'
import { createPhraseMatrix, type PhraseMatrix } from './phrase-matrix.ts'

export interface CorpusFactsOptions {
  readonly reader: CorpusReader
  readonly embedder: Pick<Embedder, 'id' | 'dims'>
  readonly settings: FactGraphSettings
  /** Folder of the artefacts. */
  readonly folder: string
  /** Called with the reason if an artefact was not used. */
  readonly onRefused?: (error: GlossError) => void
}

export interface FactsState extends KeptState {
  graph: FactGraph
  /** Vectors of the facts' texts, by slot of the fact. */
  facts: PhraseMatrix
  /** Vectors of subjects and objects, by node of the name. */
  names: PhraseMatrix
  /** Slots and nodes whose phrases have no vector in the corpus yet. */
  lacking: { readonly facts: Set<number>; readonly names: Set<number> }
  corrector: NameCorrector
}

export type CorpusFacts = KeptCurrent<FactsState>

// Other work runs between two calls.
const VECTORS_PER_CALL = 512

/** Returns the text of a fact that is embedded. */
export function factText({ subject, predicate, object }: Fact): string {
  return `${subject} ${predicate} ${object}`
}

export function openCorpusFacts(options: CorpusFactsOptions): Promise<CorpusFacts> {
  return keepCurrent<FactsState>({
    reader: options.reader,
    open: () => openState(options),
    applyChanges: (state, now) => applyChanges(state, options, now),
    liveUnits: ({ graph }) => graph.unitCount(),
    save: ({ graph, facts, names, corrector, seq }) => {
      const counts = { units: graph.unitCount(), names: graph.nameCount(), facts: graph.facts.size() }
      const files = packFacts({ graph: graph.parts(), facts: facts.parts(), names: names.parts() })
      return writeArtefact(options.folder, settingsOf(options, corrector), { seq, counts, files })
    },
  })
}

function settingsOf({ settings, embedder }: CorpusFactsOptions, { id }: NameCorrector): ArtefactSettings {
  return {
    graph: 'facts',
    layout: 2,
    edges: settings.id,
    embedder: embedder.id,
    dims: embedder.dims,
    mends: id,
  }
}

async function openState(options: CorpusFactsOptions): Promise<FactsState> {
  const { reader, folder, onRefused = () => undefined } = options
  const corrector = createNameCorrector(await correctionsOf(reader))
  const load = async (artefact: Artefact): Promise<FactsState> => {
    checkNotAhead(artefact, await reader.seq())
    const parts = unpackFacts(artefact)
    const state: FactsState = {
      ...emptyState(options, corrector),
      graph: createFactGraph(options.settings, parts.graph),
      facts: createPhraseMatrix(options.embedder.dims, parts.facts),
      names: createPhraseMatrix(options.embedder.dims, parts.names),
      seq: artefact.seq,
      saved: artefact.seq,
    }
    recordMissing(state)
    return state
  }
  return (
    (await readArtefact(folder, settingsOf(options, corrector), load, onRefused)) ??
    emptyState(options, corrector)
  )
}

function emptyState({ settings, embedder }: CorpusFactsOptions, corrector: NameCorrector): FactsState {
  return {
    seq: 0,
    graph: createFactGraph(settings),
    facts: createPhraseMatrix(embedder.dims),
    names: createPhraseMatrix(embedder.dims),
    lacking: { facts: new Set(), names: new Set() },
    corrector,
    saved: null,
    changed: 0,
  }
}

/** Records what lacks a vector. Vectors may be added to the corpus without a change: the next change requests missing ones again. */
function recordMissing({ graph, facts, names, lacking }: FactsState): void {
  for (let slot = 0; slot < graph.facts.slots(); slot++) {
    const fact = graph.facts.at(slot)
    if (fact === null) continue
    if (facts.phrase(slot) === undefined) lacking.facts.add(slot)
    for (const name of [fact.subject, fact.object]) {
      const node = graph.nameNode(name)!
      if (names.phrase(node) === undefined) lacking.names.add(node)
    }
  }
}

/** Updates the graph; changed corrections rebuild it from the first unit. Removals come first, since a unit may have come back. */
async function applyChanges(state: FactsState, options: CorpusFactsOptions, now: number): Promise<void> {
  const { reader, embedder } = options
  const corrector = createNameCorrector(await correctionsOf(reader))
  if (corrector.id !== state.corrector.id) Object.assign(state, emptyState(options, corrector))
  const since = state.seq
  const gone = since === 0 ? [] : await reader.removedSince(since)
  for (const unit of gone) state.graph.remove(unit)
  state.changed += gone.length
  const takeTurns = createTurns()
  for await (const unit of reader.graphSince(since)) {
    const mentions = corrector.mentions(unit.mentions)
    state.graph.put({ unit: unit.unit, mentions, facts: corrector.facts(unit.facts) })
    state.changed++
    await takeTurns()
  }
  const touched = state.graph.takeTouched()
  if (options.settings.hasSynonyms) await updateSynonyms(state, options, touched.names)
  await updateVectors(state.facts, union(state.lacking.facts, touched.facts), state.lacking.facts, {
    reader,
    embedder: embedder.id,
    phraseOf: (slot) => {
      const fact = state.graph.facts.at(slot)
      return fact === null ? null : factText(fact)
    },
  })
  await updateVectors(state.names, union(state.lacking.names, touched.ends), state.lacking.names, {
    reader,
    embedder: embedder.id,
    phraseOf: (node) => {
      const name = state.graph.nameAt(node)
      return name === null || state.graph.facts.slotsOfName(name).length === 0 ? null : name
    },
  })
  state.seq = now
}

/** Adds new pairs, and the pairs of new names, which the corpus may already have. */
async function updateSynonyms(
  state: FactsState,
  { reader, embedder }: CorpusFactsOptions,
  names: ReadonlySet<string>,
): Promise<void> {
  for (const pair of await reader.synonymsSince(state.seq, embedder.id)) state.graph.putSynonym(pair)
  if (state.seq === 0) return
  for (const name of names)
    for (const pair of await reader.synonymsOf(name, embedder.id)) state.graph.putSynonym(pair)
}

interface VectorSource {
  readonly reader: Pick<CorpusReader, 'phraseVectors'>
  readonly embedder: string
  /** Returns null if the slot needs no vector. */
  readonly phraseOf: (slot: number) => string | null
}

/** Updates the vectors of these slots to their phrases; fills `lacking` with the slots whose phrases have no vector in the corpus. */
async function updateVectors(
  matrix: PhraseMatrix,
  slots: readonly number[],
  lacking: Set<number>,
  { reader, embedder, phraseOf }: VectorSource,
): Promise<void> {
  lacking.clear()
  const wanted: { slot: number; phrase: string }[] = []
  for (const slot of slots) {
    const phrase = phraseOf(slot)
    if (phrase === null) matrix.remove(slot)
    else if (matrix.phrase(slot) !== phrase) wanted.push({ slot, phrase })
  }
  for (let from = 0; from < wanted.length; from += VECTORS_PER_CALL) {
    const some = wanted.slice(from, from + VECTORS_PER_CALL)
    const vectors = await reader.phraseVectors(
      embedder,
      some.map(({ phrase }) => phrase),
    )
    for (const [i, { slot, phrase }] of some.entries()) {
      const vector = vectors[i]
      if (vector != null) matrix.put(slot, phrase, vector)
      else {
        matrix.remove(slot)
        lacking.add(slot)
      }
    }
    await setImmediate()
  }
}

function union(one: ReadonlySet<number>, other: ReadonlySet<number>): number[] {
  return [...new Set([...one, ...other])]
}
