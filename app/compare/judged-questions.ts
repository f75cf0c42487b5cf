/** Reads judged questions from files in BEIR's format, and counts by reason what could not be read. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type JudgedQuestion, parseBeirQueries, parseQrels } from '../../comparison/index.ts'
import { GlossError, invalidInput, linesOf, openFile } from '../../core/index.ts'

/** Files of the questions: two files, or a folder that has them under BEIR's names; a named file takes precedence. */
export interface QuestionFiles {
  readonly data?: string | undefined
  readonly queries?: string | undefined
  readonly qrels?: string | undefined
}

const QRELS_NAMES = ['qrels.tsv', join('qrels', 'test.tsv')]

/** Throws `INPUT_INVALID` if files are missing or no query has a relevant document, `PATH_NOT_FOUND`, `FILE_UNREADABLE`. */
export async function readJudgedQuestions(files: QuestionFiles) {
  const { queries, qrels } = pathsOf(files)
  const losses: Record<string, number> = {}
  const lose = (reason: string, by = 1) => {
    if (by > 0) losses[reason] = (losses[reason] ?? 0) + by
  }
  const firstBad: { query?: number; judgement?: number } = {}
  const gains = await readGains(qrels, (line) => {
    lose('bad_judgement')
    firstBad.judgement ??= line
  })
  const asked = new Map<string, JudgedQuestion>()
  let synthetic = false
  const chunks = await openFile(queries, 'Questions are read from a file')
  const onBadQuery = (line: number) => {
    lose('bad_query')
    firstBad.query ??= line
  }
  for await (const { id, text, isSynthetic } of parseBeirQueries(
    linesOf(chunks, { name: queries }),
    onBadQuery,
  )) {
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
  if (questions.length === 0)
    throw invalidInput(
      asked.size === 0 ? 'queries' : 'qrels',
      nothingToAsk({ queries, qrels, asked: [...asked.keys()], gains, firstBad }),
      { ...losses },
    )
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
  const given = queries ?? qrels
  const lacking =
    given === undefined ? '' : ` ${given} has only the ${queries === undefined ? 'judgements' : 'questions'}.`
  throw invalidInput(
    missing,
    `Judged questions need two files (--queries FILE and --qrels FILE) or a folder with both (--data DIR).${lacking}`,
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

async function readGains(
  path: string,
  onBadLine: (line: number) => void,
): Promise<Map<string, Map<string, number>>> {
  const gains = new Map<string, Map<string, number>>()
  const chunks = await openFile(path, 'Judgements are read from a file')
  for await (const { query, document, score } of parseQrels(linesOf(chunks, { name: path }), onBadLine)) {
    const known = gains.get(query) ?? new Map<string, number>()
    gains.set(query, known.set(document, score))
  }
  return gains
}

function isJudged({ judgements }: JudgedQuestion): boolean {
  return [...judgements.values()].some((gain) => gain > 0)
}

interface UnusableFiles {
  readonly queries: string
  readonly qrels: string
  /** Ids of the questions that could be read. */
  readonly asked: readonly string[]
  readonly gains: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Numbers of the first lines that could not be read. */
  readonly firstBad: { readonly query?: number; readonly judgement?: number }
}

const QUERY_FORM = 'a question is a line of JSON such as {"_id": "q1", "text": "What is lupeol?"}'
const JUDGEMENT_FORM =
  'a judgement is a line `query-id<TAB>corpus-id<TAB>score`, or `query 0 document score` in the format of TREC; a score above 0 means that the document answers the question'

/** Returns the error that names the file, its line and what that lacks. */
function nothingToAsk({ queries, qrels, asked, gains, firstBad }: UnusableFiles): string {
  const [question] = asked
  const [judged] = gains.keys()
  if (question === undefined) return `${queries} has no question${atLine(firstBad.query)}: ${QUERY_FORM}.`
  if (judged === undefined)
    return `${qrels} has no judgement of the ${asked.length} questions in ${queries}${atLine(firstBad.judgement)}: ${JUDGEMENT_FORM}.`
  if (!asked.some((id) => gains.has(id)))
    return `No judgement in ${qrels} is about one of the ${asked.length} questions in ${queries}: the first question is "${question}", the first judged one "${judged}".`
  return `${qrels} judges no document relevant to a question in ${queries}: ${JUDGEMENT_FORM}.`
}

function atLine(line: number | undefined): string {
  return line === undefined ? '' : `, and line ${line} cannot be read`
}
