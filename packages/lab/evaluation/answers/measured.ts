/** Collects the conditions of the runs behind a report: once if all agree, otherwise by setting. */
import { conditionFacts, foldedFacts, type RunRecord } from '../../../../solver/index.ts'

/** A run behind a report. */
export interface MeasuredRun {
  /** Setting that the run belongs to. */
  readonly setting: string
  /** Null for answers from elsewhere, and for runs that were deleted. */
  readonly record: Pick<RunRecord, 'plan' | 'conditions'> | null
}

export interface MeasuredFact {
  readonly name: string
  /** `of` names the runs with this value; null if all known runs have it. */
  readonly values: readonly { readonly value: string; readonly of: string | null }[]
}

export interface Measured {
  readonly runs: number
  /** Number of runs of which only the answer is known. */
  readonly unknown: number
  readonly facts: readonly MeasuredFact[]
  /** Reasons why runs cannot be compared, in words. */
  readonly problems: readonly string[]
}

interface Seen {
  readonly group: 'settings' | 'prompts' | null
  /** Number of runs by value and setting. */
  readonly values: Map<string, Map<string, number>>
}

export function measuredFacts(runs: readonly MeasuredRun[]): Measured {
  const sizes = new Map<string, number>()
  const seen = new Map<string, Seen>()
  for (const { setting, record } of runs) {
    sizes.set(setting, (sizes.get(setting) ?? 0) + 1)
    for (const { name, value, group } of factsOf(record)) {
      const known = seen.get(name) ?? { group, values: new Map() }
      seen.set(name, known)
      const counts = known.values.get(value) ?? new Map<string, number>()
      known.values.set(value, counts.set(setting, (counts.get(setting) ?? 0) + 1))
    }
  }
  const unknown = runs.filter(({ record }) => record === null).length
  const known = runs.length - unknown
  return {
    runs: runs.length,
    unknown,
    facts: [...agreed(seen, known), ...differing(seen, known, sizes)],
    problems: methodProblems(runs, sizes),
  }
}

/** Returns the models that did not resume texts by one method in all runs, with the runs by method. */
function methodProblems(runs: readonly MeasuredRun[], sizes: ReadonlyMap<string, number>): string[] {
  const models = new Map<string, Map<string, Map<string, number>>>()
  for (const { setting, record } of runs)
    for (const [model, methods] of methodsOf(record))
      for (const method of methods) {
        const known = models.get(model) ?? new Map<string, Map<string, number>>()
        const counts = known.get(method) ?? new Map<string, number>()
        models.set(model, known.set(method, counts.set(setting, (counts.get(setting) ?? 0) + 1)))
      }
  return [...models].flatMap(([model, methods]) => {
    if (methods.size < 2) return []
    const parts = [...methods].map(([method, counts]) => `${method} in ${runsText(counts, sizes)}`)
    return [`The runs of ${model} were not all resumed by one method: ${parts.join('; ')}.`]
  })
}

function methodsOf(record: MeasuredRun['record']): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { models } of record?.conditions ?? [])
    for (const { model, server, continuation } of models) {
      const name = `${model} at ${server}`
      if (continuation !== null) found.set(name, (found.get(name) ?? new Set()).add(continuation))
    }
  return found
}

function factsOf(record: MeasuredRun['record']) {
  if (record === null) return []
  const { plan, conditions } = record
  const several =
    conditions.length < 2 ? [] : [{ name: 'resumed with other conditions', value: 'yes', group: null }]
  return [...conditionFacts(plan, conditions.at(-1) ?? null), ...several]
}

/** Returns the conditions that all runs share. */
function agreed(seen: ReadonlyMap<string, Seen>, runs: number): MeasuredFact[] {
  const facts = [...seen].flatMap(([name, { group, values }]) =>
    [...values].flatMap(([value, counts]) => (total(counts) === runs ? [{ name, value, group }] : [])),
  )
  return foldedFacts(facts).map(({ name, value }) => ({ name, values: [{ value, of: null }] }))
}

function differing(
  seen: ReadonlyMap<string, Seen>,
  runs: number,
  sizes: ReadonlyMap<string, number>,
): MeasuredFact[] {
  return [...seen].flatMap(([name, { values }]) => {
    const partial = [...values].filter(([, counts]) => total(counts) < runs)
    if (partial.length === 0) return []
    return [{ name, values: partial.map(([value, counts]) => ({ value, of: runsText(counts, sizes) })) }]
  })
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Returns the runs in words: `full, hsr (3 of 5 runs)`. */
function runsText(counts: ReadonlyMap<string, number>, sizes: ReadonlyMap<string, number>): string {
  return [...counts]
    .map(([setting, count]) => {
      const size = sizes.get(setting)!
      return count === size ? setting : `${setting} (${count} of ${size} runs)`
    })
    .join(', ')
}
