/** How a graph of facts lies in files, number by number, and what becomes of files that do not fit together. */
import { describe, expect, it } from 'vitest'
import { isGlossError } from '../../../../core/index.ts'
import { type FactsParts, packFacts, unpackFacts } from '../../../../graph/facts/facts-format.ts'
import type { Artefact } from '../../../../index/index.ts'

const phrases = (slots: readonly number[], texts: readonly string[], first: number) => ({
  slots,
  phrases: texts,
  matrix: {
    cells: Int8Array.of(first, first + 1),
    rests: Int8Array.of(-first, first),
    scales: Float32Array.of(first / 2),
  },
})

/** Units at nodes 0 and 3, names at 1 and 4, node 2 and slot 1 free. */
const PARTS: FactsParts = {
  graph: {
    units: ['u0', null, null, 'u3', null],
    names: [null, 'bark', null, null, 'lupeol'],
    facts: [
      { subject: 'lupeol', predicate: 'is in', object: 'bark', units: ['u3', 'u0'] },
      null,
      { subject: 'bark', predicate: 'holds', object: 'lupeol', units: ['u0'] },
      { subject: 'bark', predicate: 'is in', object: 'bark', units: ['u3'] },
    ],
    edges: {
      starts: Uint32Array.of(0, 1, 2, 2, 2, 2),
      targets: Uint32Array.of(1, 0),
      weights: Float32Array.of(0.5, 4),
    },
  },
  facts: phrases([0, 2], ['lupeol is in bark', 'bark holds lupeol'], 10),
  names: phrases([4], ['lupeol'], 20),
}

/** As they are read from the disk, some of them replaced; null: not there. */
function artefactOf(replaced: Readonly<Record<string, Uint8Array | null>> = {}): Artefact {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [name, packed] of packFacts(PARTS)) {
    const content = name in replaced ? replaced[name] : packed
    if (content instanceof Uint8Array) files.set(name, new Uint8Array(content))
  }
  return { seq: 1, folder: '/the-folder', files }
}

const numbers = ({ files }: Artefact, name: string) => [...new Uint32Array(files.get(name)!.buffer)]
const jsonOf = ({ files }: Artefact, name: string) =>
  JSON.parse(Buffer.from(files.get(name)!).toString('utf8')) as unknown
const words = (...values: readonly number[]) => new Uint8Array(Uint32Array.from(values).buffer)

describe('the files of a graph of facts', () => {
  it('hold each fact as three numbers, a free slot as none, and its units behind those of the one before', () => {
    const packed = artefactOf()
    const free = 0xffff_ffff
    // Name, predicate, name.
    expect(numbers(packed, 'facts.u32')).toEqual([4, 0, 1, free, free, free, 1, 1, 4, 1, 0, 1])
    expect(numbers(packed, 'fact-starts.u32')).toEqual([0, 2, 2, 3, 4])
    expect(numbers(packed, 'fact-units.u32')).toEqual([3, 0, 0, 3])
    expect(jsonOf(packed, 'labels.json')).toEqual({
      units: PARTS.graph.units,
      names: PARTS.graph.names,
      predicates: ['is in', 'holds'],
    })
    expect(jsonOf(packed, 'name-phrases.json')).toEqual({ slots: [4], phrases: ['lupeol'] })
  })

  it('give back what was put into them', () => {
    expect(unpackFacts(artefactOf())).toEqual(PARTS)
  })

  it('of an empty graph are an empty graph', () => {
    const none = phrases([], [], 0)
    const empty: FactsParts = {
      graph: {
        units: [],
        names: [],
        facts: [],
        edges: { starts: Uint32Array.of(0), targets: new Uint32Array(), weights: new Float32Array() },
      },
      facts: none,
      names: none,
    }
    const files = new Map<string, Uint8Array<ArrayBuffer>>()
    for (const [name, content] of packFacts(empty))
      if (content instanceof Uint8Array) files.set(name, new Uint8Array(content))
    expect(unpackFacts({ seq: 1, folder: '/the-folder', files })).toEqual(empty)
  })

  it.each([
    { name: 'a fact of a name that is free', replaced: { 'facts.u32': words(2, 0, 1) } },
    { name: 'a fact of a name behind the last', replaced: { 'facts.u32': words(4, 0, 5) } },
    { name: 'a fact of an unknown predicate', replaced: { 'facts.u32': words(4, 2, 1) } },
    { name: 'a fact of a unit that is free', replaced: { 'fact-units.u32': words(2, 0, 0, 3) } },
    { name: 'fewer units than its facts have', replaced: { 'fact-units.u32': words(3) } },
    { name: 'half a number', replaced: { 'starts.u32': new Uint8Array(3) } },
    { name: 'no labels', replaced: { 'labels.json': null } },
    { name: 'phrases that are no JSON', replaced: { 'fact-phrases.json': Buffer.from('{') } },
  ])('are refused with $name, as something to be made again', ({ replaced }) => {
    expect(() => unpackFacts(artefactOf(replaced))).toThrow(
      expect.toSatisfy(
        (error: unknown) =>
          isGlossError(error, 'INDEX_STALE') &&
          error.message.includes('/the-folder') &&
          error.message.includes('do not fit together'),
      ),
    )
  })
})
