/** A transaction of thousands of rows, during which everything else that the thread has to do gets its turn. */
import type { Database } from 'better-sqlite3'
import { createTurns } from '../../core/index.ts'

/**
 * Runs the steps in one transaction, which is left open while others have their turn: readers on other connections see what was
 * before, and no other writer gets in. Nothing else may be changed over this connection until it resolves. A step that throws undoes all.
 */
export async function inTurns(database: Database, steps: () => Iterable<void>): Promise<void> {
  const takeTurns = createTurns()
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const _ of steps()) await takeTurns()
    database.exec('COMMIT')
  } catch (error) {
    // A full disk has ended it already.
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}
