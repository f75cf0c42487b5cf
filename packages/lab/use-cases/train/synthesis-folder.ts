/** Manages the folder of a synthesis: its journal, from which it is resumed, and its results. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { contentId, GlossError, writeFailure, writeNamedFile } from '../../../../core/index.ts'
import { takeFileLock } from '../../../../corpus/adapters/file-lock.ts'
import { openSqliteRunStore } from '../../../../solver/adapters/sqlite-run-database.ts'
import type { RunPlan, RunRecord, RunStore } from '../../../../solver/index.ts'
import type { SynthesisState } from '../../training/index.ts'

const JOURNAL_FILE = 'journal.sqlite'
const QUESTIONS_FILE = 'questions.jsonl'
const PHRASES_FILE = 'phrases.jsonl'
const REPORT_FILE = 'report.json'

/** Name of the pattern in the journal; not one that `solve` knows. */
export const SYNTHESIS_PATTERN = 'synthesise'

export interface SynthesisFolder extends AsyncDisposable {
  readonly store: RunStore
  /** Record of the run; null for a synthesis that has not begun. */
  readonly record: RunRecord | null
}

/**
 * Opened by one process at a time. Throws `RESULTS_BUSY`, `STORE_DAMAGED` for a journal that is none, and `INPUT_INVALID` for a folder with
 * questions from elsewhere.
 */
export async function openSynthesisFolder(folder: string): Promise<SynthesisFolder> {
  const journal = join(folder, JOURNAL_FILE)
  if (existsSync(join(folder, QUESTIONS_FILE)) && !existsSync(journal))
    throw new GlossError(
      'INPUT_INVALID',
      `${folder} holds ${QUESTIONS_FILE} without the journal of a synthesis; name another folder with --out.`,
      { field: 'out', path: folder },
    )
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw writeFailure(folder, error)
  }
  const lock = takeFileLock(journal, {
    code: 'RESULTS_BUSY',
    busy: `The questions in ${folder} are being made`,
    purpose: 'gloss synthesise',
  })
  try {
    const store = openSqliteRunStore(journal)
    const [record = null] = await store.list(1)
    return {
      store,
      record,
      async [Symbol.asyncDispose]() {
        await store.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The run of the folder: the one that was begun there, with the same plan but for its budget, or a new one. Throws `INPUT_INVALID` for another plan. */
export async function synthesisRun(
  { store, record }: SynthesisFolder,
  folder: string,
  plan: RunPlan,
): Promise<RunRecord> {
  if (record === null) return await store.create(plan, new Date().toISOString())
  const fixed = ({ settings, corpus, backend }: RunPlan) => ({ settings, corpus, backend })
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(fixed(plan))), fixed(record.plan))) return record
  throw new GlossError(
    'INPUT_INVALID',
    `${folder} holds a synthesis with other settings or of another corpus; repeat it with those, or name another folder with --out.`,
    { field: 'out', path: folder },
  )
}

/** Replaces the files, with a line per question in the form of a question file, and a line per phrase. Returns their paths. */
export async function writeSynthesis(
  folder: string,
  { pairs, phrases }: SynthesisState,
  report: object,
): Promise<string[]> {
  const questions = pairs.map(({ question, truth, units, ...rest }) => ({
    id: contentId(question).slice(0, 12),
    query: question,
    gt: truth,
    category: 'synthetic',
    ...rest,
    units: units.map(({ id, paper, title, page }) => ({ id, paper, title, page })),
  }))
  const contents = {
    [QUESTIONS_FILE]: questions.map((line) => `${JSON.stringify(line)}\n`).join(''),
    [PHRASES_FILE]: phrases.map((line) => `${JSON.stringify(line)}\n`).join(''),
    [REPORT_FILE]: `${JSON.stringify(report, null, 2)}\n`,
  }
  const paths: string[] = []
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name)
    await writeNamedFile(path, content)
    paths.push(path)
  }
  return paths
}
