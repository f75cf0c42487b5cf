/** Reads questions with gold answers: the published `[{id, query, gt, category, answer_type}]` as a JSON array, JSON lines or CSV. */
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'
import { type AnswerType, answerType } from './answer-type.ts'
import { inOwnForm } from './set-forms.ts'

/** The only part of a question that a solver gets. */
export interface OpenQuestion {
  readonly id: string
  readonly query: string
  readonly category: string
  readonly answerType: AnswerType
}

export interface GoldQuestion extends OpenQuestion {
  /** Gold answer; null if the file has none, so that the question can be asked but not graded. */
  readonly gold: string | null
  /** Explanation of the gold, for graders of reasoning, or empty. */
  readonly rationale: string
  /** Kind of task, such as `retrieval` or `reasoning`, by which metrics are grouped. */
  readonly task: string | null
  readonly options?: readonly string[]
  /** Unit in which a number is asked for. */
  readonly unit?: string
}

/** A row of a sheet of any format; its line is counted from 1. */
export interface SheetRow {
  readonly cells: readonly string[]
  readonly line: number
}

/** Returns the rows of a CSV file, the names of the columns first; null if a quoted cell is never closed. */
export type ReadSheet = (text: string) => readonly SheetRow[] | null

const Text = z.union([z.string(), z.number()]).transform(String)
const MAX_FAULTS = 5
/** Matches a first line of column names that includes the question's. */
const SHEET_HEADER = /^(?![[{]).*?\b(?:query|question)\b/i

// `question` and `answer` are the names in the original files of Humanity's Last Exam.
const Row = z
  .object({
    id: Text,
    query: z.string().optional(),
    question: z.string().optional(),
    gt: Text.nullish(),
    answer: Text.nullish(),
    category: z.string().nullish(),
    answer_type: z.string().nullish(),
    rationale: z.string().nullish(),
    task: z.string().nullish(),
    options: z.array(z.string()).nullish(),
    unit: z.string().nullish(),
  })
  .refine(({ query, question }) => (query ?? question ?? '').trim() !== '', {
    path: ['query'],
    message: 'is missing or empty',
  })

/**
 * Reads questions. Throws `INPUT_INVALID` with file, place and field for unreadable rows, an unknown `answer_type` and a duplicate id;
 * the places of further faults follow the first. A set costs money to solve, so an incomplete one is refused.
 */
export function readQuestions(text: string, file: string, readSheet: ReadSheet): GoldQuestion[] {
  const faults: { readonly place: string; readonly error: GlossError }[] = []
  const questions = rowsOf(text, file, readSheet).flatMap(({ read, place }) => {
    try {
      return [questionOf(read(), place, file)]
    } catch (error) {
      if (!(error instanceof GlossError)) throw error
      faults.push({ place, error })
      return []
    }
  })
  if (faults.length > 0) throw withFurther(faults)
  const seen = new Set<string>()
  for (const { id } of questions) {
    if (seen.has(id)) throw invalid(file, `the id "${id}" occurs twice`, 'id')
    seen.add(id)
  }
  if (questions.length === 0) throw invalid(file, 'it contains no questions', 'file')
  return questions
}

function withFurther([first, ...others]: readonly { readonly place: string; readonly error: GlossError }[]) {
  const { error } = first!
  if (others.length === 0) return error
  const shown = others.slice(0, MAX_FAULTS).map(({ place }) => place)
  const more = others.length > MAX_FAULTS ? ` and ${others.length - MAX_FAULTS} more` : ''
  return new GlossError(
    'INPUT_INVALID',
    `${error.message} Also wrong: ${shown.join(', ')}${more}.`,
    error.facts,
    error,
  )
}

/** Throws `INPUT_INVALID` if no question has a gold answer: they can be answered, but the answers cannot be graded. */
export function checkGold(questions: readonly GoldQuestion[], file: string): void {
  if (questions.some(({ gold }) => gold !== null)) return
  const [first] = questions
  const what = `no question has a gold answer, from the first on ("${first?.id}"): each that is to be graded needs one in \`gt\` or \`answer\``
  throw invalid(file, what, 'gt')
}

export function openQuestion({ id, query, category, answerType: type }: GoldQuestion): OpenQuestion {
  return { id, query, category, answerType: type }
}

interface PlacedRow {
  /** Returns the row. Throws `INPUT_INVALID`. */
  readonly read: () => unknown
  /** Place for messages: `question 3` or `line 3`. */
  readonly place: string
}

function rowsOf(text: string, file: string, readSheet: ReadSheet): PlacedRow[] {
  const whole = text.replace(/^\uFEFF/, '')
  const trimmed = whole.trim()
  if (trimmed.startsWith('[')) {
    const rows = parsed(trimmed, 'the array', file) as unknown[]
    return rows.map((row, at) => ({ read: () => row, place: `question ${at + 1}` }))
  }
  if (SHEET_HEADER.test(trimmed)) return sheetRows(readSheet(trimmed), file)
  return whole.split(/\r?\n/).flatMap((line, at) => {
    const place = `line ${at + 1}`
    return line.trim() === '' ? [] : [{ read: () => parsed(line, place, file), place }]
  })
}

/** Returns rows as objects by column. Empty rows and cells are left out; a row of another width is refused. */
function sheetRows(sheet: ReturnType<ReadSheet>, file: string): PlacedRow[] {
  if (sheet === null) throw invalid(file, 'a quoted cell is never closed', 'file')
  const [head, ...others] = sheet.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const names = head?.cells.map((name) => name.trim()) ?? []
  return others.map(({ cells, line }) => {
    const place = `line ${line}`
    const read = () => {
      if (cells.length !== names.length)
        throw invalid(file, `${place} has ${cells.length} cells under ${names.length} names`, 'file')
      const filled = names.map((name, at) => [name, cells[at]]).filter(([, cell]) => cell !== '')
      return Object.fromEntries(filled)
    }
    return { read, place }
  })
}

function parsed(json: string, place: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw invalid(file, `${place} is not valid JSON: ${String(error)}`, 'file', error)
  }
}

function questionOf(row: unknown, place: string, file: string): GoldQuestion {
  const { data, error } = Row.safeParse(inOwnForm(row))
  if (error) {
    const faults = error.issues
      .slice(0, MAX_FAULTS)
      .map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
    throw invalid(file, `${place}: ${faults.join('; ')}`, String(error.issues[0]!.path[0] ?? 'file'))
  }
  const { options, unit } = data
  return {
    id: data.id,
    query: (data.query ?? data.question)!,
    gold: goldIn(data.gt) ?? goldIn(data.answer),
    category: data.category ?? '',
    answerType: typeOf(data.answer_type ?? 'auto', place, file),
    rationale: data.rationale ?? '',
    task: data.task ?? null,
    ...(options ? { options } : {}),
    ...(unit ? { unit } : {}),
  }
}

/** Returns the gold; null if it is only white space, which no answer matches. */
function goldIn(given: string | null | undefined): string | null {
  return given == null || given.trim() === '' ? null : given
}

function typeOf(name: string, place: string, file: string): AnswerType {
  try {
    return answerType(name)
  } catch (error) {
    if (!(error instanceof GlossError)) throw error
    throw invalid(file, `${place}: ${error.message}`, 'answer_type', error)
  }
}

function invalid(file: string, what: string, field: string, cause?: unknown): GlossError {
  return new GlossError(
    'INPUT_INVALID',
    `The questions of ${file} cannot be used: ${what}.`,
    { file, field },
    cause,
  )
}
