/** The graph of names follows the corrections of its corpus: at once, in its artefact, and back again. */
import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CorpusStore, Mention } from '../../../corpus/index.ts'
import {
  CORRECTIONS_SETTING,
  createNameCorrections,
  type NameCorrections,
  type NameGraph,
  openCorpusNames,
} from '../../../graph/index.ts'
import { emptyCorpus } from '../../fixtures/empty-corpus.ts'
import { manyPapers } from '../../fixtures/many-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const PAPERS = 12
const NAMES = ['akt', 'protein kinase b', 'lupeol', 'noise', 'river']

async function corpusWithNames(): Promise<CorpusStore> {
  const store = emptyCorpus()
  await using writer = await store.write('names')
  await writer.put(await Promise.all(manyPapers(0, PAPERS).map((paper) => textRecord(paper, null))))
  const units = await writer.listUnits()
  await writer.putMentions(
    'recipe',
    units.map(({ id }, at) => ({
      unit: id,
      mentions: [at, at + 1, at * 2].map((i) => mention(NAMES[i % NAMES.length]!)),
    })),
  )
  return store
}

function mention(name: string): Mention {
  return { name, alias: name, kind: 'span', isSubject: name === 'lupeol', start: null, end: null }
}

async function correct(store: CorpusStore, corrections: NameCorrections): Promise<void> {
  await using writer = await store.write('correct')
  await writer.setSetting(CORRECTIONS_SETTING, JSON.stringify(corrections))
}

/** What a graph says, whatever the numbers of its nodes. */
function edgesOf(graph: NameGraph): string[] {
  const { nodes, starts, degrees, targets, weights } = graph.view()
  const label = (node: number) => graph.nameAt(node) ?? graph.unitAt(node)
  const edges: string[] = []
  for (let node = 0; node < nodes; node++)
    for (let at = starts[node]!; at < starts[node]! + degrees[node]!; at++)
      edges.push(`${label(node)} → ${label(targets[at]!)} ${weights[at]}`)
  return edges.sort()
}

const form = fc.constantFrom(...NAMES)
const anyCorrections = fc
  .record({ ignore: fc.uniqueArray(form, { maxLength: 2 }), from: form, to: form })
  .filter(({ ignore, from, to }) => !ignore.includes(from) && !ignore.includes(to))
  .map(({ ignore, from, to }) => createNameCorrections(ignore, { [from]: to }))

it('a graph is after any corrections the graph that is built under the last of them alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCorrections, { minLength: 1, maxLength: 4 }), async (history) => {
      const store = await corpusWithNames()
      const followed = await openCorpusNames({ reader: store, folder: temporaryFolder() })
      for (const corrections of history) {
        await correct(store, corrections)
        await followed.refresh()
      }
      const fresh = await openCorpusNames({ reader: store, folder: temporaryFolder() })
      const [one, other] = await Promise.all(
        [followed, fresh].map((names) => names.whenCurrent(({ graph }) => edgesOf(graph))),
      )
      expect(one).toEqual(other)
    }),
    { numRuns: 25 },
  )
})

it('a graph is saved under its corrections, and a graph of others is not opened', async () => {
  const store = await corpusWithNames()
  const folder = temporaryFolder()
  const open = () => openCorpusNames({ reader: store, folder })
  const names = await open()
  await names.save()
  const before = await names.whenCurrent(({ graph }) => edgesOf(graph))
  await correct(store, createNameCorrections(['noise'], { 'protein kinase b': 'akt' }))
  const corrected = await open()
  await corrected.save()
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  const linked = await (await open()).whenCurrent(({ graph, seq, saved }) => ({
    fromArtefact: saved === seq,
    names: NAMES.map((name) => graph.nameNode(name) !== undefined),
  }))
  expect(linked).toEqual({ fromArtefact: true, names: [true, false, true, false, true] })
  await correct(store, createNameCorrections([], {}))
  expect(await (await open()).whenCurrent(({ graph }) => edgesOf(graph))).toEqual(before)
})
