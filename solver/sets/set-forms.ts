/**
 * Converts rows of published sets from their authors' formats to that of question files: SuperGPQA, MMLU-Pro, GPQA, TRQA, GAIA,
 * Humanity's Last Exam. Options are added to the question with their letters, since a solver sees nothing else of a row. TRQA's sheets
 * have no ids and write options as JSON in a cell; the id is derived from the question's text.
 */
import { contentId } from '../../core/index.ts'

type Fields = Readonly<Record<string, unknown>>

// The first one present counts. MMLU-Pro: question_id; SuperGPQA: uuid; GAIA: task_id; GPQA: Record ID.
const NAMES = {
  id: ['id', 'uuid', 'question_id', 'task_id', 'Record ID', 'ID'],
  query: ['query', 'question', 'Question'],
  gt: ['gt', 'answer_letter', 'Final answer', 'answer', 'Answer'],
  category: ['category', 'discipline', 'High-level domain', 'raw_subject'],
  options: ['options', 'choices', 'Options'],
} as const
const ID_CHARACTERS = 12
const WRONG = ['Incorrect Answer 1', 'Incorrect Answer 2', 'Incorrect Answer 3'] as const

/** Returns the row with the names and values of question files; a row in an unknown format is returned unchanged. */
export function inOwnForm(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  const fields = row as Fields
  const first = (names: readonly string[]) =>
    names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== '')
  const found = Object.fromEntries(
    Object.entries(NAMES).map(([name, names]) => [name, first(names)] as const),
  )
  const level = fields['Level'] === undefined ? undefined : `Level ${String(fields['Level'])}`
  const choice = shuffledAnswers(fields) ?? { options: listOf(found['options']), gt: found['gt'] }
  const { options, gt } = choice
  const id = found['id'] ?? idOfSheet(fields)
  return {
    ...fields,
    ...found,
    ...(id === undefined ? {} : { id }),
    category: found['category'] ?? level,
    gt: lettersOf(gt, options) ?? gt,
    options,
    ...(typeof found['query'] === 'string' && options !== undefined
      ? { query: withOptions(found['query'], options) }
      : {}),
    ...(lettersOf(gt, options) !== null && fields['answer_type'] === undefined
      ? { answer_type: 'multipleChoice' }
      : {}),
  }
}

/** Returns GPQA's right answer and three wrong ones in an order derived from the question, which does not reveal the right one. */
function shuffledAnswers(fields: Fields): { readonly options: string[]; readonly gt: string } | null {
  const right = fields['Correct Answer']
  if (typeof right !== 'string') return null
  const wrong = WRONG.map((name) => fields[name]).filter((text) => typeof text === 'string')
  const order = (text: string) => contentId(`${String(fields['Question'])}\n${text}`)
  const options = [right, ...wrong]
    .map((text) => text.trim())
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
  return { options, gt: letterAt(options.indexOf(right.trim())) }
}

function idOfSheet({ Question: asked, Answer: answer }: Fields): string | undefined {
  return typeof asked === 'string' && answer !== undefined
    ? contentId(asked).slice(0, ID_CHARACTERS)
    : undefined
}

/** Returns options from a list, an object by letters, or the JSON of either in a cell. */
function listOf(given: unknown): string[] | undefined {
  const options = typeof given === 'string' ? jsonIn(given) : given
  if (Array.isArray(options)) return options.map(String)
  if (typeof options !== 'object' || options === null) return undefined
  return Object.entries(options)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, text]) => String(text))
}

/** Returns the parsed JSON; undefined for other text. */
function jsonIn(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

const LETTERED = /^\s*\(?[A-Z][.:)]/

/** Adds options to a question unless it already contains them. */
function withOptions(query: string, options: readonly string[]): string {
  if (options.length === 0 || options.every((option) => query.includes(option.trim()))) return query
  const isLettered = options.every((option) => LETTERED.test(option))
  const lines = options.map((option, at) =>
    isLettered ? option.trim() : `${letterAt(at)}) ${option.trim()}`,
  )
  return `${query.trimEnd()}\n\n${lines.join('\n')}`
}

/** Returns distinct letters of options, written like `B`, `BCD` or `B, C`; null for anything else. */
function lettersOf(gt: unknown, options: readonly string[] | undefined): string | null {
  if (typeof gt !== 'string' || options === undefined) return null
  const letters = gt.replace(/[\s,;]/g, '')
  const known = new Set(options.map((_, at) => letterAt(at)))
  const isEach = letters !== '' && new Set(letters).size === letters.length
  return isEach && [...letters].every((letter) => known.has(letter)) ? letters : null
}

function letterAt(at: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + at)
}
