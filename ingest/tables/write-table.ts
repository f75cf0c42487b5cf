/** Writes a table as CSV and as HTML. */
import { csvLine, escapeMarkup } from '../../core/index.ts'
import type { PageFigure } from './find-tables.ts'

type WrittenTable = Pick<PageFigure, 'header' | 'rows' | 'caption' | 'notes'>

/** Returns the rows in the format of RFC 4180, escaped so that no spreadsheet executes a cell. */
export function tableCsv({ rows }: WrittenTable): string {
  return rows.map((row) => csvLine(row, '\r\n')).join('')
}

/** Returns a `table` element, in which the paper's text is escaped and never markup. */
export function tableHtml({ header, rows, caption, notes }: WrittenTable): string {
  const head = rows.slice(0, header).map((row) => rowHtml(row, 'th'))
  const body = rows.slice(header).map((row) => rowHtml(row, 'td'))
  return [
    '<table>',
    ...(caption === '' ? [] : [`<caption>${escapeMarkup(caption)}</caption>`]),
    ...(head.length === 0 ? [] : ['<thead>', ...head, '</thead>']),
    '<tbody>',
    ...body,
    '</tbody>',
    ...(notes === ''
      ? []
      : [`<tfoot><tr><td colspan="${rows[0]?.length ?? 1}">${escapeMarkup(notes)}</td></tr></tfoot>`]),
    '</table>\n',
  ].join('\n')
}

function rowHtml(row: readonly string[], tag: 'td' | 'th'): string {
  return `<tr>${row.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')}</tr>`
}
