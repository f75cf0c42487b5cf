/** A corpus in memory: quick for tests, and the model that the durable store is compared with. */
import { hostname } from 'node:os'
import { GlossError } from '../../core/index.ts'
import { decodeBoxes, encodeBoxes } from '../../corpus/adapters/page-blob.ts'
import { assertRecord, paperNotFound } from '../../corpus/adapters/paper-record.ts'
import { encodeVector } from '../../corpus/adapters/vector-blob.ts'
import type { GateRecord, Unit } from '../../corpus/index.ts'
import type { CorpusReader, CorpusStore, CorpusWriter, PaperRecord, UnitVector } from '../../corpus/ports.ts'
import { createMemoryGraphWriter } from './memory-corpus/graph.ts'
import { createMemoryReader } from './memory-corpus/reader.ts'
import { emptyMemoryCorpus, type MemoryCorpus, type MemoryUnit } from './memory-corpus/tables.ts'

export function createMemoryCorpus(): CorpusStore {
  const corpus = emptyMemoryCorpus()
  const reader = createMemoryReader(corpus)
  let owner: string | null = null
  return {
    ...reader,
    write: async (purpose) => {
      if (owner !== null) throw new GlossError('CORPUS_BUSY', `The corpus is being written by ${owner}.`)
      owner = `process ${process.pid} on ${hostname()} (${purpose}) since ${new Date().toISOString()}`
      return createMemoryWriter(corpus, reader, () => {
        owner = null
      })
    },
    close: async () => undefined,
  }
}

function createMemoryWriter(
  corpus: MemoryCorpus,
  reader: CorpusReader,
  release: () => void,
): CorpusWriter & AsyncDisposable {
  return {
    ...reader,
    ...createMemoryGraphWriter(corpus),
    put: async (records) => {
      for (const record of records) assertRecord(record)
      corpus.seq++
      for (const record of records) putRecord(corpus, record)
    },
    remove: async (papers) => {
      corpus.seq++
      return papers.filter((id) => removePaper(corpus, id)).length
    },
    addPath: async (paper, ...paths) => {
      if (!corpus.papers.has(paper)) throw paperNotFound(paper)
      const fresh = paths.filter((path) => corpus.paths.get(path) !== paper)
      if (fresh.length === 0) return
      corpus.seq++
      for (const path of fresh) movePath(corpus, path, paper)
    },
    removePath: async (path) => {
      corpus.seq++
      forgetPath(corpus, path)
    },
    setGate: async (paper, gate, recipe) => setGate(corpus, paper, gate, recipe),
    putVectors: async (embedder, vectors) => {
      corpus.seq++
      for (const vector of vectors) addVector(corpus, embedder, vector)
    },
    setSetting: async (name, value) => {
      corpus.seq++
      corpus.settings.set(name, value)
    },
    rememberCall: async (hash, answer) => void corpus.calls.set(hash, answer),
    [Symbol.asyncDispose]: async () => release(),
  }
}

function putRecord(corpus: MemoryCorpus, record: PaperRecord): void {
  const { paper, gate } = record
  const known = corpus.papers.get(paper.id)
  const isSameFront = known?.paper.title === paper.title && known.paper.year === paper.year
  const pages = record.pages.map((page) => ({ ...page, ...decodeBoxes(encodeBoxes(page)) }))
  corpus.papers.set(paper.id, { paper, pages, gate })
  for (const path of paper.paths) movePath(corpus, path, paper.id)
  const blobs = new Map(record.vectors.map(({ unit, values }) => [unit, encodeVector(values)]))
  const coming = new Map(record.units.map((unit) => [unit.id, storedUnit(corpus, unit)]))
  for (const [id, unit] of coming) {
    const blob = blobs.get(id)
    if (blob !== undefined && record.embedder !== null) unit.vectors.set(record.embedder, blob)
  }
  for (const stored of unitsOfPaper(corpus, paper.id)) {
    const unit = coming.get(stored.unit.id)
    if (isSameFront && unit !== undefined && isSame(stored, unit)) coming.delete(stored.unit.id)
    else removeUnit(corpus, stored)
  }
  for (const [id, unit] of coming) corpus.units.set(id, { ...unit, row: ++corpus.lastRow })
}

function storedUnit(corpus: MemoryCorpus, unit: Unit): MemoryUnit {
  return { unit, vectors: new Map(), seq: corpus.seq, row: 0 }
}

function isSame(one: MemoryUnit, other: MemoryUnit): boolean {
  const content = ({ unit, vectors }: MemoryUnit) =>
    JSON.stringify([
      Object.entries(unit).sort(),
      [...vectors].map(([embedder, blob]) => [embedder, blob.toString('hex')]),
    ])
  return content(one) === content(other)
}

function unitsOfPaper(corpus: MemoryCorpus, paper: string): MemoryUnit[] {
  return [...corpus.units.values()].filter(({ unit }) => unit.paper === paper)
}

function removeUnit(corpus: MemoryCorpus, { unit }: MemoryUnit): void {
  corpus.units.delete(unit.id)
  corpus.removed.set(unit.id, corpus.seq)
}

function removePaper(corpus: MemoryCorpus, id: string): boolean {
  for (const stored of unitsOfPaper(corpus, id)) removeUnit(corpus, stored)
  for (const [path, paper] of [...corpus.paths]) {
    if (paper === id) corpus.paths.delete(path)
  }
  return corpus.papers.delete(id)
}

function movePath(corpus: MemoryCorpus, path: string, paper: string): void {
  if (corpus.paths.get(path) === paper) return
  forgetPath(corpus, path)
  corpus.paths.set(path, paper)
}

function forgetPath(corpus: MemoryCorpus, path: string): void {
  const owner = corpus.paths.get(path)
  if (owner === undefined) return
  corpus.paths.delete(path)
  if (![...corpus.paths.values()].includes(owner)) removePaper(corpus, owner)
}

function setGate(corpus: MemoryCorpus, id: string, gate: GateRecord, recipe?: string): void {
  const known = corpus.papers.get(id)
  if (known === undefined) throw paperNotFound(id)
  corpus.seq++
  const paper = recipe === undefined ? known.paper : { ...known.paper, recipe }
  corpus.papers.set(id, { ...known, paper, gate })
}

function addVector(corpus: MemoryCorpus, embedder: string, { unit, values }: UnitVector): void {
  const stored = corpus.units.get(unit)
  const blob = encodeVector(values)
  if (stored === undefined || stored.vectors.get(embedder)?.equals(blob)) return
  stored.vectors.set(embedder, blob)
  corpus.units.set(unit, { ...stored, seq: corpus.seq })
  corpus.removed.set(unit, corpus.seq)
}
