/** Input of the library: wrong values are refused by name, relative paths stay valid, and a closed library refuses every call. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type GlossLibrary, openGloss } from '../../../library/index.ts'
import { writeJudgedFolder } from '../../fixtures/judged-folder.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const shared = sharedFolder()
const papers = join(shared, 'papers')
const open = () => openGloss({ workspace: join(shared, 'corpora'), env: {} })

beforeAll(async () => {
  writeSmallPapers(papers, 3)
  await using gloss = await open()
  await gloss.ingest([papers], { topic: 'none' })
})

describe('wrong input of a program without types', () => {
  it.each<[name: string, field: string, ask: (gloss: GlossLibrary) => unknown]>([
    ['no worker', 'workers', (gloss) => gloss.ingest([papers], { workers: 0 })],
    ['a path', 'paths', (gloss) => gloss.ingest(papers as never)],
    ['an unknown policy', 'policy', (gloss) => gloss.ingest([papers], { policy: 'mine' as never })],
    ['an unknown way of OCR', 'ocr', (gloss) => gloss.ingest([papers], { ocr: 'maybe' as never })],
    ['no question', 'question', (gloss) => gloss.retrieve(undefined as never)],
    ['a negative k', 'k', (gloss) => gloss.retrieve('kinase', { k: -1 })],
    ['k as text', 'k', (gloss) => gloss.retrieve('kinase', { k: '3' as never })],
    [
      'years as text',
      'filter.years',
      (gloss) => gloss.retrieve('x', { filter: { years: '2020-' as never } }),
    ],
    [
      'an unknown kind',
      'filter.kinds.0',
      (gloss) => gloss.retrieve('x', { filter: { kinds: ['x' as never] } }),
    ],
    ['an unknown filter', 'filter.year', (gloss) => gloss.retrieve('x', { filter: { year: 2020 } as never })],
    ['an unknown option', 'top', (gloss) => gloss.ask('kinase', { top: 3 } as never)],
    ['no hit', 'hit', (gloss) => gloss.verify(undefined as never)],
    ['quotes as texts', 'quotes.0', (gloss) => gloss.verifyQuotes(['lupeol'] as never)],
    ['no limit', 'limit', (gloss) => gloss.graph.names('kinase', { limit: 0 })],
    ['no backends', 'backends', (gloss) => gloss.evaluate({ backends: [] })],
    ['no tokens', 'maxTokens', (gloss) => gloss.think('x', { maxTokens: 0 })[Symbol.asyncIterator]().next()],
    ['a budget below 1', 'maxTokens', (gloss) => gloss.solve('kinase', { maxTokens: -1 })],
    ['an unknown setting', 'workspaces', () => openGloss({ workspaces: 'mine' } as never)],
  ])('is refused by its name: %s', async (_, field, ask) => {
    await using gloss = await open()
    await expect(ask(gloss)).rejects.toMatchObject({ code: 'INPUT_INVALID', facts: { field } })
  })

  it('leaves no corpus behind', async () => {
    await using gloss = await open()
    await expect(gloss.ingest([papers], { corpus: 'other', workers: 0 })).rejects.toThrow('workers')
    expect((await gloss.corpora()).map(({ name }) => name)).toEqual(['main'])
  })
})

it('a relative workspace stays valid when the program changes its folder', async () => {
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  process.chdir(shared)
  await using gloss = await openGloss({ workspace: 'corpora', env: {} })
  process.chdir(papers)
  expect((await gloss.retrieve('kinase')).hits).not.toEqual([])
})

it('a run without a model is refused before anything is kept of it', async () => {
  await using gloss = await open()
  await expect(gloss.solve('Which kinase?')).rejects.toMatchObject({ code: 'MODEL_UNCONFIGURED' })
})

it('after close every member refuses, and no corpus is made', async () => {
  const gloss = await open()
  await gloss.close()
  const LATE = [
    gloss.corpora(),
    gloss.deleteCorpus('main'),
    gloss.ingest([papers], { corpus: 'late' }),
    gloss.papers(),
    gloss.editPaper('paper', { title: 'Another' }),
    gloss.removePapers(['paper']),
    gloss.references('paper'),
    gloss.retrieve('kinase'),
    gloss.values('kinase'),
    gloss.verify({ paper: 'paper', text: 'text', span: null }),
    gloss.verifyQuotes([{ quote: 'kinase' }]),
    gloss.ask('kinase'),
    gloss.graph.build(),
    gloss.graph.names('kinase'),
    gloss.graph.connect('kinase', 'lupeol'),
    gloss.think('kinase')[Symbol.asyncIterator]().next(),
    gloss.solve('kinase'),
    gloss.evaluate({ backends: ['words'], data: writeJudgedFolder(join(shared, 'judged')) }),
  ]
  const codes = (await Promise.allSettled(LATE)).map((call) => call.status === 'rejected' && call.reason.code)
  expect(codes).toEqual(LATE.map(() => 'LIBRARY_CLOSED'))
  await gloss.close()
  await using again = await open()
  expect((await again.corpora()).map(({ name }) => name)).toEqual(['main'])
})
