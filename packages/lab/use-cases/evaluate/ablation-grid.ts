/** Turns rows of a pattern's grid into sets to solve: rows with the same settings are solved once, in one folder. */

import type { SetRequest } from '../../../../app/solve/index.ts'
import { patternSettings, withoutPreset } from '../../../../app/solve/index.ts'
import { backendNamed, DEFAULT_BACKEND } from '../../../../app/wiring/index.ts'
import { contentId, GlossError } from '../../../../core/index.ts'
import {
  type AblationRow,
  DEFAULT_PATTERN,
  type PatternDefinition,
  type PatternSettings,
  patternNamed,
} from '../../../../solver/index.ts'
import type { PublishedFor } from '../../evaluation/index.ts'
import { checkDecoding, knownSettings } from './arm-settings.ts'

export interface GridSet {
  /** Folder of the first row of the whole grid with these settings, so that it does not depend on which rows are requested. */
  readonly folder: string
  readonly corpus: NonNullable<AblationRow['corpus']> | null
  readonly request: SetRequest['request']
}

export interface GridRow {
  /** Full name: `3a:baseline`. */
  readonly name: string
  readonly table: string
  /** Name in the paper's table. */
  readonly rowName: string
  /** Figures that papers report of it. */
  readonly published: PublishedFor
  readonly set: GridSet
}

/**
 * A row's settings go before those of `base` and of its preset; a row with a pattern of its own has those of them that its pattern knows.
 * `names`: of tables and rows, all where absent. `decoding`: of every row asked for. Throws `INPUT_INVALID` for a name that does not exist.
 */
export function gridRows(
  asked: SetRequest['request'],
  names?: readonly string[],
  decoding: PatternSettings = {},
): GridRow[] {
  const base = withoutPreset(asked)
  const sets = new Map<string, GridSet>()
  const own = patternNamed(asked.pattern ?? DEFAULT_PATTERN)
  const rows = own.ablations.map((row): GridRow => {
    const pattern = row.pattern === undefined ? own : patternNamed(row.pattern)
    const opened = setOf(row, pattern, base, decoding)
    const { corpus, request } = opened
    const settings = patternSettings(pattern, request.settings ?? {})
    const key = contentId(JSON.stringify([corpus, request.backend, settings, pattern.name]))
    const set = sets.get(key) ?? { ...opened, folder: `${row.table}-${row.name.replaceAll(':', '-')}` }
    sets.set(key, set)
    const { table, name: rowName } = row
    // A row with its own pattern is the whole of that pattern.
    const published =
      row.pattern === undefined ? { pattern: own.name, table, row: rowName } : { pattern: row.pattern }
    return { name: `${table}:${rowName}`, table, rowName, published, set }
  })
  if (names !== undefined) for (const name of names) checkName(name, rows)
  const chosen = rows.filter((row) => names === undefined || names.some((name) => isNamed(row, name)))
  for (const row of own.ablations)
    if (chosen.some(({ name }) => name === `${row.table}:${row.name}`))
      checkDecoding(row.pattern === undefined ? own : patternNamed(row.pattern), row, decoding)
  return chosen
}

function setOf(
  { settings, backend, corpus, pattern: named }: AblationRow,
  pattern: PatternDefinition,
  base: SetRequest['request'],
  decoding: PatternSettings,
): Omit<GridSet, 'folder'> {
  const given = base.settings ?? {}
  return {
    corpus: corpus ?? null,
    request: {
      ...base,
      ...(named === undefined ? {} : { pattern: named }),
      settings: {
        ...(named === undefined ? given : knownSettings(pattern, given)),
        ...knownSettings(pattern, decoding),
        ...settings,
      },
      backend: backend === undefined ? (base.backend ?? DEFAULT_BACKEND) : backendNamed(backend),
    },
  }
}

function isNamed({ name, table, rowName }: GridRow, asked: string): boolean {
  return [name, table, rowName].includes(asked)
}

function checkName(name: string, rows: readonly GridRow[]): void {
  if (rows.some((row) => isNamed(row, name))) return
  throw new GlossError(
    'INPUT_INVALID',
    `Unknown row or table "${name}". Available rows: ${rows.map((row) => row.name).join(', ')}; the name of a table selects all its rows.`,
    { field: 'rows' },
  )
}
