/**
 * File format of a fact graph and its vectors. A fact is three numbers, of its names' nodes and of its predicate; the nodes of its units
 * follow those of the fact before. Opening a file therefore creates each string once.
 */
import {
  type Artefact,
  bufferOf,
  bytesOf,
  type Files,
  jsonIn,
  type MatrixParts,
  numbersIn,
  type ReadFiles,
  staleArtefact,
} from '../../index/index.ts'
import type { FactGraphParts } from './fact-graph.ts'
import type { StatedFact } from './fact-table.ts'
import type { PhraseMatrixParts } from './phrase-matrix.ts'

export interface FactsParts {
  readonly graph: FactGraphParts
  readonly facts: PhraseMatrixParts
  readonly names: PhraseMatrixParts
}

export function packFacts({ graph, facts, names }: FactsParts): Files {
  const { edges } = graph
  return new Map([
    ...packStated(graph),
    ['starts.u32', bytesOf(edges.starts)],
    ['targets.u32', bytesOf(edges.targets)],
    ['weights.f32', bytesOf(edges.weights)],
    ...packPhrases('fact', facts),
    ...packPhrases('name', names),
  ])
}

/** Unpacks the files. Their checksums match, so an invalid graph was written by another program. */
export function unpackFacts({ files, folder }: Artefact): FactsParts {
  try {
    return {
      graph: {
        ...unpackStated(files),
        edges: {
          starts: numbersIn(files, 'starts.u32'),
          targets: numbersIn(files, 'targets.u32'),
          weights: new Float32Array(bufferOf(files, 'weights.f32')),
        },
      },
      facts: unpackPhrases('fact', files),
      names: unpackPhrases('name', files),
    }
  } catch (error) {
    throw staleArtefact(folder, 'its parts do not fit together', error)
  }
}

// Marks a free slot.
const FREE = 0xffff_ffff
const NUMBERS_PER_FACT = 3

interface Labels {
  readonly units: FactGraphParts['units']
  readonly names: FactGraphParts['names']
  readonly predicates: readonly string[]
}

function packStated({ units, names, facts }: FactGraphParts): Files {
  const unitNodes = new Map(units.map((unit, node) => [unit, node]))
  const nameNodes = new Map(names.map((name, node) => [name, node]))
  const predicates = new Map<string, number>()
  const stated = new Uint32Array(facts.length * NUMBERS_PER_FACT).fill(FREE)
  const starts = new Uint32Array(facts.length + 1)
  const unitsOfFacts: number[] = []
  for (const [slot, fact] of facts.entries()) {
    if (fact !== null) {
      const predicate = predicates.get(fact.predicate) ?? predicates.size
      predicates.set(fact.predicate, predicate)
      const ends = [nameNodes.get(fact.subject)!, predicate, nameNodes.get(fact.object)!]
      stated.set(ends, slot * NUMBERS_PER_FACT)
      for (const unit of fact.units) unitsOfFacts.push(unitNodes.get(unit)!)
    }
    starts[slot + 1] = unitsOfFacts.length
  }
  const labels: Labels = { units, names, predicates: [...predicates.keys()] }
  return new Map([
    ['labels.json', json(labels)],
    ['facts.u32', bytesOf(stated)],
    ['fact-starts.u32', bytesOf(starts)],
    ['fact-units.u32', bytesOf(Uint32Array.from(unitsOfFacts))],
  ])
}

function unpackStated(files: ReadFiles): Omit<FactGraphParts, 'edges'> {
  const { units, names, predicates } = jsonIn(files, 'labels.json') as Labels
  const stated = numbersIn(files, 'facts.u32')
  const starts = numbersIn(files, 'fact-starts.u32')
  const unitsOfFacts = numbersIn(files, 'fact-units.u32')
  const label = (labels: readonly (string | null)[], number: number) => {
    const found = labels[number]
    if (found == null) throw new RangeError(`label ${number} of ${labels.length}`)
    return found
  }
  const facts = Array.from({ length: stated.length / NUMBERS_PER_FACT }, (_, slot): StatedFact | null => {
    const at = slot * NUMBERS_PER_FACT
    if (stated[at] === FREE) return null
    const subject = label(names, stated[at]!)
    const predicate = label(predicates, stated[at + 1]!)
    const object = label(names, stated[at + 2]!)
    const stating: string[] = []
    for (let i = starts[slot]!; i < starts[slot + 1]!; i++) stating.push(label(units, unitsOfFacts[i]!))
    return { subject, predicate, object, units: stating }
  })
  return { units, names, facts }
}

function packPhrases(what: string, { slots, phrases, matrix }: PhraseMatrixParts): Files {
  return new Map([
    [`${what}-phrases.json`, json({ slots, phrases })],
    [`${what}-cells.i8`, bytesOf(matrix.cells)],
    [`${what}-rests.i8`, bytesOf(matrix.rests)],
    [`${what}-scales.f32`, bytesOf(matrix.scales)],
  ])
}

function unpackPhrases(what: string, files: ReadFiles): PhraseMatrixParts {
  const matrix: MatrixParts = {
    cells: new Int8Array(bufferOf(files, `${what}-cells.i8`)),
    rests: new Int8Array(bufferOf(files, `${what}-rests.i8`)),
    scales: new Float32Array(bufferOf(files, `${what}-scales.f32`)),
  }
  return { ...(jsonIn(files, `${what}-phrases.json`) as Omit<PhraseMatrixParts, 'matrix'>), matrix }
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}
