/**
 * What units and passages keep of a text: retrieval of whole documents by their best unit, on sets of judged questions.
 * usage: npm run measure units -- [FOLDER WITH BEIR SETS]   writes docs/figures/units.json
 */
import { join } from 'node:path'
import { indexedText, NO_PUBLICATION, SURE } from '../../corpus/index.ts'
import { createExtractiveSummariser, passagesOf, type ReadPaper } from '../../ingest/index.ts'
import { paperBody } from '../../ingest/paper-body.ts'
import { centralities, termVectors } from '../../ingest/summarise/centrality.ts'
import { paperSentences } from '../../ingest/summarise/paper-sentences.ts'
import { openStaticEmbedder } from '../../models/adapters/static-embedder.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { articlesOf } from './units/articles.ts'
import { type BeirDocument, type BeirSet, readBeir } from './units/beir.ts'
import { type IndexedPiece, type Quality, qualityOf } from './units/rank-units.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const signal = new AbortController().signal
const summariser = createExtractiveSummariser()

type Way = (document: BeirDocument) => Promise<readonly string[]>

const units: Way = async (document) => {
  const { drafts } = await summariser.summarise(paperOf(document), signal)
  return drafts.map((draft) => indexedText(draft, document.title))
}
const passages = async (document: BeirDocument, settings: Parameters<typeof passagesOf>[1] = {}) =>
  passagesOf(paperOf(document), settings).map((draft) => indexedText(draft, document.title))

const WAYS: Readonly<Record<string, Way>> = {
  'whole text': async ({ title, text }) => [`${title}. ${text}`],
  'every sentence': async (document) =>
    sentencesOf(document).map((sentence) => `${document.title}. ${sentence.text}`),
  'three most central sentences': async (document) => {
    const all = sentencesOf(document)
    const rank = centralities(termVectors(all.map((sentence) => sentence.terms)))
    const top = [...all.keys()].toSorted((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0)).slice(0, 3)
    return top.map((i) => `${document.title}. ${all[i]?.text ?? ''}`)
  },
  'units without topic': async (document) => {
    const { drafts } = await summariser.summarise(paperOf(document), signal)
    return drafts.map((draft) => indexedText({ ...draft, topic: '' }, document.title))
  },
  units,
  'units and passages': async (document) => [...(await units(document)), ...(await passages(document))],
}

const PASSAGE_SIZES = [
  { sizeWords: 100, overlapWords: 25 },
  { sizeWords: 150, overlapWords: 40 },
  { sizeWords: 200, overlapWords: 0 },
  { sizeWords: 200, overlapWords: 50 },
  { sizeWords: 300, overlapWords: 75 },
]

interface Row extends Quality {
  readonly way: string
  /** Means. */
  readonly piecesADocument: number
  readonly charactersAPiece: number
}

function paperOf({ id, title, text }: BeirDocument): ReadPaper {
  return {
    id,
    pages: [{ number: 1, width: 0, height: 0, text, boxes: new Float32Array(0) }],
    description: {
      title,
      authors: [],
      abstract: '',
      year: null,
      doi: null,
      publication: NO_PUBLICATION,
      confidence: SURE,
      language: null,
      licence: null,
      sections: [],
      bodyEnd: text.length,
    },
  }
}

function sentencesOf(document: BeirDocument) {
  return paperSentences(paperBody(paperOf(document)))
}

const embedder = await openStaticEmbedder()

async function row(set: BeirSet, way: string, make: Way): Promise<Row> {
  const pieces: IndexedPiece[] = []
  for (const [document, source] of set.documents.entries())
    for (const text of await make(source)) pieces.push({ document, text })
  const characters = pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  const measured = {
    way,
    piecesADocument: Math.round((pieces.length / set.documents.length) * 100) / 100,
    charactersAPiece: Math.round(characters / pieces.length),
    ...(await qualityOf(set, pieces, embedder)),
  }
  console.log(measured)
  return measured
}

async function rows(set: BeirSet, ways: Readonly<Record<string, Way>>): Promise<Row[]> {
  const measured: Row[] = []
  for (const [way, make] of Object.entries(ways)) measured.push(await row(set, way, make))
  return measured
}

const folder = process.argv[2] ?? join(ROOT, '..', 'shared', 'data')
const scifact = readBeir(join(folder, 'scifact'))
const covidqa = readBeir(join(folder, 'covidqa'))
const sizes = Object.fromEntries(
  PASSAGE_SIZES.map((settings): [string, Way] => [
    `passages of ${settings.sizeWords} words, overlap ${settings.overlapWords}`,
    (document) => passages(document, { ...settings, wholeWords: 0 }),
  ]),
)
const figures = {
  about:
    'nDCG@10 of documents by their best piece, indexed as "title. topic. text": words (BM25, k1 1.2, b .75), vectors, and .4 words + .6 vectors.',
  embedder: embedder.id,
  scifact: { questions: scifact.questions.length, rows: await rows(scifact, WAYS) },
  covidqa: { questions: covidqa.questions.length, rows: await rows(covidqa, WAYS) },
  covidqaArticles: {
    about: 'The paragraphs of an article put together again: which passages find the right article?',
    rows: await rows(articlesOf(covidqa), { units, ...sizes }),
  },
}
writeFigures('units', figures)
await embedder.close()
