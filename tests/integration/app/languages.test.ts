/** Papers in German, French, Spanish and Chinese next to English ones: found by their words, and read as papers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CorpusSession, type Gloss, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { chinesePdf, germanPdf } from '../../fixtures/foreign-pdfs.ts'
import {
  type AskedPaper,
  LANGUAGE_SETS,
  type LanguageSet,
  readLanguageSet,
  writePapers,
} from '../../fixtures/language-sets.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const sets = new Map<LanguageSet, AskedPaper[]>(LANGUAGE_SETS.map((code) => [code, readLanguageSet(code)]))
const folder = mkdtempSync(join(tmpdir(), 'gloss-languages-'))
let gloss: Gloss
let session: CorpusSession

beforeAll(async () => {
  writePapers(join(folder, 'papers'), [...sets.values()].flat())
  writeSmallPapers(join(folder, 'english'), 5)
  writeFileSync(join(folder, 'papers', 'german.pdf'), await germanPdf())
  writeFileSync(join(folder, 'papers', 'chinese.pdf'), chinesePdf())
  gloss = await openGloss(loadConfig({ workspace: join(folder, 'workspace'), embedder: 'static' }, {}))
  const paths = [join(folder, 'papers'), join(folder, 'english')]
  await ingestPaths(gloss, { paths, topic: 'none' }, () => undefined, new AbortController().signal)
  session = await gloss.session()
}, 120_000)
afterAll(async () => {
  await gloss?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function paperAt(name: string) {
  const paper = (await session.store.papers()).find(({ paths: [path = ''] }) => path.endsWith(name))!
  return { paper, units: await session.store.listUnits({ paper: paper.id, kind: 'unit' }) }
}

describe('a corpus of five languages', () => {
  it.each(LANGUAGE_SETS)('finds nine papers of ten by words among the first three: %s', async (code) => {
    const asked = sets
      .get(code)!
      .flatMap(({ title, questions }) => questions.map((query) => ({ title, query })))
    let found = 0
    for (const { title, query } of asked) {
      const { hits } = await session.retrieve({ query, backend: 'words', k: 3, onePerPaper: true })
      if (hits.some((hit) => hit.title === title)) found++
    }
    expect(asked).toHaveLength(12)
    expect(found / asked.length).toBeGreaterThanOrEqual(0.9)
  })

  it('asks for the stems of the language, and not for its stop words', async () => {
    const terms = await session.index.terms('Wo stehen die Häuser der Imker?')
    expect(terms).toEqual(expect.arrayContaining(['haus', 'imk']))
    expect(terms).not.toContain('die')
  })

  it('answers by words alone what the embedder cannot read, and says so', async () => {
    const query = 'Welche Folgen hat die Gletscherschmelze für Insekten in Bergbächen?'
    const german = await session.retrieve({ query })
    expect(german).toMatchObject({
      backend: 'auto',
      by: 'words',
      note: expect.stringMatching(/words alone.*German/),
    })
    const english = await session.retrieve({ query: 'How strongly does compound 3 bind to the kinase?' })
    expect(english.note).toBeUndefined()
    expect(english.by).not.toBe('words')
    expect(english.hits[0]?.title).toContain('compound 3')
  })

  it('shows the sentence that answers, and the words it shares with the question', async () => {
    const query = 'Wie schnell sinkt der Boden auf trockengelegtem Torf?'
    const { hits } = await session.retrieve({ query, backend: 'words', k: 1, explain: true })
    expect(hits[0]?.sentence.text).toContain('Torf')
    expect(hits[0]?.why.terms?.find(({ term }) => term === 'torf')?.word).toBe('Torf')
  })
})

describe('a PDF in another language', () => {
  it('in German is a paper with whole sentences, without its references', async () => {
    const { paper, units } = await paperAt('german.pdf')
    expect(paper).toMatchObject({
      state: 'kept',
      language: 'deu',
      title: expect.stringContaining('Schichtarbeit'),
    })
    expect(paper.abstract).toMatch(/^Nachtarbeit verschiebt.*vorsehen\.$/)
    expect(paper.sections.map(({ heading }) => heading)).toEqual(
      expect.arrayContaining(['1 Einleitung', '2 Ergebnisse', 'Literatur']),
    )
    expect(units.length).toBeGreaterThanOrEqual(3)
    for (const { text } of units) {
      expect(text).toMatch(/^\p{Lu}[\s\S]*\.$/u)
      expect(text).not.toMatch(/(?:z\.\s?B|d\.\s?h|Abb|vgl|3)\.$/)
      expect(text).not.toContain('Arbeitsmed')
    }
  })

  it('in Chinese is a paper with whole sentences, without its references', async () => {
    const { paper, units } = await paperAt('chinese.pdf')
    expect(paper).toMatchObject({ state: 'kept', language: 'cmn', title: '竹林破碎化影响大熊猫的扩散' })
    expect(paper.abstract).toMatch(/^公路和农田/)
    expect(paper.abstract).not.toContain('关键词')
    expect(units.length).toBeGreaterThanOrEqual(2)
    for (const { text } of units) {
      expect(text).toMatch(/。$/)
      expect(text).not.toMatch(/参考文献|北京|关键词/)
    }
  })
})
