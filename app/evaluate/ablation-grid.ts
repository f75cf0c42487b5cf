/** Rows of a pattern's grid as sets to solve: rows with the same settings are solved once, in one folder. */
import { contentId, GlossError } from '../../core/index.ts'
import { type AblationRow, DEFAULT_PATTERN, patternNamed } from '../../solver/index.ts'
import { patternSettings, withoutPreset } from '../solve/run.ts'
import type { SetRequest } from '../solve/solve-set.ts'
import { backendNamed, DEFAULT_BACKEND } from '../wiring/retrieval-backends.ts'

export interface GridSet {
  /** Of the first row of the whole grid with these settings, so that it does not depend on which rows are asked for. */
  readonly folder: string
  readonly corpus: NonNullable<AblationRow['corpus']> | null
  readonly request: SetRequest['request']
}

export interface GridRow {
  /** `3a:baseline`. */
  readonly name: string
  readonly table: string
  /** In the paper's table. */
  readonly rowName: string
  readonly set: GridSet
}

/** A row's settings go before those of `base` and of its preset. `names`: of tables and rows, all where absent. Throws `INPUT_INVALID` for a name that does not exist. */
export function gridRows(asked: SetRequest['request'], names?: readonly string[]): GridRow[] {
  const base = withoutPreset(asked)
  const sets = new Map<string, GridSet>()
  const pattern = patternNamed(asked.pattern ?? DEFAULT_PATTERN)
  const rows = pattern.ablations.map((row): GridRow => {
    const opened = setOf(row, base)
    const { corpus, request } = opened
    const settings = patternSettings(pattern, request.settings ?? {})
    const key = contentId(JSON.stringify([corpus, request.backend, settings]))
    const set = sets.get(key) ?? { ...opened, folder: `${row.table}-${row.name}` }
    sets.set(key, set)
    return { name: `${row.table}:${row.name}`, table: row.table, rowName: row.name, set }
  })
  if (names === undefined) return rows
  for (const name of names) checkName(name, rows)
  return rows.filter((row) => names.some((name) => isNamed(row, name)))
}

function setOf(
  { settings, backend, corpus }: AblationRow,
  base: SetRequest['request'],
): Omit<GridSet, 'folder'> {
  return {
    corpus: corpus ?? null,
    request: {
      ...base,
      settings: { ...base.settings, ...settings },
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
