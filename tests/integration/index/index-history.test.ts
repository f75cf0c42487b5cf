/** An index that followed any history of its corpus answers exactly like one built from its outcome. */
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { openUsearch } from '../../../index/adapters/usearch-neighbours.ts'
import { type CorpusIndex, openCorpusIndex } from '../../../index/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { type AnswerLine, answersOf } from '../../fixtures/corpus-index-answers.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const NAMES = ['amber', 'birch', 'cedar', 'dogwood']
const WORDS = ['enzyme', 'bark', 'extract', 'cells', 'lupeol', 'kinase', 'tree', 'genome']
const QUESTIONS = ['enzyme of the bark', 'lupeol kinase', 'tree cells genome extract']
const embedder = bagOfWordsEmbedder(40)

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 9 }).map((all) => all.join(' '))
const paper = fc.record({
  name: fc.constantFrom(...NAMES),
  title: fc.constantFrom('', 'On trees', 'On kinases'),
  year: fc.constantFrom(null, 2019, 2020, 2021),
  units: fc.array(fc.record({ text, kind: fc.constantFrom('unit' as const, 'passage' as const) }), {
    maxLength: 4,
  }),
  isEmbedded: fc.boolean(),
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(paper, { minLength: 1, maxLength: 3 }).map((papers) => ({ papers })) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.constant('embed' as const) },
  { weight: 2, arbitrary: fc.constant('save' as const) },
  { weight: 2, arbitrary: fc.constant('reopen' as const) },
  { weight: 3, arbitrary: fc.constant('ask' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Followed {
  readonly store: CorpusStore
  readonly folder: string
  index: CorpusIndex
}

function open(store: CorpusStore, folder: string): Promise<CorpusIndex> {
  return openCorpusIndex({ reader: store, embedder, folder, openNeighbours: openUsearch() })
}

async function apply(one: Step, followed: Followed): Promise<void> {
  const { store, folder, index } = followed
  if (one === 'save') await index.save()
  else if (one === 'reopen') followed.index = await open(store, folder)
  else if (one === 'ask') await answersOf(index, embedder, QUESTIONS.slice(0, 1))
  else if (one === 'embed') await embedAll(store)
  else {
    await using writer = await store.write('history')
    if ('remove' in one) await writer.remove([contentId(one.remove)])
    else
      await writer.put(
        await Promise.all(one.papers.map((given) => textRecord(given, given.isEmbedded ? embedder : null))),
      )
  }
}

/** Units that have vectors get shorter ones of the same direction's neighbourhood, others their first. */
async function embedAll(store: CorpusStore): Promise<void> {
  await using writer = await store.write('embed')
  const units = await writer.listUnits()
  const values = await embedder.embed(units.map((unit) => `${unit.text} again`))
  await writer.putVectors(
    embedder.id,
    units.map((unit, i) => ({ unit: unit.id, values: values[i]! })),
  )
}

function expectSame(found: readonly AnswerLine[], expected: readonly AnswerLine[]): void {
  const names = (lines: readonly AnswerLine[]) => lines.map(({ question, unit }) => `${question}: ${unit}`)
  expect(names(found)).toEqual(names(expected))
  for (const [i, { score }] of expected.entries())
    expect(Math.abs(found[i]!.score - score)).toBeLessThanOrEqual(1e-6)
}

it('an index answers after any history of its corpus like one built from scratch', async () => {
  const root = temporaryFolder()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const folder = join(root, `${run++}`)
      const store = emptyCorpus()
      const followed = { store, folder, index: await open(store, folder) }
      for (const one of steps) await apply(one, followed)
      const fresh = await open(store, join(root, `${run}-fresh`))
      const expected = await answersOf(fresh, embedder, QUESTIONS)
      expectSame(await answersOf(followed.index, embedder, QUESTIONS), expected)
      expectSame(await answersOf(await open(store, folder), embedder, QUESTIONS), expected)
      expect(await followed.index.size()).toBe((await store.listUnits()).length)
      expect(followed.index.seq()).toBe(await store.seq())
      await store.close()
    }),
    { seed: 20_261_121, numRuns: seededCases(60) },
  )
})
