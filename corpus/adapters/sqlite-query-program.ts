/**
 * Checks what a statement would read and call. SQLite itself tells: EXPLAIN lists the program that it compiled, so no other
 * parser's view of the text is trusted. Everything opened must be one of the readable tables, everything called a listed function.
 * Source: sqlite.org/opcode.html. A test compares the list with the installed SQLite, because the format may change.
 */
import type { Database } from 'better-sqlite3'
import { READABLE_TABLES } from './sqlite-query-views.ts'

interface Step {
  readonly opcode: string
  readonly p2: number
  readonly p3: number
  readonly p4: string | null
}

/** Opcodes that open p2, the root page of a table or index, of database p3; 0 is `main`. */
const OPENS = new Set(['OpenRead', 'ReopenIdx'])
/** Opcodes that call the function in p4: `name(arguments)`. */
const CALLS = /^(Function|PureFunc|AggStep|AggStep1|AggInverse|AggValue|AggFinal)$/
/** Opcodes of virtual tables, including table functions. Writing ones need no check: SQLite reports such statements as not readonly. */
const VIRTUAL = /^V[A-Z]/

const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'count sum total avg min max group_concat string_agg median ' +
    'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value ' +
    'abs round sign floor ceil ceiling trunc sqrt pow power exp ln log log2 log10 mod ' +
    'lower upper length substr substring trim ltrim rtrim replace instr like glob concat concat_ws unicode char ' +
    'coalesce ifnull nullif iif if typeof likely unlikely date strftime ' +
    'has_words'
  ).split(' '),
)

/** Returns a sentence about what is not allowed, or null. The statement must compile. Call this within the transaction that runs it. */
export function refusalOfProgram(database: Database, sql: string): string | null {
  const pages = readablePages(database)
  const program = database.prepare<[], Step>(`EXPLAIN ${sql}`).all()
  for (const { opcode, p2, p3, p4 } of program) {
    if (VIRTUAL.test(opcode)) return 'Only the views may be read, no table functions.'
    if (OPENS.has(opcode) && !(p3 === 0 && pages.has(p2)))
      return 'The statement reads a table that is not one of the views.'
    const called = CALLS.test(opcode) ? (p4 ?? '').split('(')[0]! : null
    if (called !== null && !FUNCTIONS.has(called.toLowerCase()))
      return `The function ${called} is not allowed; allowed are ${[...FUNCTIONS].join(', ')}.`
  }
  return null
}

function readablePages(database: Database): ReadonlySet<number> {
  const places = READABLE_TABLES.map(() => '?').join(', ')
  return new Set(
    database
      .prepare<string[], number>(`SELECT rootpage FROM main.sqlite_schema WHERE tbl_name IN (${places})`)
      .pluck()
      .all(...READABLE_TABLES),
  )
}
