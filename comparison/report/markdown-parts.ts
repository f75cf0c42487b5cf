/** Parts of a Markdown page. */
import { escapeMarkdown } from '../../core/index.ts'
import type { Row } from './cells.ts'

/** Returns a list under a heading; nothing if there are no items. */
export function listed(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, items.map((item) => `- ${escapeMarkdown(item)}`).join('\n')]
}

/** Returns a table; the first row is the header. */
export function table([head = [], ...rows]: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}
