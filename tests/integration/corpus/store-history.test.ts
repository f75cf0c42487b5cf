/** Any history of changes leaves the same corpus as a fresh build of its outcome, and indexes that follow it are exact. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CorpusReader, CorpusWriter, PaperRecord } from '../../../corpus/index.ts'
import { contentsOf, indexedUnits, withoutSeq } from '../../fixtures/corpus-contents.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { gateRecord, paperRecord, toyVector } from '../../fixtures/paper-records.ts'
import { pgliteCorpora } from '../../fixtures/pglite-corpora.ts'

const EMBEDDERS = ['toy-4', 'other-4']
const CONTENTS = ['amber', 'birch', 'cedar']
const PATHS = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']

interface Step {
  readonly name: string
  apply(writer: CorpusWriter): Promise<unknown>
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
  return { name: `put ${what.join('; ')}`, apply: (writer) => writer.put(records) }
}

function removing(content: string): Step {
  const { paper } = paperRecord(content)
  return { name: `remove ${content}`, apply: (writer) => writer.remove([paper.id]) }
}

function forgetting(path: string): Step {
  return { name: `remove path ${path}`, apply: (writer) => writer.removePath(path) }
}

function copying([content, path]: readonly [string, string]): Step {
  const { paper } = paperRecord(content)
  const apply = async (writer: CorpusWriter) => {
    if ((await writer.paper(paper.id)) !== null) await writer.addPath(paper.id, path)
  }
  return { name: `copy ${content} to ${path}`, apply }
}

function overruling(content: string): Step {
  const { paper } = paperRecord(content)
  const apply = async (writer: CorpusWriter) => {
    if ((await writer.paper(paper.id)) !== null)
      await writer.setGate(paper.id, { ...gateRecord, overruled: 'keep' })
  }
  return { name: `overrule ${content}`, apply }
}

function embedding(embedder: string): Step {
  const apply = async (writer: CorpusWriter) => {
    const units = await writer.listUnits()
    const vectors = units.map(({ id }) => ({ unit: id, values: toyVector(`${embedder} ${id}`) }))
    await writer.putVectors(embedder, vectors)
  }
  return { name: `embed all with ${embedder}`, apply }
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

/** What an index holds that was built at one change and then followed the corpus. */
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
  const createOnServer = pgliteCorpora()

  it('leaves what a fresh build of its outcome would, and what a corpus in PostgreSQL has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        const [store, fresh, model] = [emptyCorpus(), emptyCorpus(), await createOnServer()]
        {
          await using writer = await store.write('history')
          await using modelWriter = await model.write('history')
          for (const { apply } of steps) {
            await apply(writer)
            await apply(modelWriter)
            expect(await writer.verify()).toEqual([])
          }
          await using freshWriter = await fresh.write('fresh')
          await rebuild(model, freshWriter)
        }
        const contents = await contentsOf(store, EMBEDDERS)
        expect(contents).toEqual(await contentsOf(model, EMBEDDERS))
        expect(contents).toEqual(await contentsOf(fresh, EMBEDDERS))
        expect(await store.seq()).toBe(await model.seq())
        expect(new Set(await store.removedSince(0))).toEqual(new Set(await model.removedSince(0)))
        await store.close()
        await fresh.close()
        await model.close()
      }),
      { seed: 20_240_611, numRuns: 20 },
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
      { seed: 20_240_612, numRuns: 60 },
    )
  })
})
