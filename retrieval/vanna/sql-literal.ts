/** Quotes values as SQL literals. */

/** Returns a quoted string. NUL characters are removed because they would end the statement. */
export function sqlText(value: string): string {
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`
}

export function sqlList(values: readonly string[]): string {
  return `(${values.map(sqlText).join(', ')})`
}
