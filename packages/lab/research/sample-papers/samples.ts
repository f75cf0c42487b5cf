/** All the files of samples/, made from content/ and questions.yaml. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { plainText } from './inline-markup.ts'
import { type PaperContent, readPaperContent } from './paper-content.ts'
import { typesetPaper } from './typesetter.ts'

export interface SampleFile {
  /** Relative to samples/. */
  readonly path: string
  readonly bytes: Uint8Array
}

const Questions = z.array(z.strictObject({ question: z.string(), papers: z.array(z.string()).min(1) }))

export async function* makeSamples(): AsyncIterable<SampleFile> {
  const contents = readContents()
  for (const content of contents)
    yield { path: `papers/${content.name}.pdf`, bytes: await typesetPaper(content) }
  yield { path: 'labels.json', bytes: utf8(`${JSON.stringify(contents.map(labelOf), null, 1)}\n`) }
  const questions = Questions.parse(parse(readFileSync(join(import.meta.dirname, 'questions.yaml'), 'utf8')))
  const names = new Set(contents.map((content) => content.name))
  const judgements = questions.flatMap(({ papers }, i) => papers.map((paper) => [questionId(i), paper, 1]))
  for (const [, paper] of judgements)
    if (!names.has(String(paper))) throw new Error(`questions.yaml names an unknown paper: ${paper}`)
  const records = questions.map(({ question }, i) => JSON.stringify({ _id: questionId(i), text: question }))
  yield { path: 'questions.jsonl', bytes: utf8(`${records.join('\n')}\n`) }
  const rows = [['query-id', 'corpus-id', 'score'], ...judgements]
  yield { path: 'qrels.tsv', bytes: utf8(`${rows.map((row) => row.join('\t')).join('\n')}\n`) }
}

function readContents(): PaperContent[] {
  const folder = join(import.meta.dirname, 'content')
  const names = readdirSync(folder).sort()
  return names.map((name) => readPaperContent(join(folder, name)))
}

/** What a perfect reader of the PDF finds. */
function labelOf(content: PaperContent) {
  const { front, name, blocks } = content
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' ? [{ level: block.level, heading: block.text }] : [],
  )
  return {
    file: `${name}.pdf`,
    title: plainText(front.title),
    abstract: plainText(content.abstract),
    authors: front.authors,
    year: front.year,
    doi: front.doi,
    topic: front.topic,
    headings: headings.map(({ level, heading }) => ({ level, heading: plainText(heading) })),
  }
}

function questionId(index: number): string {
  return `q${String(index + 1).padStart(2, '0')}`
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
