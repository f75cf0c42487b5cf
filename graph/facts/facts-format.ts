/** How a fact graph and its vectors lie in the files of its artefact. */
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
import type { PhraseMatrixParts } from './phrase-matrix.ts'

export interface FactsParts {
  readonly graph: FactGraphParts
  readonly facts: PhraseMatrixParts
  readonly names: PhraseMatrixParts
}

export function packFacts({ graph: { edges, ...labels }, facts, names }: FactsParts): Files {
  return new Map([
    ['labels.json', json(labels)],
    ['starts.u32', bytesOf(edges.starts)],
    ['targets.u32', bytesOf(edges.targets)],
    ['weights.f32', bytesOf(edges.weights)],
    ...packPhrases('fact', facts),
    ...packPhrases('name', names),
  ])
}

/** Checksums hold, so a graph that cannot be is one of another program. */
export function unpackFacts({ files, folder }: Artefact): FactsParts {
  try {
    return {
      graph: {
        ...(jsonIn(files, 'labels.json') as Omit<FactGraphParts, 'edges'>),
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
