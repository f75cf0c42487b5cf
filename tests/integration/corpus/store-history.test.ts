/** Any history of changes leaves the same corpus as a fresh build of its outcome, and indexes that follow it are exact. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CorpusReader, CorpusWriter, PaperRecord } from '../../../corpus/index.ts'
import { contentsOf, indexedUnits, withoutSeq } from '../../fixtures/corpus-contents.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { gateRecord, paperRecord, toyVector } from '../../fixtures/paper-records.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'

const EMBEDDERS = ['toy-4', 'other-4']
const CONTENTS = ['amber', 'birch', 'cedar']
const PATHS = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']

/** Expected contents of a corpus, in the simplest form. */
interface Outcome {
  /** Path to paper, oldest first. */
  readonly paths: Map<string, string>
  readonly papers: Map<string, { readonly record: PaperRecord; readonly embedders: ReadonlySet<string> }>
}

interface Step {
  readonly name: string
  apply(writer: CorpusWriter): Promise<unknown>
  follow(outcome: Outcome): void
}

function givePath(outcome: Outcome, path: string, paper: string): void {
  if (outcome.paths.get(path) === paper) return
  takePath(outcome, path)
  outcome.paths.set(path, paper)
}

function takePath({ paths, papers }: Outcome, path: string): void {
  const owner = paths.get(path)
  paths.delete(path)
  if (owner !== undefined && ![...paths.values()].includes(owner)) papers.delete(owner)
}

const record = fc
  .record({
    content: fc.constantFrom(...CONTENTS),
    paths: fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 2 }),
    year: fc.constantFrom(2019, 2020, 2020, 2020),
    state: fc.constantFrom('kept' as const, 'kept' as const, 'kept' as const, 'dropped:off_topic' as const),
    units: fc.integer({ min: 1, max: 3 }),
    passages: fc.integer({ min: 0, max: 1 }),
    embedder: fc.constantFrom(...EMBEDDERS, null),
  })
  .map(({ content, ...options }) => paperRecord(content, options))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.array(record, { minLength: 1, maxLength: 3 }).map(putting) },
  { weight: 4, arbitrary: fc.constantFrom(...CONTENTS).map((content) => putting([paperRecord(content)])) },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENTS).map(removing) },
  { weight: 2, arbitrary: fc.constantFrom(...PATHS).map(forgetting) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...CONTENTS), fc.constantFrom(...PATHS)).map(copying) },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENTS).map(overruling) },
  { weight: 1, arbitrary: fc.constantFrom(...EMBEDDERS).map(embedding) },
)

function putting(records: readonly PaperRecord[]): Step {
  const what = records.map(({ paper }) => `${paper.title} (${paper.state}) at ${paper.paths.join(' and ')}`)
  const follow = (outcome: Outcome) => {
    for (const record of records) {
      const { id, paths } = record.paper
      outcome.papers.set(id, {
        record,
        embedders: new Set(record.embedder === null ? [] : [record.embedder]),
      })
      for (const path of paths) givePath(outcome, path, id)
    }
  }
  return { name: `put ${what.join('; ')}`, apply: (writer) => writer.put(records), follow }
}

function removing(content: string): Step {
  const { paper } = paperRecord(content)
  const follow = (outcome: Outcome) => {
    for (const [path, owner] of [...outcome.paths]) if (owner === paper.id) takePath(outcome, path)
  }
  return { name: `remove ${content}`, apply: (writer) => writer.remove([paper.id]), follow }
}

function forgetting(path: string): Step {
  const follow = (outcome: Outcome) => takePath(outcome, path)
  return { name: `remove path ${path}`, apply: (writer) => writer.removePath(path), follow }
}

function copying([content, path]: readonly [string, string]): Step {
  const { paper } = paperRecord(content)
  const apply = async (writer: CorpusWriter) => {
    if ((await writer.paper(paper.id)) !== null) await writer.addPath(paper.id, path)
  }
  const follow = (outcome: Outcome) => {
    if (outcome.papers.has(paper.id)) givePath(outcome, path, paper.id)
  }
  return { name: `copy ${content} to ${path}`, apply, follow }
}

function overruling(content: string): Step {
  const { paper } = paperRecord(content)
  const apply = async (writer: CorpusWriter) => {
    if ((await writer.paper(paper.id)) !== null)
      await writer.setGate(paper.id, { ...gateRecord, overruled: 'keep' })
  }
  const follow = ({ papers }: Outcome) => {
    const known = papers.get(paper.id)
    const gate = { ...gateRecord, overruled: 'keep' as const }
    if (known !== undefined) papers.set(paper.id, { ...known, record: { ...known.record, gate } })
  }
  return { name: `overrule ${content}`, apply, follow }
}

