/** Run files of TREC: a line for each hit, `question Q0 document rank score name`, apart by spaces or tabs. */
import { GlossError, type NumberedLine } from '../core/index.ts'

export interface RunHit {
  readonly document: string
  readonly score: number
}

/** What one system found: hits of each question, best first. */
export interface Run {
  /** The name in its last column; of the first line where they differ. */
  readonly name: string
  readonly questions: ReadonlyMap<string, readonly RunHit[]>
}

const COLUMNS = 6
const FORM = 'a line of a run is `question Q0 document rank score name`'

/**
 * Ranks are not read: hits are ordered by score, as trec_eval orders them. Throws `INPUT_INVALID` with the file and the line for a line
 * of another form, a score that is no finite number, and a document that a question has twice; also where the file has no line.
 */
export async function parseRun(lines: AsyncIterable<NumberedLine>, file: string): Promise<Run> {
  const questions = new Map<string, Map<string, RunHit>>()
  let name: string | null = null
  for await (const { number, text } of lines) {
    if (text.trim() === '') continue
    const cells = text.trim().split(/\s+/)
    const [question, , document, , scoreText, tag] = cells
    if (cells.length !== COLUMNS) throw bad(file, number, `it has ${cells.length} columns, and ${FORM}`)
    const score = Number(scoreText)
    if (!Number.isFinite(score)) throw bad(file, number, `its score, "${scoreText}", is no number`)
    const hits = questions.get(question!) ?? new Map<string, RunHit>()
    if (hits.has(document!))
      throw bad(file, number, `question "${question}" has the document "${document}" already`)
    questions.set(question!, hits.set(document!, { document: document!, score }))
    name ??= tag!
  }
  if (name === null) throw new GlossError('INPUT_INVALID', `${file} holds no hit: ${FORM}.`, { path: file })
  const ranked = [...questions].map(([id, hits]) => [id, rankedByScore([...hits.values()])] as const)
  return { name, questions: new Map(ranked) }
}

/** Best first; equal scores in falling order of the document's name, as trec_eval breaks ties. It reads scores as 32-bit numbers. */
export function rankedByScore(hits: readonly RunHit[]): RunHit[] {
  return [...hits].sort(
    (a, b) =>
      Math.fround(b.score) - Math.fround(a.score) ||
      Buffer.compare(Buffer.from(b.document), Buffer.from(a.document)),
  )
}

/**
 * The lines of a run file. Scores that are equal, or that 32 bits do not tell apart, are made to fall by the least step, so that every
 * reader has the hits in our order. Throws `INPUT_INVALID` for ids or a name with spaces, which the format cannot hold.
 */
export function* runLines({ name, questions }: Run): Iterable<string> {
  checkWord(name)
  for (const [question, hits] of questions) {
    checkWord(question)
    let last = Number.POSITIVE_INFINITY
    for (const [place, { document, score }] of hits.entries()) {
      checkWord(document)
      last = Math.min(Math.fround(score), nextBelow(last))
      yield `${question} Q0 ${document} ${place + 1} ${last} ${name}`
    }
  }
}

/** The next lower 32-bit number. */
function nextBelow(value: number): number {
  if (!Number.isFinite(value)) return value
  const cell = new Float32Array([value])
  const bits = new Int32Array(cell.buffer)
  if (value > 0) bits[0]!--
  else if (value < 0) bits[0]!++
  else return -(2 ** -149)
  return cell[0]!
}

function checkWord(word: string): void {
  if (/^\S+$/.test(word)) return
  throw new GlossError(
    'INPUT_INVALID',
    `A run file keeps its columns apart by spaces, so it cannot hold the id "${word}". Write the ids of questions and documents without spaces.`,
    { field: 'runs' },
  )
}

function bad(file: string, line: number, why: string): GlossError {
  return new GlossError('INPUT_INVALID', `Line ${line} of ${file} cannot be read: ${why}.`, {
    path: file,
    line,
  })
}
