/** Tests facts and corrections from files: joined, added and lost ones, and that a bad file changes nothing. */
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { subgraph } from '../../../app/graph/index.ts'
import { correctNames, currentCorrections, type Gloss, importPath, nameDetails } from '../../../app/index.ts'
import { openedGloss, writtenFile } from '../../fixtures/opened-gloss.ts'

const SIGNAL = new AbortController().signal
const PASSAGES = [
  'Lupeol blocks the activation of the kinase AKT in MCF-7 cells.',
  'The bark of Terminalia lacustris contains Lupeol and sitosterol.',
]
const doc = (passage: string, ...triples: unknown[]) => ({
  idx: 'chunk-x',
  passage,
  extracted_entities: ['Lupeol', 'AKT'],
  extracted_triples: triples,
})
const GOOD = {
  docs: [doc(PASSAGES[0]!, ['Lupeol', 'blocks', 'AKT']), doc(PASSAGES[1]!, ['bark', 'contains', 'Lupeol'])],
}

const imported = (gloss: Gloss, format: 'hipporag' | 'units' | 'openie', content: unknown) =>
  importPath(gloss, { format, path: writtenFile(content) }, SIGNAL)
const importFacts = (gloss: Gloss, content: unknown) => imported(gloss, 'hipporag', content)
const correct = (gloss: Gloss, yaml: string) => correctNames(gloss, { file: writtenFile(yaml, 'mends.yaml') })

describe('facts of a HippoRAG file', () => {
  it('come with their passages if those are missing, and are shown with the unit that states them', async () => {
    const gloss = await openedGloss()
    expect(await importFacts(gloss, GOOD)).toMatchObject({
      units: 2,
      facts: { added: 2, joined: 0, facts: 2 },
    })
    const sheet = await nameDetails(await gloss.session(), 'lupeol')
    const facts = sheet.facts.map(({ subject, predicate, object, made, text }) =>
      [subject, predicate, object, made, text].join(' '),
    )
    const stated = [`lupeol blocks akt import ${PASSAGES[0]}`, `bark contains lupeol import ${PASSAGES[1]}`]
    expect(facts).toEqual(expect.arrayContaining(stated))
  })

  it('are drawn between names that are shown, by the unit that states them', async () => {
    const gloss = await openedGloss()
    const stated = [
      ['Lupeol', 'blocks', 'AKT'],
      ...Array.from({ length: 9 }, (_, at) => ['AKT', 'moves', `ion ${at}`]),
    ]
    await importFacts(gloss, { docs: [doc(PASSAGES[0]!, ...stated)] })
    const request = { name: 'lupeol', k: 5, depth: 2, limit: 4 }
    const { nodes, edges } = await subgraph(await gloss.session(), request, SIGNAL)
    const shown = new Set(nodes.map(({ id }) => id))
    expect(edges.filter(({ source, target }) => !shown.has(source) || !shown.has(target))).toEqual([])
    expect(edges).toContainEqual(
      expect.objectContaining({ source: 'name:lupeol', target: 'name:akt', type: 'fact', label: 'blocks' }),
    )
  })

  it('join units that the corpus has, whatever list they came by', async () => {
    const gloss = await openedGloss()
    await imported(gloss, 'units', [PASSAGES[0]])
    expect(await importFacts(gloss, GOOD)).toMatchObject({ facts: { joined: 1, added: 1 } })
    expect((await (await gloss.session()).store.counts()).units).toBe(2)
  })

  it('are the same after another import, and those of a longer file come on top', async () => {
    const gloss = await openedGloss()
    await importFacts(gloss, GOOD)
    const { store } = await gloss.session()
    const before = await store.graphCounts()
    expect(await importFacts(gloss, GOOD)).toMatchObject({ facts: { joined: 2, added: 0 } })
    expect(await store.graphCounts()).toEqual(before)
    const longer = {
      docs: [...GOOD.docs, doc('Sitosterol does not change.', ['sitosterol', 'does not', 'change'])],
    }
    expect(await importFacts(gloss, longer)).toMatchObject({ facts: { joined: 2, added: 1, facts: 3 } })
    expect((await store.counts()).units).toBe(3)
    expect(await store.verify()).toEqual([])
  })

  it('are kept without what is no fact, each loss with its reason', async () => {
    const gloss = await openedGloss()
    const triples = [
      ['Lupeol', 'blocks', 'AKT'],
      ['Lupeol', 'blocks', 'AKT'],
      ['Lupeol', '', 'AKT'],
      ['Lupeol', 'blocks', 'x'.repeat(100_000)],
      ['Lupeol', 'blocks'],
      ['Lupeol', { is: 'odd' }, 'AKT'],
      'no list',
      ['Lupeol', 'is', 'Lupeol'],
    ]
    const docs = [doc(PASSAGES[0]!, ...triples), doc(' '), doc(PASSAGES[0]!), { passage: 3 }]
    const { facts } = await importFacts(gloss, { docs })
    expect(facts).toMatchObject({
      facts: 2,
      added: 1,
      losses: {
        repeated_fact: 1,
        empty_part: 1,
        huge_part: 1,
        triple_length: 1,
        triple_part_not_text: 1,
        triple_not_list: 1,
        empty_passage: 1,
        repeated_passage: 1,
        doc_without_passage: 1,
      },
    })
  })

  it('change nothing if their file is of another form', async () => {
    const gloss = await openedGloss()
    await importFacts(gloss, GOOD)
    const { store } = await gloss.session()
    const before = [await store.counts(), await store.graphCounts()]
    for (const [content, sentence] of [
      [JSON.stringify(GOOD).slice(0, -40), 'cut off'],
      [{ version: 9, nodes: [] }, 'version 9'],
      ['docs: []', 'not JSON'],
      ['', 'empty'],
      [['a'], 'array'],
    ]) {
      const message = expect.stringContaining(String(sentence))
      await expect(importFacts(gloss, content)).rejects.toMatchObject({ code: 'INPUT_INVALID', message })
    }
    expect([await store.counts(), await store.graphCounts()]).toEqual(before)
  })
})