function embedding(embedder: string): Step {
  const apply = async (writer: CorpusWriter) => {
    const units = await writer.listUnits()
    const vectors = units.map(({ id }) => ({ unit: id, values: toyVector(`${embedder} ${id}`) }))
    await writer.putVectors(embedder, vectors)
  }
  const follow = ({ papers }: Outcome) => {
    for (const [id, { record, embedders }] of papers)
      papers.set(id, { record, embedders: new Set([...embedders, embedder]) })
  }
  return { name: `embed all with ${embedder}`, apply, follow }
}

/** Puts the outcome of a history into an empty corpus, paper by paper. */
async function rebuild(outcome: CorpusReader, fresh: CorpusWriter): Promise<void> {
  const indexed = new Map<string, Map<string, Float32Array>>()
  for (const embedder of EMBEDDERS) {
    const units = await indexedUnits(outcome, 0, embedder)
    const vectors = units.flatMap(({ unit, vector }): [string, Float32Array][] =>
      vector === null ? [] : [[unit.id, vector]],
    )
    indexed.set(embedder, new Map(vectors))
  }
  for (const paper of await outcome.papers()) {
    const units = await outcome.listUnits({ paper: paper.id })
    const [pages, gate] = [await outcome.pages(paper.id), await outcome.gate(paper.id)]
    await fresh.put([{ paper, pages, gate, units, vectors: [], embedder: null }])
  }
  for (const [embedder, vectors] of indexed) {
    const given = [...vectors].map(([unit, values]) => ({ unit, values }))
    await fresh.putVectors(embedder, given)
  }
}

/** Papers, units and the embedders of each unit's vectors, paper by paper. */
async function seenOf(corpus: CorpusReader): Promise<unknown> {
  const embedded = new Map<string, string[]>()
  for (const embedder of EMBEDDERS)
    for (const { unit, vector } of await indexedUnits(corpus, 0, embedder))
      if (vector !== null) embedded.set(unit.id, [...(embedded.get(unit.id) ?? []), embedder])
  return await Promise.all(
    (await corpus.papers()).map(async (paper) => ({
      paper,
      gate: await corpus.gate(paper.id),
      units: (await corpus.listUnits({ paper: paper.id })).map((unit) => ({
        ...unit,
        embedders: embedded.get(unit.id) ?? [],
      })),
    })),
  )
}

function expectedOf({ paths, papers }: Outcome): unknown {
  const sorted = [...papers].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([id, { record, embedders }]) => ({
    paper: { ...record.paper, paths: [...paths].flatMap(([path, paper]) => (paper === id ? [path] : [])) },
    gate: record.gate,
    units: record.units.map((unit) => ({
      ...unit,
      embedders: EMBEDDERS.filter((embedder) => embedders.has(embedder)),
    })),
  }))
}

/** Returns the units of an index that was built at one change and then followed the corpus. */
async function followed(
  corpus: CorpusReader,
  at: { seq: number; held: Map<string, unknown> },
  embedder: string,
) {
  const held = new Map(at.held)
  for (const unit of await corpus.removedSince(at.seq)) held.delete(unit)
  for (const [id, unit] of withoutSeq(await indexedUnits(corpus, at.seq, embedder))) {
    expect(held.has(id), `unit ${id} came without having gone`).toBe(false)
    held.set(id, unit)
  }
  return new Map([...held].sort(([one], [other]) => (one < other ? -1 : 1)))
}

describe('a history of changes', () => {
  it('leaves what its changes say, and what a fresh build of that would', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const [store, fresh] = [emptyCorpus(), emptyCorpus()]
        const outcome: Outcome = { paths: new Map(), papers: new Map() }
        {
          await using writer = await store.write('history')
          for (const { apply, follow } of steps) {
            await apply(writer)
            follow(outcome)
            expect(await seenOf(writer)).toEqual(expectedOf(outcome))
            expect(await writer.verify()).toEqual([])
          }
          await using freshWriter = await fresh.write('fresh')
          await rebuild(store, freshWriter)
        }
        expect(await contentsOf(store, EMBEDDERS)).toEqual(await contentsOf(fresh, EMBEDDERS))
        await store.close()
        await fresh.close()
      }),
      { seed: 20_240_611, numRuns: seededCases(60) },
    )
  })

  it('brings an index built at any change to the present by its removals and additions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const store = emptyCorpus()
        const snapshots = EMBEDDERS.map((embedder) => ({
          embedder,
          seq: 0,
          held: new Map<string, unknown>(),
        }))
        {
          await using writer = await store.write('history')
          for (const { apply } of steps) {
            await apply(writer)
            for (const embedder of EMBEDDERS) {
              const held = withoutSeq(await indexedUnits(store, 0, embedder))
              snapshots.push({ embedder, seq: await store.seq(), held })
            }
          }
        }
        for (const snapshot of snapshots) {
          const now = withoutSeq(await indexedUnits(store, 0, snapshot.embedder))
          expect(await followed(store, snapshot, snapshot.embedder)).toEqual(now)
        }
        await store.close()
      }),
      { seed: 20_240_612, numRuns: seededCases(60) },
    )
  })
})
