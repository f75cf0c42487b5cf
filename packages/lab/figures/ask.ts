/**
 * Measures what `ask` shows without a model, and what it refuses or marks as doubtful. Asks packages/lab/research/questions over the
 * available papers, ingested with the defaults and --topic none. `passage`: share of questions whose first place contains the answer;
 * `sentence`: whose first statement does; `first` and `shown`: whose first, or any shown, statement does, of all questions.
 * Run: npm run measure ask [-- --half tuned] [-- --embedder minilm] [-- --questions FILE] [-- --workspace DIR] [-- --print]   (some
 * minutes)
 */
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AskAnswer, ask, type Gloss, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import type { EmbedderName } from '../../../app/wiring/embedders.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'

const FOLDER = join(import.meta.dirname, '..', 'research', 'questions')
const PAPERS = ['real', 'labelled', 'mixed'].map((folder) => sharedPath('papers', folder))
const EMBEDDERS = 'static,minilm'
const CORPUS = 'main'
const never = new AbortController().signal

interface Question {
  readonly id: string
  readonly kind: 'reworded' | 'fact' | 'number' | 'unanswerable'
  readonly question: string
  /** Patterns, one of which matches a text with the answer; empty if the papers do not answer. */
  readonly answers: readonly string[]
}

interface Row extends Question {
  readonly answer: AskAnswer
}

const { values: options } = parseArgs({
  options: {
    half: { type: 'string', default: 'kept' },
    questions: { type: 'string' },
    embedder: { type: 'string', default: EMBEDDERS },
    workspace: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
})

function readQuestions(): Question[] {
  const path = options.questions ?? join(FOLDER, `${options.half}.jsonl`)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Question)
}

async function openPapers(embedder: EmbedderName): Promise<Gloss> {
  const folder = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-ask-')))
  const settings = { workspace: join(folder, embedder), embedder }
  const gloss = await openGloss(loadConfig(settings, { GLOSS_MODELS: sharedPath('models') }))
  if (!(await gloss.workspace.listCorpora()).includes(CORPUS))
    await ingestPaths(gloss, { paths: PAPERS, corpus: CORPUS, topic: 'none' }, () => undefined, never)
  return gloss
}

async function askAll(gloss: Gloss, questions: readonly Question[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const question of questions) {
    const request = { question: question.question, corpus: CORPUS, usesModel: false }
    for await (const event of ask(gloss, request, never))
      if (event.type === 'answer') rows.push({ ...question, answer: event.answer })
  }
  return rows
}

function figuresOf(rows: readonly Row[]) {
  const count = (has: (row: Row) => boolean) => rows.filter(has).length
  const isPassageFirst = (row: Row) => holds(row, row.answer.citations[0]?.quote)
  const isFirst = (row: Row) => holds(row, row.answer.sentences[0]?.text)
  return {
    questions: rows.length,
    refused: count(({ answer }) => !answer.answerable),
    doubtful: count(({ answer }) => answer.support === 'doubtful'),
    passage: count(isPassageFirst),
    sentence: count((row) => isPassageFirst(row) && isFirst(row)),
    first: count(isFirst),
    shown: count((row) => holds(row, row.answer.answer)),
  }
}

function holds({ answers }: Question, text = ''): boolean {
  const line = text.replace(/\s+/g, ' ')
  return answers.some((pattern) => new RegExp(pattern).test(line))
}

function printed(row: Row): string {
  const { id, kind, question, answer } = row
  const isShown = holds(row, answer.answer)
  const near = answer.shown.map(({ statement }) => `  (near) ${statement}`)
  const said = answer.sentences.map(({ text, support }) => `  ${support}: ${text}`)
  const head = `${id} ${kind}: ${question} -> ${answer.support}${isShown ? ', answer shown' : ''}`
  return [head, ...said, ...near].join('\n')
}

if (!hasShared) console.log('skipped: ../shared is not here')
else
  for (const embedder of options.embedder.split(',') as EmbedderName[]) {
    const gloss = await openPapers(embedder)
    const rows = await askAll(gloss, readQuestions())
    await gloss.close()
    if (options.print) console.log(rows.map(printed).join('\n\n'))
    const byKind = Map.groupBy(rows, ({ kind }) => kind)
    console.log(`${options.questions ?? options.half}, ${embedder}`)
    console.table(Object.fromEntries([...byKind].map(([kind, of]) => [kind, figuresOf(of)])))
  }
