import { describe, expect, test } from 'vitest'
import { defaultCorpus } from '../../../app/wiring/default-corpus.ts'

const CASES: {
  readonly name: string
  readonly corpora: readonly string[]
  readonly read: string
  readonly write: string
}[] = [
  { name: 'an empty workspace', corpora: [], read: 'main', write: 'main' },
  { name: 'one corpus', corpora: ['thesis'], read: 'thesis', write: 'thesis' },
  { name: 'main among several', corpora: ['main', 'thesis'], read: 'main', write: 'main' },
  { name: 'several without main', corpora: ['a', 'b'], read: 'main', write: 'main' },
  { name: 'the sample papers alone', corpora: ['sample'], read: 'sample', write: 'main' },
  { name: 'the demonstration alone', corpora: ['demonstration'], read: 'demonstration', write: 'main' },
  {
    name: 'the demonstration beside one',
    corpora: ['demonstration', 'thesis'],
    read: 'thesis',
    write: 'thesis',
  },
  {
    name: 'a subset for ablations beside its corpus',
    corpora: ['thesis', 'thesis_12-5-percent'],
    read: 'thesis',
    write: 'thesis',
  },
]

describe('The corpus that is meant where none is named', () => {
  test.each(CASES)('$name', ({ corpora, read, write }) => {
    expect(defaultCorpus(corpora, 'read')).toBe(read)
    expect(defaultCorpus(corpora, 'write')).toBe(write)
  })
})
