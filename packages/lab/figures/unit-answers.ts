/**
 * Measures how many answers to factual questions about papers their units contain, and in what share of the text. `npm run measure
 * unit-answers` reads packages/lab/research/units/questions.tsv over the labelled papers of odd index by name, on which nothing was tuned;
 * a reader who had not seen their units wrote the questions from the papers. `-- --units FILE` also writes every unit of those papers, for
 * reading.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { UnitDraft } from '../../../corpus/index.ts'
import { paperText } from '../../../corpus/index.ts'
import { openPaperPool } from '../../../ingest/adapters/paper-pool.ts'
import { createExtractiveSummariser, passagesOf, type ReadPaper } from '../../../ingest/index.ts'
import { sourceOf, TEST_LIMITS } from '../../../tests/fixtures/labelled-papers.ts'
import { sharedPath } from '../../../tests/fixtures/shared.ts'

const ROOT = join(import.meta.dirname, '..')
const QUESTIONS = join(ROOT, 'research', 'units', 'questions.tsv')

interface Question {
  readonly file: string
  readonly question: string
  readonly kind: string
  /** Matches a text that states the answer, with single spaces for all white space. */
  readonly answer: RegExp
}

interface Judged extends Question {
  readonly inUnits: boolean
  readonly inPassages: boolean
}

function readQuestions(): Question[] {
  const [, ...lines] = readFileSync(QUESTIONS, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [file = '', question = '', kind = '', , pattern = ''] = line.split('\t')
    return { file, question, kind, answer: new RegExp(pattern) }
  })
}

const { values: options } = parseArgs({ options: { units: { type: 'string' } } })
const summariser = createExtractiveSummariser()
const reader = openPaperPool({ workers: 1, limits: { ...TEST_LIMITS, ocr: 'never' } })
const judged: Judged[] = []
const size = { papers: 0, units: 0, unitCharacters: 0, textCharacters: 0 }
const listed: string[] = []

for (const [file, questions] of Map.groupBy(readQuestions(), (question) => question.file)) {
  const paper = await readPaper(file)
  const { drafts } = await summariser.summarise(paper, AbortSignal.timeout(60_000))
  const passages = passagesOf(paper)
  size.papers++
  size.units += drafts.length
  size.unitCharacters += drafts.reduce((sum, { text }) => sum + text.length, 0)
  size.textCharacters += paperText(paper.pages).length
  for (const question of questions)
    judged.push({
      ...question,
      inUnits: holds(drafts, question.answer),
      inPassages: holds(passages, question.answer),
    })
  listed.push(...drafts.map(({ locator, text }) => [file, locator, onOneLine(text)].join('\t')))
}
await reader.close()

const figures = {
  questions: judged.length,
  inUnits: share(judged, 'inUnits'),
  inPassages: share(judged, 'inPassages'),
  byKind: Object.fromEntries(
    [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, of]) => [
      kind,
      { questions: of.length, inUnits: share(of, 'inUnits') },
    ]),
  ),
  papers: size.papers,
  units: size.units,
  shareOfText: rounded(size.unitCharacters / size.textCharacters),
  missed: judged.filter(({ inUnits }) => !inUnits).map(({ file, question }) => ({ file, question })),
}
console.log(figures)
if (options.units !== undefined) writeFileSync(options.units, `${listed.join('\n')}\n`)

async function readPaper(file: string): Promise<ReadPaper> {
  const bytes = readFileSync(sharedPath('papers', 'labelled', file))
  const reading = await reader.read(sourceOf(file, bytes), bytes, AbortSignal.timeout(120_000))
  if (!reading.ok) throw new Error(`${file}: ${reading.detail}`)
  return { id: file, pages: reading.pages, description: reading.description }
}

function holds(drafts: readonly UnitDraft[], answer: RegExp): boolean {
  return drafts.some(({ text, reading }) => answer.test(onOneLine(text)) || answer.test(reading ?? ''))
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function share(of: readonly Judged[], where: 'inUnits' | 'inPassages'): number {
  return rounded(of.filter((question) => question[where]).length / of.length)
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
