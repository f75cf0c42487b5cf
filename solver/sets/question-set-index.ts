/** Maps the questions of a set to runs, in `runs.json` in the folder of results. The runs themselves are in the workspace. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { GlossError, readText, writeNamedFile } from '../../core/index.ts'

/** A run of a question; runs are numbered from 1. */
export interface QuestionRun {
  readonly id: string
  readonly run: number
}

export interface IndexedRun {
  /** Id in the run store of the workspace. */
  readonly run: string
  readonly failures: number
}

export interface QuestionSetIndex {
  /** Returns the run; null if it was not started. */
  get(place: QuestionRun): IndexedRun | null
  /** Sets the run, durably when it resolves. */
  set(place: QuestionRun, placed: IndexedRun): Promise<void>
}

export const RUNS_FILE = 'runs.json'

const Plan = z
  .object({
    pattern: z.string(),
    /** Settings as given, without defaults. */
    settings: z.record(z.string(), z.unknown()),
    corpus: z.string(),
    backend: z.string(),
    monitor: z.string(),
    // Folders of older versions have neither.
    preset: z.string().nullable().default(null),
    /** Filter of units that may be evidence, as given; null for all. */
    filter: z.unknown().default(null),
  })
  .readonly()
/** Plan of all runs of a set, which must be the same when it is resumed. */
export type SetPlan = z.output<typeof Plan>

const Form = z.object({
  questions: z.string(),
  plan: Plan,
  runs: z.record(z.string(), z.record(z.string(), z.object({ run: z.string(), failures: z.number() }))),
})

export interface KnownSet {
  /** Path of the question file, relative to the folder. */
  readonly questions: string
  readonly plan: SetPlan
}

/** Reads the set in a folder; null if there is none. Throws `INPUT_INVALID` for a damaged file. */
export async function readKnownSet(folder: string): Promise<z.infer<typeof Form> | null> {
  const path = join(folder, RUNS_FILE)
  if (!existsSync(path)) return null
  const text = await readText(path, 'The contents of a results folder are read from its runs.json')
  try {
    return Form.parse(JSON.parse(text))
  } catch (cause) {
    throw new GlossError(
      'INPUT_INVALID',
      `${path} was not written by \`gloss solve --file\`; name another folder with --out.`,
      { path, field: 'out' },
      cause,
    )
  }
}

/** Opens the index. Throws `INPUT_INVALID` if the folder has runs of another plan. */
export async function openQuestionSetIndex(
  folder: string,
  { questions, plan }: KnownSet,
): Promise<QuestionSetIndex> {
  const known = await readKnownSet(folder)
  // A set that was refused before its first run does not reserve the folder.
  if (known !== null && Object.keys(known.runs).length > 0) checkSamePlan(folder, known.plan, plan)
  const runs = new Map(
    Object.entries(known?.runs ?? {}).map(([id, numbered]) => [id, new Map(Object.entries(numbered))]),
  )
  let saving: Promise<void> = Promise.resolve()

  function save(): Promise<void> {
    const content = {
      questions,
      plan,
      runs: Object.fromEntries([...runs].map(([id, numbered]) => [id, Object.fromEntries(numbered)])),
    }
    const text = `${JSON.stringify(content, null, 1)}\n`
    // One after the other, so that the newest content is written last; a failure is thrown only to its own caller.
    saving = saving.catch(() => undefined).then(() => writeNamedFile(join(folder, RUNS_FILE), text))
    return saving
  }

  return {
    get: ({ id, run }) => runs.get(id)?.get(String(run)) ?? null,
    set({ id, run }, placed) {
      const numbered = runs.get(id) ?? new Map<string, IndexedRun>()
      runs.set(id, numbered.set(String(run), placed))
      return save()
    },
  }
}

function checkSamePlan(folder: string, known: SetPlan, asked: SetPlan): void {
  const names = Object.keys(asked) as (keyof SetPlan)[]
  const other = names.filter((name) => canonical(known[name]) !== canonical(asked[name]))
  if (other.length === 0) return
  const differences = other.map(
    (name) => `${name} was ${JSON.stringify(known[name])}, now ${JSON.stringify(asked[name])}`,
  )
  throw new GlossError(
    'INPUT_INVALID',
    `${folder} holds runs of other settings (${differences.join('; ')}). Use those settings, or name another folder with --out.`,
    { field: 'out', folder },
  )
}

/** Returns JSON with sorted keys, so that the order of options does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
