/** Checks that a record may be stored. A record that contradicts itself is a bug of the caller, never an input error. */
import { GlossError } from '../../core/index.ts'
import type { PaperRecord } from '../ports.ts'

/** Throws `RangeError` for a record that contradicts itself. */
export function assertRecord(record: PaperRecord): void {
  const { paper, units, vectors, embedder } = record
  const ids = new Set(units.map((unit) => unit.id))
  const faults: [boolean, string][] = [
    [paper.paths.length === 0, 'has no path'],
    [units.length > 0 && paper.state !== 'kept', `is ${paper.state} and has units`],
    [ids.size < units.length, 'has the same unit twice'],
    [units.some((unit) => unit.paper !== paper.id), 'has a unit of another paper'],
    [vectors.length > 0 && vectors.length !== units.length, 'has vectors for some of its units only'],
    [vectors.some((vector) => !ids.has(vector.unit)), 'has a vector of a unit that is not in it'],
    [vectors.length > 0 && embedder === null, 'has vectors without an embedder'],
  ]
  for (const [isFault, fault] of faults) {
    if (isFault) throw new RangeError(`The record of paper ${paper.id} ${fault}`)
  }
}

export function paperNotFound(id: string): GlossError {
  return new GlossError('PAPER_NOT_FOUND', `There is no paper ${id}.`, { paper: id })
}
