/** The conditions of a run as named facts, for tables: the same names for all runs, so that runs can be told apart by them. */
import type { RunConditions } from './run-conditions.ts'
import type { RunPlan } from './run-store.ts'

export interface ConditionFact {
  readonly name: string
  readonly value: string
  /** Facts that lists show in one line. */
  readonly group: 'settings' | 'prompts' | null
}

/** What was asked for, and what it was worked on with; the latter is unknown for runs of older versions. */
export function conditionFacts(plan: RunPlan, conditions: RunConditions | null): ConditionFact[] {
  return [...workFacts(conditions), ...planFacts(plan), ...promptFacts(conditions)]
}

/** Facts of a group as one. */
export function foldedFacts(facts: readonly ConditionFact[]): ConditionFact[] {
  const groups = ['settings', 'prompts'] as const
  return [
    ...facts.filter(({ group }) => group === null),
    ...groups.flatMap((group): ConditionFact[] => {
      const own = facts.filter((fact) => fact.group === group)
      const value = own.map((fact) => `${fact.name} ${fact.value}`).join(', ')
      return own.length === 0 ? [] : [{ name: group, value, group: null }]
    }),
  ]
}

function fact(name: string, value: string, group: ConditionFact['group'] = null): ConditionFact {
  return { name, value, group }
}

const UNKNOWN = 'not recorded'

function workFacts(conditions: RunConditions | null): ConditionFact[] {
  if (conditions === null) return [fact('Gloss', UNKNOWN)]
  const { gloss, node, embedder, models, watch, corpus } = conditions
  const commit = gloss.commit === null ? '' : `, commit ${gloss.commit}`
  const parts = watch === null ? [] : Object.entries(watch)
  return [
    fact('Gloss', `${gloss.version}${commit}`),
    fact('Node', node),
    ...models.map(({ role, model, server, continuation }) =>
      fact(
        `model: ${role}`,
        `${model} at ${server}${continuation === null ? '' : `, resumed by ${continuation}`}`,
      ),
    ),
    ...parts.map(([part, name]) => fact(`watching: ${part}`, name ?? 'none')),
    fact('corpus', corpusText(corpus)),
    fact('embedder', embedder),
  ]
}

function corpusText({ name, seqAtStart, seqAtEnd }: RunConditions['corpus']): string {
  if (seqAtEnd === null) return `${name}, seq ${seqAtStart} at the start`
  if (seqAtEnd === seqAtStart) return `${name}, seq ${seqAtStart}`
  return `${name}, seq ${seqAtStart} to ${seqAtEnd}: it changed during the run`
}

function planFacts({
  pattern,
  preset = null,
  backend,
  filter = null,
  monitor,
  settings,
}: RunPlan): ConditionFact[] {
  const named = settings !== null && typeof settings === 'object' ? Object.entries(settings) : []
  return [
    fact('pattern', pattern),
    fact('preset', preset ?? 'none'),
    fact('backend', backend),
    ...(filter === null ? [] : [fact('filter', JSON.stringify(filter))]),
    fact('monitor', monitor),
    ...named.map(([name, value]) => fact(name, plainValue(value), 'settings')),
  ]
}

function promptFacts(conditions: RunConditions | null): ConditionFact[] {
  return (conditions?.prompts ?? []).map(({ name, hash }) => fact(name, hash, 'prompts'))
}

function plainValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
