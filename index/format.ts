/** How the parts of an index lie in the files of its artefact: little-endian typed arrays, JSON for names. */
import type { RowParts } from './rows.ts'
import type { MatrixParts } from './vectors/matrix.ts'
import type { PostingsParts } from './words/postings.ts'

export interface IndexParts {
  readonly rows: RowParts
  readonly postings: PostingsParts
  readonly matrix: MatrixParts
  /** Key of each row in the neighbour graph; empty where there is none. */
  readonly graphKeys: Uint32Array
}

type Files = Map<string, Uint8Array | ((path: string) => void)>

export function packParts({ rows, postings, matrix, graphKeys }: IndexParts): Files {
  return new Map([
    ['rows.json', Buffer.from(JSON.stringify(rows))],
    ['terms.json', Buffer.from(JSON.stringify(postings.terms))],
    ['offsets.u32', bytesOf(postings.offsets)],
    ['postings.u32', bytesOf(postings.rows)],
    ['counts.u16', bytesOf(postings.counts)],
    ['lengths.u32', bytesOf(postings.lengths)],
    ['cells.i8', bytesOf(matrix.cells)],
    ['scales.f32', bytesOf(matrix.scales)],
    ['rests.i8', bytesOf(matrix.rests)],
    ['graph-keys.u32', bytesOf(graphKeys)],
  ])
}

/** Files of an artefact whose checksums hold, so everything is there and whole. */
export function unpackParts(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): IndexParts {
  const buffer = (name: string) => {
    const file = files.get(name)
    if (file === undefined) throw new TypeError(`an artefact without ${name}`)
    return file.buffer
  }
  const json = (name: string): unknown => JSON.parse(Buffer.from(buffer(name)).toString('utf8'))
  return {
    rows: json('rows.json') as RowParts,
    postings: {
      terms: json('terms.json') as string[],
      offsets: new Uint32Array(buffer('offsets.u32')),
      rows: new Uint32Array(buffer('postings.u32')),
      counts: new Uint16Array(buffer('counts.u16')),
      lengths: new Uint32Array(buffer('lengths.u32')),
    },
    matrix: {
      cells: new Int8Array(buffer('cells.i8')),
      scales: new Float32Array(buffer('scales.f32')),
      rests: new Int8Array(buffer('rests.i8')),
    },
    graphKeys: new Uint32Array(buffer('graph-keys.u32')),
  }
}

function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}
