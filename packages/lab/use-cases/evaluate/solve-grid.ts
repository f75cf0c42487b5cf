/** Solves sets one after the other for one report: rows of ablations, arms of comparisons. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  plannedRuns,
  projectionSentence,
  projectRuns,
  runChoice,
  type SetEvent,
  type SetRequest,
  servingRole,
  solveSet,
} from '../../../../app/solve/index.ts'
import type { Gloss } from '../../../../app/wiring/index.ts'
import type { BackendFailure } from '../../../../comparison/index.ts'
import { isGlossError } from '../../../../core/index.ts'
import { ANSWERS_FILE, type AnswerRow, patternNamed } from '../../../../solver/index.ts'
import { type GivenAnswer, readAnswerSet } from '../../evaluation/index.ts'

/** Papers' tables have Pass@n and hit rate; agreement of candidates and types of error are for `eval answers`. */
export const POOLS_ONLY = { answersOnly: true, gradesPools: true } as const

/** Errors that end the whole grid instead of one of its sets. */
const ENDING: ReadonlySet<string> = new Set(['MODEL_UNCONFIGURED', 'FILE_UNREADABLE', 'PATH_NOT_FOUND'])

/** Returns the failure if a set cannot begin, such as a backend without its graph. Consent was already given for the whole grid. */
export async function solveGridSet(
  gloss: Gloss,
  open: () => Promise<Omit<SetRequest, 'consent'>>,
  listener: (event: SetEvent) => void,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly AnswerRow[] } | { readonly failure: BackendFailure }> {
  try {
    return await solveSet(gloss, { ...(await open()), consent: async () => true }, listener, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!isGlossError(error) || ENDING.has(error.code)) throw error
    return { failure: { code: error.code, message: error.message, help: error.help } }
  }
}

/** Throws `MODEL_UNCONFIGURED` for a role without a model, and `INPUT_INVALID` for invalid settings. */
export function checkModels(gloss: Gloss, request: SetRequest['request']): void {
  const { pattern: name, settings } = runChoice(gloss, request)
  const pattern = patternNamed(name)
  for (const { role } of pattern.maxTurns(settings))
    gloss.chats.open(`Calls to the ${role}`, {
      role: servingRole(gloss.config, pattern, role),
      countedAs: role,
    })
}

/** Returns the most that the runs of each set may take, as one sentence. */
export async function gridProjection(
  gloss: Gloss,
  sets: readonly { readonly request: SetRequest['request']; readonly runs: number }[],
): Promise<string> {
  const planned = sets.flatMap(({ request, runs }) => {
    try {
      return runs === 0 ? [] : [plannedRuns(gloss, request, runs)]
    } catch (error) {
      // The set cannot begin, costs nothing, and is listed with its reason at the end.
      if (isGlossError(error, 'INPUT_INVALID')) return []
      throw error
    }
  })
  return projectionSentence(await projectRuns(gloss, planned))
}

/** Returns the ended runs of a set, by `runKey`; none for a new folder. */
export async function endedRuns(folder: string): Promise<ReadonlySet<string>> {
  const answers = await knownAnswers(folder)
  return new Set(answers.map(({ id, run }) => runKey(id, run)))
}

/** Returns the answers of a set so far; none for a folder that is new, or was left before its first answer. */
export async function knownAnswers(folder: string): Promise<readonly GivenAnswer[]> {
  const file = join(folder, ANSWERS_FILE)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  return size === 0 ? [] : (await readAnswerSet(folder)).answers
}

export function runKey(id: string, run: number): string {
  return JSON.stringify([id, run])
}
