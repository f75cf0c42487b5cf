/** Tests papers in German, French, Spanish and Chinese next to English ones: found by their words, and read as papers. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CorpusSession, type Gloss, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import {
  type AskedPaper,
  LANGUAGE_SETS,
  type LanguageSet,
  readLanguageSet,
  writePapers,
} from '../../fixtures/language-sets.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const sets = new Map<LanguageSet, AskedPaper[]>(LANGUAGE_SETS.map((code) => [code, readLanguageSet(code)]))
const folder = sharedFolder()
let gloss: Gloss
let session: CorpusSession

beforeAll(async () => {
  writePapers(join(folder, 'papers'), [...sets.values()].flat())
  writeSmallPapers(join(folder, 'english'), 5)
  const untitled =
    'Introduction\nPeople chew bark.\nResults\nThe tannin of quebracho bark reached 21 percent in the dry season.'
  writeFileSync(join(folder, 'english', 'bark-notes.txt'), untitled)
  writeFileSync(join(folder, 'papers', 'german.pdf'), await germanPdf())
  writeFileSync(join(folder, 'papers', 'chinese.pdf'), chinesePdf())
  gloss = await openGloss(loadConfig({ workspace: join(folder, 'workspace'), embedder: 'static' }, {}))
  const paths = [join(folder, 'papers'), join(folder, 'english')]
  await ingestPaths(gloss, { paths, topic: 'none' }, () => undefined, new AbortController().signal)
  session = await gloss.session()
}, 120_000)
afterAll(async () => {
  await gloss?.close()
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

  it('calls a hit of a paper without a title by its document', async () => {
    const { hits } = await session.retrieve({ query: 'How much tannin had the quebracho bark?' })
    expect(hits[0]).toMatchObject({ title: 'bark-notes', locator: 'Results' })
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

/** Texts of a German and a Chinese paper, with the usual headings of their languages. */
const GERMAN: readonly (readonly [text: string, size: number])[] = [
  ['Schichtarbeit und Blutzucker bei Pflegekräften', 18],
  ['Anna Müller und Jörg Weiß', 11],
  ['Zusammenfassung', 13],
  [
    'Nachtarbeit verschiebt die innere Uhr. Bei 212 Krankenschwestern maßen wir den Zuckergehalt des Blutes vor und nach einer Woche mit Nachtdiensten. Der Nüchternwert stieg im Mittel um 9 mg/dl, und die Empfindlichkeit für Insulin nahm deutlich ab. Dienstpläne sollten daher ausreichend Erholung vorsehen.',
    10,
  ],
  ['Schlüsselwörter: Schichtarbeit, Insulin, Schlaf', 10],
  ['1 Einleitung', 13],
  [
    'Fast ein Fünftel der Beschäftigten arbeitet auch nachts. Die Folgen für den Stoffwechsel sind bislang nur in kleinen Gruppen untersucht worden, z. B. bei Piloten und Fahrern. Am 3. Mai 2019 begann deshalb eine Studie an vier Kliniken, an der sich 212 Frauen beteiligten.',
    10,
  ],
  ['2 Ergebnisse', 13],
  [
    'Besonders betroffen waren Frauen über fünfzig Jahre. Wer nach der Schicht mindestens sieben Stunden schlief, zeigte kaum Veränderungen (vgl. Abb. 2). Eine Mahlzeit um Mitternacht verschlechterte die Werte zusätzlich, d. h. sie stiegen um weitere 4 mg/dl. Nach zwei freien Wochen waren die Unterschiede verschwunden.',
    10,
  ],
  ['Literatur', 13],
  ['1. Schulz P. Schlaf und Arbeit. Z Arbeitsmed 2011;61:12-19.', 10],
  ['2. Braun K. Insulin in der Nacht. Dtsch Med Wochenschr 2014;139:401-405.', 10],
  ['3. Vogel T. Nachtdienst im Krankenhaus. Pflege 2016;29:77-84.', 10],
  ['4. Lang M. Die innere Uhr. Berlin: Springer; 2017.', 10],
]

const CHINESE: readonly (readonly (readonly [text: string, size: number])[])[] = [
  [
    ['竹林破碎化影响大熊猫的扩散', 18],
    ['摘要', 13],
    ['公路和农田把大熊猫的栖息地分割成许多小块。我们用粪便中的DNA识别了一百零三只个体。', 10],
    ['被公路隔开的种群之间几乎没有基因交流，近亲繁殖的程度较高。', 10],
    ['关键词：大熊猫；竹林；公路', 10],
  ],
  [
    ['1 结果', 13],
    ['修建隧道以后，动物重新穿过山脊。竹子开花会使食物短缺，许多个体因此离开原来的山谷。', 10],
    ['幼年雌性比雄性走得更远。三年之内有十二只动物到达新的林区。', 10],
    ['参考文献', 13],
    ['[1] 李明. 山区动物. 北京, 2011.', 10],
    ['[2] 王林. 竹子与动物. 北京, 2014.', 10],
  ],
]

async function germanPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 72 }).font(
    `${import.meta.dirname}/../../../node_modules/@fontsource/tinos/files/tinos-latin-400-normal.woff`,
  )
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => document.on('end', resolve))
  for (const [text, size] of GERMAN) document.fontSize(size).text(text).moveDown(0.8)
  document.end()
  await done
  return Buffer.concat(chunks)
}

/** Makes a PDF in which each page has its own font, whose 90 codes stand for the characters of the page. */
function chinesePdf(): Buffer {
  return madePdf(
    CHINESE.map((lines) => {
      const characters = [...new Set(lines.flatMap(([text]) => [...text]))]
      const codes = new Map(characters.map((character, at) => [character, codeOf(at)]))
      let y = 800
      return {
        toUnicode: Object.fromEntries(
          characters.map((character) => [
            codes.get(character)!,
            character.charCodeAt(0).toString(16).padStart(4, '0'),
          ]),
        ),
        lines: lines.map(([text, size]) => {
          y -= size * 2
          return { text: [...text].map((character) => codes.get(character)!).join(''), x: 60, y, size }
        }),
      }
    }),
  )
}

/** Returns a code that needs no escape in a PDF string: printable ASCII, and a Latin-1 letter from the 90th on. */
function codeOf(at: number): string {
  const ascii = [...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))].filter(
    (character) => !'()\\'.includes(character),
  )
  return ascii[at] ?? String.fromCharCode(0xc0 + at - ascii.length)
}
