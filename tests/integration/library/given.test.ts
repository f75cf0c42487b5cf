/** What a program hands to the library: what is wrong is refused by its name, what is relative stays where it was. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type GlossLibrary, openGloss } from '../../../library/index.ts'
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
