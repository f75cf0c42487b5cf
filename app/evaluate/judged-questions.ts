/** Judged questions from files of BEIR's form, with what could not be read counted by reason. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { GlossError, linesOf, openFile } from '../../core/index.ts'
import { type JudgedQuestion, parseBeirQueries, parseQrels } from '../../evaluation/index.ts'

/** Where the questions are: two files, or a folder that holds them under BEIR's names; a file that is named wins. */
export interface QuestionFiles {
  readonly data?: string | undefined
  readonly queries?: string | undefined
  readonly qrels?: string | undefined
}

export interface QuestionSet {
  readonly queries: string
  readonly qrels: string
  readonly questions: readonly JudgedQuestion[]
  /** True where any question was made by a model or a template. */
  readonly synthetic: boolean
  /** `bad_query`, `repeated_query`, `bad_judgement`, `query_without_judgement`, `judgement_without_query`. */
  readonly losses: Readonly<Record<string, number>>
}

const QRELS_NAMES = ['qrels.tsv', join('qrels', 'test.tsv')]

/** Throws `INPUT_INVALID` where files are not named or no query has a relevant document, `PATH_NOT_FOUND`, `FILE_UNREADABLE`. */
export async function readJudgedQuestions(files: QuestionFiles): Promise<QuestionSet> {
  const { queries, qrels } = pathsOf(files)
  const losses: Record<string, number> = {}
  const lose = (reason: string, by = 1) => {
    if (by > 0) losses[reason] = (losses[reason] ?? 0) + by
  }
  const gains = await readGains(qrels, () => lose('bad_judgement'))
  const asked = new Map<string, JudgedQuestion>()
  let synthetic = false
  const chunks = await openFile(queries, 'Questions are read from a file')
  for await (const { id, text, isSynthetic } of parseBeirQueries(linesOf(chunks), () => lose('bad_query'))) {
    if (asked.has(id)) {
      lose('repeated_query')
      continue
    }
    synthetic ||= isSynthetic === true
    asked.set(id, { id, text, judgements: gains.get(id) ?? new Map() })
  }
  const questions = [...asked.values()].filter(isJudged)
  lose('query_without_judgement', asked.size - questions.length)
  lose('judgement_without_query', [...gains.keys()].filter((id) => !asked.has(id)).length)
  if (questions.length === 0) throw nothingToAsk(queries, qrels, losses)
  return { queries, qrels, questions, synthetic, losses }
}

function pathsOf({ data, queries, qrels }: QuestionFiles): { queries: string; qrels: string } {
  const found = {
    queries: queries ?? (data === undefined ? undefined : join(data, 'queries.jsonl')),
    qrels: qrels ?? (data === undefined ? undefined : qrelsIn(data)),
  }
  if (found.queries !== undefined && found.qrels !== undefined)
    return { queries: found.queries, qrels: found.qrels }
  const missing = found.queries === undefined ? 'queries' : 'qrels'
  throw new GlossError(
    'INPUT_INVALID',
    'Judged questions need two files (--queries FILE and --qrels FILE) or a folder with both (--data DIR).',
    { field: missing },
  )
}

function qrelsIn(folder: string): string {
  const found = QRELS_NAMES.map((name) => join(folder, name)).find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new GlossError(
    'PATH_NOT_FOUND',
    `A BEIR folder keeps its judgements in ${QRELS_NAMES.join(' or ')}; ${folder} has neither.`,
    { path: folder },
  )
}

async function readGains(path: string, onBadLine: () => void): Promise<Map<string, Map<string, number>>> {
  const gains = new Map<string, Map<string, number>>()
  const chunks = await openFile(path, 'Judgements are read from a file')
  for await (const { query, document, score } of parseQrels(linesOf(chunks), onBadLine)) {
    const known = gains.get(query) ?? new Map<string, number>()
    gains.set(query, known.set(document, score))
  }
  return gains
}

function isJudged({ judgements }: JudgedQuestion): boolean {
  return [...judgements.values()].some((gain) => gain > 0)
}

function nothingToAsk(queries: string, qrels: string, losses: Readonly<Record<string, number>>): GlossError {
  const lost = Object.entries(losses).map(([reason, count]) => `${reason} ${count}`)
  const why = lost.length === 0 ? '' : ` (${lost.join(', ')})`
  return new GlossError('INPUT_INVALID', `No query in ${queries} has a judgement in ${qrels}${why}.`, {
    field: 'qrels',
    ...losses,
  })
}
