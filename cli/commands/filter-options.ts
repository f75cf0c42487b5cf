/** Options that restrict which units may be returned. */

import type { Command } from 'commander'
import { type AskedKindShape, UnitKindShape } from '../../app/wiring/index.ts'
import { defined } from '../../core/index.ts'
import { each, oneOf, yearRange } from '../options.ts'

type FilterKind = (typeof AskedKindShape.options)[number]

/** Restrictions on the units that may be evidence. */
export interface FilterOptions {
  readonly years?: { readonly from?: number; readonly to?: number }
  readonly paper?: readonly string[]
  readonly topic?: readonly string[]
  readonly kind?: (typeof FORMS)[number]
}

const FORMS = UnitKindShape.options

/** Adds the options. `kinds` are the values that `--kind` accepts. */
export function withFilterOptions(command: Command, kinds: readonly FilterKind[] = FORMS): Command {
  return command
    .option('--years <range>', 'only papers from these years: 2010-2020, 2010-, -2020', yearRange('--years'))
    .option('--paper <id>', 'only this paper; may be repeated', each)
    .option('--topic <name>', 'only units on this topic; may be repeated', each)
    .option('--kind <kind>', `only hits of this kind: ${kinds.join(', ')}`, oneOf('--kind', kinds))
}

/** Returns the filter, undefined if no option was given. Papers may be given by any of their names. */
export function filterOf<Kind extends FilterKind>({
  years,
  paper,
  topic,
  kind,
}: Omit<FilterOptions, 'kind'> & { readonly kind?: Kind }) {
  const kinds = kind === undefined ? undefined : [kind]
  const filter = defined({ years, papers: paper, topics: topic, kinds })
  return Object.keys(filter).length === 0 ? undefined : filter
}
