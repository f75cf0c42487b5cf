/** Layout of an index in the files of its artefact: little-endian typed arrays, and JSON for names. */
import type { LanguageParts } from './row-languages.ts'
import type { RowParts } from './rows.ts'
import type { MatrixParts } from './vectors/matrix.ts'
import type { PostingsParts } from './words/postings.ts'

export interface IndexParts {
  readonly rows: RowParts
  readonly languages: LanguageParts
  readonly postings: PostingsParts
  readonly matrix: MatrixParts
  /** Key of each row in the neighbour graph; empty if there is no graph. */
  readonly graphKeys: Uint32Array
}

/** Content by file name; a function writes the file itself, at the path that it gets. */
export type Files = Map<string, Uint8Array | ((path: string) => void)>
/** Files as read: whole, each in a separate buffer. */
export type ReadFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

export function packParts({ rows, languages, postings, matrix, graphKeys }: IndexParts): Files {
  return new Map([
    ['rows.json', Buffer.from(JSON.stringify(rows))],
    ['languages.json', Buffer.from(JSON.stringify(languages))],
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

/** Reads an index from files whose checksums match, so everything is there and whole. */
export function unpackParts(files: ReadFiles): IndexParts {
  return {
    rows: jsonIn(files, 'rows.json') as RowParts,
    languages: jsonIn(files, 'languages.json') as LanguageParts,
    postings: {
      terms: jsonIn(files, 'terms.json') as string[],
      offsets: numbersIn(files, 'offsets.u32'),
      rows: numbersIn(files, 'postings.u32'),
      counts: new Uint16Array(bufferOf(files, 'counts.u16')),
      lengths: numbersIn(files, 'lengths.u32'),
    },
    matrix: {
      cells: new Int8Array(bufferOf(files, 'cells.i8')),
      scales: new Float32Array(bufferOf(files, 'scales.f32')),
      rests: new Int8Array(bufferOf(files, 'rests.i8')),
    },
    graphKeys: numbersIn(files, 'graph-keys.u32'),
  }
}

/** Returns the buffer of a file that the artefact must have; the file name ends with the type of its cells. */
export function bufferOf(files: ReadFiles, name: string): ArrayBuffer {
  const file = files.get(name)
  if (file === undefined) throw new TypeError(`an artefact without ${name}`)
  return file.buffer
}

export function jsonIn(files: ReadFiles, name: string): unknown {
  return JSON.parse(Buffer.from(bufferOf(files, name)).toString('utf8'))
}

export function numbersIn(files: ReadFiles, name: string): Uint32Array<ArrayBuffer> {
  return new Uint32Array(bufferOf(files, name))
}

export function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}
