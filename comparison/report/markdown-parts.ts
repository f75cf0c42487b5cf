/** Pieces of a page of Markdown. */
import { escapeMarkdown } from '../../core/index.ts'
import type { Row } from './cells.ts'

/** Nothing where there are no items. */
export function listed(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, items.map((item) => `- ${escapeMarkdown(item)}`).join('\n')]
}

/** The first row is the head. */
export function table([head = [], ...rows]: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}
