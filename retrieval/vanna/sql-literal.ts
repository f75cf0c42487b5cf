/** A value as text of an SQL statement. */

/** NUL would end the statement where it stands. */
export function sqlText(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`
}

export function sqlList(values: readonly string[]): string {
  return `(${values.map(sqlText).join(', ')})`
}
