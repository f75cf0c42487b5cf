/** Options that say which units may answer. */
import type { Command } from 'commander'
import { each, oneOf, yearRange } from '../options.ts'

/** Which units may be evidence. */
export interface FilterOptions {
  readonly years?: { readonly from?: number; readonly to?: number }
  readonly paper?: readonly string[]
  readonly topic?: readonly string[]
  readonly kind?: 'unit' | 'passage'
}

export function withFilterOptions(command: Command): Command {
  return command
    .option('--years <range>', 'only papers from these years: 2010-2020, 2010-, -2020', yearRange('--years'))
    .option('--paper <id>', 'only this paper; may be repeated', each)
    .option('--topic <name>', 'only units on this topic; may be repeated', each)
    .option(
      '--kind <kind>',
      'only hits of this kind: unit or passage',
      oneOf('--kind', ['unit', 'passage'] as const),
    )
}

/** Undefined where none was given; papers by any of their names. */
export function filterOf({ years, paper, topic, kind }: FilterOptions) {
  const filter = {
    ...(years === undefined ? {} : { years }),
    ...(paper === undefined ? {} : { papers: paper }),
    ...(topic === undefined ? {} : { topics: topic }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
  }
  return Object.keys(filter).length === 0 ? undefined : filter
}
