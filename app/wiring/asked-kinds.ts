/** Filters by what a unit states, which indexes do not know: it is looked at behind them. */
import type { z } from 'zod'
import type { Filter } from '../../index/index.ts'
import type { AskedKindShape } from './retrieve-shapes.ts'
import type { UnitSheet } from './unit-sheets.ts'

/** A filter that may ask for kinds of statements, too: a unit passes that is of one of the kinds, in form or by what it states. */
export type AskedFilter = Omit<Filter, 'kinds'> & {
  readonly kinds?: readonly z.output<typeof AskedKindShape>[]
}

// Of the units of most papers a tenth or more is of each kind of statement. Chosen, not measured.
const DEPTH_FOR_STATEMENTS = 10

/** Returns the filter for the index, which knows forms alone, what passes behind it, and of how many times as many hits. */
export function kindsOf(asked: AskedFilter | undefined) {
  const { kinds, ...others } = asked ?? {}
  const forms = (['unit', 'passage'] as const).filter((form) => kinds?.includes(form))
  if (kinds === undefined || forms.length === kinds.length) {
    const filter: Filter | undefined =
      asked === undefined ? undefined : { ...others, ...(kinds && { kinds: forms }) }
    return { filter, ifOfKind: (sheet: UnitSheet | null) => sheet, depthFactor: 1 }
  }
  const filter: Filter = { ...others, kinds: [...new Set(['unit' as const, ...forms])] }
  const ifOfKind = (sheet: UnitSheet | null) => {
    const { unit, statement } = sheet ?? {}
    const isWanted = [unit?.kind, statement].some((kind) => kind != null && kinds.includes(kind))
    return isWanted ? sheet : null
  }
  return { filter, ifOfKind, depthFactor: DEPTH_FOR_STATEMENTS }
}
