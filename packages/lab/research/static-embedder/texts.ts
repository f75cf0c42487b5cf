/**
 * The texts that the teacher embeds: titles, sentences, runs of two or three sentences and whole passages of the corpora,
 * each once. Questions are marked, so that training can leave them out.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentences } from '../../../../core/index.ts'

const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train', '2wiki-half'] as const
// Shorter "sentences" are headings, list marks and slips of the splitter.
const MIN_SENTENCE_CHARACTERS = 20

export type TextKind = 'title' | 'sentence' | 'run' | 'passage' | 'question'

export interface TeacherText {
  readonly set: string
  readonly kind: TextKind
  readonly text: string
}

interface Row {
  readonly title?: string
  readonly text: string
}

export function collectTexts(dataFolder: string): TeacherText[] {
  const seen = new Map<string, TeacherText>()
  const add = (set: string, kind: TextKind, text: string): void => {
    if (text.length > MIN_SENTENCE_CHARACTERS && !seen.has(text)) seen.set(text, { set, kind, text })
  }
  for (const set of SETS) {
    for (const row of readRows(join(dataFolder, set, 'queries.jsonl'))) add(set, 'question', row.text)
    for (const row of readRows(join(dataFolder, set, 'corpus.jsonl')))
      for (const [kind, text] of textsOf(row)) add(set, kind, text)
  }
  const units = join(dataFolder, 'eigen1-units', 'paragraphs.json')
  if (existsSync(units))
    for (const text of JSON.parse(readFileSync(units, 'utf8')) as string[])
      for (const [kind, part] of textsOf({ text })) add('eigen1-units', kind, part)
  return [...seen.values()]
}

function* textsOf(row: Row): Iterable<[TextKind, string]> {
  const title = row.title ?? ''
  yield ['title', title]
  const spans = sentences(row.text)
  for (const span of spans) yield ['sentence', row.text.slice(span.start, span.end)]
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const last = spans[i % 4 === 0 ? i + 1 : Math.min(i + 2, spans.length - 1)]!
    yield ['run', row.text.slice(spans[i]!.start, last.end)]
  }
  yield ['passage', title === '' ? row.text : `${title}. ${row.text}`]
}

function readRows(path: string): Row[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Row)
}