it('lines of OpenIE join documents by their ids, and those of unknown documents are counted', async () => {
  const gloss = await openedGloss()
  const path = writtenFile({ _id: 'd1', title: 'Bark', text: PASSAGES[1] }, 'corpus.jsonl')
  await importPath(gloss, { format: 'beir', path: dirname(path) }, SIGNAL)
  const line = (id: string) =>
    JSON.stringify({ _id: id, entities: ['bark'], triples: [['bark', 'contains', 'lupeol']] })
  const facts = { docs: 2, joined: 1, added: 0, facts: 1, losses: { unknown_document: 1 } }
  expect(await imported(gloss, 'openie', `${line('d1')}\n${line('d2')}\n`)).toMatchObject({ facts })
})

describe('corrections of a file', () => {
  it('are refused if the file is of another form, and those before stay', async () => {
    const gloss = await openedGloss()
    await importFacts(gloss, GOOD)
    await correct(gloss, 'ignore: [Lupeol]\n')
    for (const content of [
      'ignore: [a\n',
      'ignored: [a]\n',
      '- a\n',
      'alias: {a: b, b: a}\n',
      'ignore: ["--"]\n',
      'ignore: [{a: b}]\n',
    ])
      await expect(correct(gloss, content)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    expect((await currentCorrections(gloss)).mends.ignore).toEqual(['lupeol'])
    await expect(nameDetails(await gloss.session(), 'lupeol')).rejects.toMatchObject({
      code: 'NAME_NOT_FOUND',
    })
  })

  it('hold for facts and walks too, also after the graph is opened again', async () => {
    const gloss = await openedGloss()
    await importFacts(gloss, GOOD)
    await correct(gloss, 'alias: {AKT: protein kinase b}\nignore: [bark]\n')
    const check = async (opened: Gloss) => {
      const session = await opened.session()
      const sheet = await nameDetails(session, 'akt')
      expect(sheet).toMatchObject({ name: 'protein kinase b', asked: 'akt' })
      expect(sheet.facts).toMatchObject([{ object: 'protein kinase b' }])
      const { hits } = await session.retrieve({
        query: 'Which kinase is AKT?',
        backend: 'walk',
        explain: true,
      })
      expect(hits[0]!.why.walk!.names.map(({ name }) => name)).toContain('protein kinase b')
      const query = 'What blocks protein kinase B?'
      const { hits: byFacts } = await session.retrieve({ query, backend: 'hipporag', explain: true })
      expect(byFacts[0]!.text).toBe(PASSAGES[0])
    }
    await check(gloss)
    await check(await openedGloss({ workspace: gloss.config.workspace }))
  })
})
