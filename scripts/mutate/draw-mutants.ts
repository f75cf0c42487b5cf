/** Draws the faults of a run: seeded, and by kinds in turn, so that the many numbers of tables do not crowd out what is rarer. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shuffle } from '../../core/index.ts'
import { MUTANT_KINDS, type Mutant, mutantKey } from './mutant.ts'
import { proposeMutants } from './propose-mutants.ts'

/** The code that decides whether an answer is right. */
export const DECIDING = [
  'core',
  'ingest/passages',
  'ingest/gate',
  'ingest/summarise',
  'index',
  'graph',
  'retrieval',
  'monitor',
  'solver/reading',
  'evaluation',
  'training',
] as const

/** Adapters and what starts processes: their faults are seen by tests that take minutes. */
const LEFT_OUT = /\/adapters\/|^core\/(?:child-pool|child-environment|resident-memory)\.ts$/

/** A fault that changes nothing a caller can see, with the reason. */
export interface Excluded extends Pick<Mutant, 'file' | 'lineText' | 'was' | 'becomes'> {
  readonly why: string
}

/** One list for each folder of `DECIDING`'s roots. */
export function readExcluded(): Excluded[] {
  const folder = join(import.meta.dirname, 'excluded')
  return globSync('*.json', { cwd: folder }).flatMap(
    (list) => JSON.parse(readFileSync(join(folder, list), 'utf8')) as Excluded[],
  )
}

/** From `root`. */
export function decidingFiles(root: string, only: string | undefined): string[] {
  return DECIDING.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => !LEFT_OUT.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => only === undefined || file === only || file.startsWith(`${only}/`))
    .sort()
}

/** Every fault of the files, in the order in which they are tried: one of each kind in turn. */
export function drawMutants(root: string, files: readonly string[], seed: number): Mutant[] {
  const excluded = new Set(readExcluded().map(mutantKey))
  const all = files.flatMap((file) => proposeMutants(file, readFileSync(join(root, file), 'utf8')))
  const byKind = MUTANT_KINDS.map((kind) =>
    shuffle(
      all.filter((mutant) => mutant.kind === kind),
      seed,
    ),
  )
  const longest = Math.max(...byKind.map((some) => some.length))
  const inTurn = Array.from({ length: longest }, (_, turn) => byKind.flatMap((some) => some[turn] ?? []))
  // Taken out at the end, so that the others are drawn as they were before one was excluded.
  return inTurn.flat().filter((mutant) => !excluded.has(mutantKey(mutant)))
}
