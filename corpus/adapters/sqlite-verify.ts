/**
 * Verifies a corpus. Each problem is a sentence that names the row and what to do. The check is a list of steps, each over rows in the
 * order of their keys, so that it can stop after any row and continue from there, even in another process.
 */
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { closing, isGlossError } from '../../core/index.ts'
import { prepareTableChecks } from './row-checks.ts'
import { withNamedFailures } from './sqlite-failure.ts'
import { preparePaperCheck } from './sqlite-paper-check.ts'
import { createSchema, MIGRATIONS, schemaOf } from './sqlite-schema.ts'
import { tallyProblem, WRONG_TALLIES, type WrongTally } from './sqlite-tally.ts'
import { LATE_UNITS, type LateUnit, lateProblem, type RowKey, type VerifyStep } from './verify-step.ts'

const REPAIR = 'Repair the corpus with `gloss corpus repair`.'
/** Version of the checks, raised when they find more than before: corpora verified under older rules are verified again. */
const RULES = 1

/** Where a verification stopped: after the row `after` of a step. */
export interface VerifyPlace {
  readonly step: number
  readonly after: RowKey | null
}

export interface Verified {
  readonly problems: readonly string[]
  /** Where to continue; null if everything was verified, or no more can be read. */
  readonly next: VerifyPlace | null
}

/** Identifies what a verification checks. */
export const VERIFY_VERSION = `${RULES}.${MIGRATIONS.length}`
export const VERIFY_START: VerifyPlace = { step: 0, after: null }

/** Verifies everything within one transaction, so that a concurrent write never looks like a contradiction. */
export function verifyCorpus(database: Database, path: string): string[] {
  const broken = readable(path, () => brokenPages(database))
  if (broken.length > 0) return broken.map((problem) => `${path}: ${problem} ${REPAIR}`)
  const { problems } = verifyFrom(database, path, VERIFY_START, () => false)
  return [...problems]
}

/**
 * Verifies from a place on, within one transaction, until `isTimeUp`. Leaves out SQLite's own check of the file's pages, which cannot be
 * done in parts: instead, every row is read, and looked up in each index.
 */
export function verifyFrom(
  database: Database,
  path: string,
  from: VerifyPlace,
  isTimeUp: () => boolean,
): Verified {
  const problems: string[] = []
  let next: VerifyPlace | null = null
  const verify = database.transaction(() => {
    const steps = stepsOf(database, path)
    for (let { step, after } = from; step < steps.length; step++, after = null)
      for (const { key, problems: found } of steps[step]!(after)) {
        problems.push(...found)
        if (!isTimeUp()) continue
        next = { step, after: key }
        return []
      }
    return []
  })
  problems.push(...readable(path, () => verify.deferred()))
  return { problems, next }
}

/** Returns the damage as a problem if the file cannot be read. */
function readable(path: string, read: () => string[]): string[] {
  try {
    return withNamedFailures(path, read)
  } catch (error) {
    if (!isGlossError(error, 'STORE_DAMAGED')) throw error
    return [`${error.message} ${REPAIR}`]
  }
}

function brokenPages(database: Database): string[] {
  const lines = database.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  return lines.filter((line) => line !== 'ok').map((line) => `${line}.`)
}

function stepsOf(database: Database, path: string): VerifyStep[] {
  return [
    once(() => [...schemaProblems(database), ...changeProblems(database)]),
    once(() =>
      database
        .prepare<[], WrongTally>(WRONG_TALLIES)
        .all()
        .map((wrong) => tallyProblem(wrong, REPAIR)),
    ),
    preparePaperCheck(database, path),
    ...prepareTableChecks(database, REPAIR),
  ]
}

function once(look: () => readonly string[]): VerifyStep {
  return (after) => (after === null ? [{ key: [], problems: look() }] : [])
}

function changeProblems(database: Database): string[] {
  const isWhole = database.prepare('SELECT inverse IS ~seq FROM meta').pluck().get() === 1
  const late = database.prepare<[], LateUnit>(LATE_UNITS)
  return [
    ...(isWhole ? [] : [`The number of the last change is damaged. ${REPAIR}`]),
    ...late.all().map(lateProblem),
  ]
}

/** Compares the schema, because a different trigger or index counts wrongly or finds other rows. */
function schemaProblems(database: Database): string[] {
  using fresh = closing(new SqliteDatabase(':memory:'))
  createSchema(fresh)
  const [expected, found] = [schemaOf(fresh), schemaOf(database)]
  const names = new Set([...expected.keys(), ...found.keys()])
  return [...names].flatMap((name) =>
    expected.get(name) === found.get(name) ? [] : [`The ${name} is not as Gloss makes it. ${REPAIR}`],
  )
}
