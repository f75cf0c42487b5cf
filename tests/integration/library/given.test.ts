/** What a program hands to the library: what is wrong is refused by its name, what is relative stays where it was. */
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

describe('what a program without types may hand over', () => {
  const CASES: { name: string; ask: (gloss: GlossLibrary) => unknown; field: string }[] = [
    { name: 'no worker', ask: (gloss) => gloss.ingest([papers], { workers: 0 }), field: 'workers' },
    { name: 'a path', ask: (gloss) => gloss.ingest(papers as never), field: 'paths' },
    {
      name: 'another policy',
      ask: (gloss) => gloss.ingest([papers], { policy: 'mine' as never }),
      field: 'policy',
    },
    {
      name: 'another way of OCR',
      ask: (gloss) => gloss.ingest([papers], { ocr: 'maybe' as never }),
      field: 'ocr',
    },
    { name: 'no question', ask: (gloss) => gloss.retrieve(undefined as never), field: 'question' },
    { name: 'a negative k', ask: (gloss) => gloss.retrieve('kinase', { k: -1 }), field: 'k' },
    { name: 'k as text', ask: (gloss) => gloss.retrieve('kinase', { k: '3' as never }), field: 'k' },
    {
      name: 'years as text',
      ask: (gloss) => gloss.retrieve('kinase', { filter: { years: '2020-' as never } }),
      field: 'filter.years',
    },
    {
      name: 'another kind',
      ask: (gloss) => gloss.retrieve('kinase', { filter: { kinds: ['nothing' as never] } }),
      field: 'filter.kinds.0',
    },
    {
      name: 'a filter by another name',
      ask: (gloss) => gloss.retrieve('kinase', { filter: { year: 2020 } as never }),
      field: 'filter.year',
    },
    {
      name: 'an option by another name',
      ask: (gloss) => gloss.ask('kinase', { top: 3 } as never),
      field: 'top',
    },
    { name: 'no hit', ask: (gloss) => gloss.verify(undefined as never), field: 'hit' },
    {
      name: 'quotes as texts',
      ask: (gloss) => gloss.verifyQuotes(['lupeol'] as never),
      field: 'quotes.0',
    },
    {
      name: 'no limit',
      ask: (gloss) => gloss.graph.names('kinase', { limit: 0 }),
      field: 'limit',
    },
    { name: 'no backends', ask: (gloss) => gloss.evaluate({ backends: [] }), field: 'backends' },
    {
      name: 'tokens below 1',
      ask: (gloss) => gloss.think('kinase', { maxTokens: 0 })[Symbol.asyncIterator]().next(),
      field: 'maxTokens',
    },
    {
      name: 'a budget below 1',
      ask: (gloss) => gloss.solve('kinase', { maxTokens: -1 }),
      field: 'maxTokens',
    },
    {
      name: 'a workspace by another name',
      ask: () => openGloss({ workspaces: 'mine' } as never),
      field: 'workspaces',
    },
  ]
  it.each(CASES)('is refused by its name: $name', async ({ ask, field }) => {
    await using gloss = await open()
    await expect(ask(gloss)).rejects.toMatchObject({ code: 'INPUT_INVALID', facts: { field } })
  })

  it('leaves no corpus behind', async () => {
    await using gloss = await open()
    await expect(gloss.ingest([papers], { corpus: 'other', workers: 0 })).rejects.toThrow('workers')
    expect((await gloss.corpora()).map(({ name }) => name)).toEqual(['main'])
  })
})

it('a relative workspace stays where it was when the program changes its folder', async () => {
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
