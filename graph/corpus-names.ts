/** The names of one corpus as a graph, loaded from its artefact and kept up to date with the corpus. */
import { createTurns, type GlossError, stepsInTurns } from '../core/index.ts'
import type { CorpusReader } from '../corpus/index.ts'
import {
  type Artefact,
  type ArtefactSettings,
  checkNotAhead,
  type KeptCurrent,
  type KeptState,
  keepCurrent,
  readArtefact,
  staleArtefact,
  writeArtefact,
} from '../index/index.ts'
import { WEIGHTS_ID } from './mention-weights.ts'
import { correctionsOf, createNameCorrector, type NameCorrector } from './name-corrections.ts'
import { type ChangingNameGraph, createNameGraph, restoreNameGraph } from './name-graph.ts'
import { NAMES_RECIPE } from './names/mention.ts'
import { openPackedNames, type PackedNameGraph, packNames } from './packed-names.ts'
import type { NameSource } from './ports.ts'

export interface CorpusNamesOptions {
  readonly reader: CorpusReader
  /** Folder of the artefacts. */
  readonly folder: string
  /** Called with the reason if an artefact was not used. */
  readonly onRefused?: (error: GlossError) => void
}

interface NamesState extends KeptState {
  /** Packed until the corpus changes. */
  graph: PackedNameGraph | ChangingNameGraph
  corrector: NameCorrector
}

export type CorpusNames = KeptCurrent<NamesState> & NameSource

function settingsOf({ id }: NameCorrector): ArtefactSettings {
  return { graph: 'names', layout: 3, names: NAMES_RECIPE, weights: WEIGHTS_ID, mends: id }
}

export async function openCorpusNames(options: CorpusNamesOptions): Promise<CorpusNames> {
  const kept = await keepCurrent<NamesState>({
    reader: options.reader,
    open: () => openState(options),
    applyChanges: (state, now) => applyChanges(state, options.reader, now),
    liveUnits: ({ graph }) => graph.unitCount(),
    save: async ({ graph, corrector, seq }) => {
      const counts = { units: graph.unitCount(), names: graph.nameCount() }
      const files = await packNames(graph.parts())
      return writeArtefact(options.folder, settingsOf(corrector), { seq, counts, files })
    },
  })
  return {
    ...kept,
    isEmpty: () => kept.whenCurrent(({ graph }) => graph.unitCount() === 0),
    namedUnits: () => kept.whenCurrent(({ graph }) => graph.unitCount()),
    ask: (question) =>
      kept.whenCurrent(({ graph }) => ({ linked: graph.link(question), graph, reach: null })),
  }
}

async function openState({ reader, folder, onRefused = () => undefined }: CorpusNamesOptions) {
  const corrector = createNameCorrector(await correctionsOf(reader))
  const load = async (artefact: Artefact): Promise<NamesState> => {
    checkNotAhead(artefact, await reader.seq())
    return { seq: artefact.seq, corrector, graph: unpack(artefact), saved: artefact.seq, changed: 0 }
  }
  const saved = await readArtefact(folder, settingsOf(corrector), load, onRefused)
  return saved ?? { seq: 0, corrector, graph: createNameGraph(), saved: null, changed: 0 }
}

/** Updates the graph; changed corrections rebuild it from the first unit. Removals come first, since a unit may have come back. */
async function applyChanges(state: NamesState, reader: CorpusReader, now: number): Promise<void> {
  const corrector = createNameCorrector(await correctionsOf(reader))
  if (corrector.id !== state.corrector.id)
    Object.assign(state, { corrector, graph: createNameGraph(), seq: 0, saved: null, changed: 0 })
  const graph = 'put' in state.graph ? state.graph : await stepsInTurns(restoreNameGraph(state.graph.parts()))
  state.graph = graph
  const gone = state.seq === 0 ? [] : await reader.removedSince(state.seq)
  for (const unit of gone) graph.remove(unit)
  state.changed += gone.length
  const takeTurns = createTurns()
  for await (const unit of reader.graphSince(state.seq)) {
    graph.put({ unit: unit.unit, mentions: corrector.mentions(unit.mentions) })
    state.changed++
    await takeTurns()
  }
  state.seq = now
}

/** Unpacks an artefact. Its checksums match, so an invalid graph was written by another program. */
function unpack({ files, folder }: Artefact): PackedNameGraph {
  try {
    return openPackedNames(files)
  } catch (error) {
    throw staleArtefact(folder, 'its parts do not fit together', error)
  }
}
