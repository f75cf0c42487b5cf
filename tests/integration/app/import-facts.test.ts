/** Tests facts and corrections from files: joined, added and lost ones, and that a bad file changes nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { subgraph } from '../../../app/graph/index.ts'
import {
  correctNames,
  currentCorrections,
  type Gloss,
  importPath,
  loadConfig,
  nameDetails,
  openGloss,
} from '../../../app/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

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

async function open(): Promise<{
  gloss: Gloss
  folder: string
  file: (content: unknown, name?: string) => string
}> {
  const folder = temporaryFolder()
  const gloss = await openGloss(loadConfig({ workspace: join(folder, 'gloss') }, {}))
  onTestFinished(() => gloss.close())
  const file = (content: unknown, name = 'facts.json') => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  return { gloss, folder, file }
}

const importFacts = (gloss: Gloss, path: string) => importPath(gloss, { format: 'hipporag', path }, SIGNAL)

describe('facts of a HippoRAG file', () => {
  it('come with their passages where those are missing, and are shown with the unit that states them', async () => {
    const { gloss, file } = await open()
    expect(await importFacts(gloss, file(GOOD))).toMatchObject({
      units: 2,
      facts: { added: 2, joined: 0, facts: 2 },
    })
    const sheet = await nameDetails(await gloss.session(), 'lupeol')
    expect(
      sheet.facts.map(({ subject, predicate, object, made, text }) => [
        subject,
        predicate,
        object,
        made,
        text,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['lupeol', 'blocks', 'akt', 'import', PASSAGES[0]],
        ['bark', 'contains', 'lupeol', 'import', PASSAGES[1]],
      ]),
    )
  })

  it('are drawn between names that are shown, by the unit that states them', async () => {
    const { gloss, file } = await open()
    const stated = [
      ['Lupeol', 'blocks', 'AKT'],
      ...Array.from({ length: 9 }, (_, at) => ['AKT', 'moves', `ion ${at}`]),
    ]
    await importFacts(gloss, file({ docs: [doc(PASSAGES[0]!, ...stated)] }))
    const request = { name: 'lupeol', k: 5, depth: 2, limit: 4 }
    const { nodes, edges } = await subgraph(await gloss.session(), request, SIGNAL)
    const shown = new Set(nodes.map(({ id }) => id))
    expect(edges.filter(({ source, target }) => !shown.has(source) || !shown.has(target))).toEqual([])
    expect(edges).toContainEqual(
      expect.objectContaining({ source: 'name:lupeol', target: 'name:akt', type: 'fact', label: 'blocks' }),
    )
  })

  it('join units that are there, whatever list they came by', async () => {
    const { gloss, file } = await open()
    const list = file([PASSAGES[0]], 'units.json')
    await importPath(gloss, { format: 'units', path: list }, SIGNAL)
    expect(await importFacts(gloss, file(GOOD))).toMatchObject({ facts: { joined: 1, added: 1 } })
    expect((await (await gloss.session()).store.counts()).units).toBe(2)
  })

  it('are the same after another import, and those of a longer file come on top', async () => {
    const { gloss, file } = await open()
    await importFacts(gloss, file(GOOD))
    const { store } = await gloss.session()
    const before = await store.graphCounts()
    expect(await importFacts(gloss, file(GOOD))).toMatchObject({ facts: { joined: 2, added: 0 } })
    expect(await store.graphCounts()).toEqual(before)
    const longer = {
      docs: [...GOOD.docs, doc('Sitosterol does not change.', ['sitosterol', 'does not', 'change'])],
    }
    expect(await importFacts(gloss, file(longer))).toMatchObject({ facts: { joined: 2, added: 1, facts: 3 } })
    expect((await store.counts()).units).toBe(3)
    expect(await store.verify()).toEqual([])
  })

  it('lose what is no fact, each with its reason', async () => {
    const { gloss, file } = await open()
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
    const { facts } = await importFacts(gloss, file({ docs }))
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

  it('change nothing when they come in a file that is none', async () => {
    const { gloss, file } = await open()
    await importFacts(gloss, file(GOOD))
    const { store } = await gloss.session()
    const before = [await store.counts(), await store.graphCounts()]
    for (const { content, sentence } of [
      { content: JSON.stringify(GOOD).slice(0, -40), sentence: 'cut off' },
      { content: { version: 9, nodes: [] }, sentence: 'version 9' },
      { content: 'docs: []', sentence: 'not JSON' },
      { content: '', sentence: 'empty' },
      { content: ['a'], sentence: 'array' },
    ])
      await expect(importFacts(gloss, file(content))).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringContaining(sentence),
      })
    expect([await store.counts(), await store.graphCounts()]).toEqual(before)
  })
})

describe('lines of OpenIE', () => {
  it('join documents by their ids, and count those that are not there', async () => {
    const { gloss, folder, file } = await open()
    file(`${JSON.stringify({ _id: 'd1', title: 'Bark', text: PASSAGES[1] })}\n`, 'corpus.jsonl')
    await importPath(gloss, { format: 'beir', path: folder }, SIGNAL)
    const line = (id: string) =>
      JSON.stringify({ _id: id, entities: ['bark'], triples: [['bark', 'contains', 'lupeol']] })
    const result = await importPath(
      gloss,
      { format: 'openie', path: file(`${line('d1')}\n${line('d2')}\n`) },
      SIGNAL,
    )
    expect(result).toMatchObject({
      facts: { docs: 2, joined: 1, added: 0, facts: 1, losses: { unknown_document: 1 } },
    })
  })
})

describe('mends of a file', () => {
  it('are refused when it is no file of mends, and those before stay', async () => {
    const { gloss, file } = await open()
    await importFacts(gloss, file(GOOD))
    await correctNames(gloss, { file: file('ignore: [Lupeol]\n', 'mends.yaml') })
    for (const content of [
      'ignore: [a\n',
      'ignored: [a]\n',
      '- a\n',
      'alias: {a: b, b: a}\n',
      'ignore: ["--"]\n',
      'ignore: [{a: b}]\n',
    ])
      await expect(correctNames(gloss, { file: file(content, 'mends.yaml') })).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      })
    expect((await currentCorrections(gloss)).mends.ignore).toEqual(['lupeol'])
    await expect(nameDetails(await gloss.session(), 'lupeol')).rejects.toMatchObject({
      code: 'NAME_NOT_FOUND',
    })
  })

  it('hold for facts and walks too, also when the graph is opened anew', async () => {
    const { gloss, folder, file } = await open()
    await importFacts(gloss, file(GOOD))
    await correctNames(gloss, {
      file: file('alias: {AKT: protein kinase b}\nignore: [bark]\n', 'mends.yaml'),
    })
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
    const anew = await openGloss(loadConfig({ workspace: join(folder, 'gloss') }, {}))
    onTestFinished(() => anew.close())
    await check(anew)
  })
})
