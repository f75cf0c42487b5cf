/** A table as CSV and as HTML. */
import type { PageFigure } from './find-tables.ts'

type WrittenTable = Pick<PageFigure, 'header' | 'rows' | 'caption' | 'notes'>

/** Returns the rows as RFC 4180 has them. */
export function tableCsv({ rows }: WrittenTable): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a `table` element; what stands in the paper is text in it, never markup. */
export function tableHtml({ header, rows, caption, notes }: WrittenTable): string {
  const head = rows.slice(0, header).map((row) => rowHtml(row, 'th'))
  const body = rows.slice(header).map((row) => rowHtml(row, 'td'))
  return [
    '<table>',
    ...(caption === '' ? [] : [`<caption>${escaped(caption)}</caption>`]),
    ...(head.length === 0 ? [] : ['<thead>', ...head, '</thead>']),
    '<tbody>',
    ...body,
    '</tbody>',
    ...(notes === ''
      ? []
      : [`<tfoot><tr><td colspan="${rows[0]?.length ?? 1}">${escaped(notes)}</td></tr></tfoot>`]),
    '</table>\n',
  ].join('\n')
}

function rowHtml(row: readonly string[], tag: 'td' | 'th'): string {
  return `<tr>${row.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
