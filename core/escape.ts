/** Escapes text from papers and people for use in markup or spreadsheets. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 cannot represent, not even by references, and lone surrogates.
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const REPLACEMENT = '\ufffd'

/** Escapes text for XML and HTML: within an element, or between double quotation marks. */
export function escapeMarkup(text: string): string {
  return xmlCharacters(text).replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)
}

/** Replaces characters that XML cannot represent with U+FFFD; for writers that escape the rest themselves. */
export function xmlCharacters(text: string): string {
  return text.replace(NOT_IN_XML, REPLACEMENT)
}

/** Returns text as one line of Markdown, such as a table cell, in which nothing is read as Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_|[\]]/g, (mark) => `\\${mark}`)
}

/**
 * Returns Markdown without anything that makes its reader load or run something: tags, comments and images are shown as source text,
 * and so are links, unless their address is on the web, of mail or relative. A fence left open is closed, so that it ends with the text.
 */
export function harmlessMarkdown(text: string): string {
  const shown = text
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    .replaceAll('![', '!\\[')
    .replace(LINK_ELSEWHERE, ']\\')
    .replace(REFERENCE_ELSEWHERE, ']\\')
  const fence = openFence(shown)
  return fence === null ? shown : `${shown}\n${fence}`
}

const SAFE_ADDRESS = String.raw`\s*(?:https?:\/\/|mailto:|#|\.{0,2}\/|[\w.-]+(?:[/)#?\s]|$))`
const LINK_ELSEWHERE = new RegExp(String.raw`\](?=\()(?!\(${SAFE_ADDRESS})`, 'gi')
const REFERENCE_ELSEWHERE = new RegExp(String.raw`\](?=:)(?!:${SAFE_ADDRESS})`, 'gi')
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/

/** Returns the line that closes the fence left open at the end of the text; null if there is none. */
function openFence(text: string): string | null {
  let open: { readonly indent: string; readonly marks: string } | null = null
  for (const line of text.split('\n')) {
    const [, indent = '', marks = '', rest = ''] = FENCE.exec(line) ?? []
    if (marks === '') continue
    if (open === null) open = { indent, marks }
    else if (marks.startsWith(open.marks) && rest.trim() === '') open = null
  }
  return open === null ? null : `${open.indent}${open.marks}`
}

/**
 * Returns a line of CSV (RFC 4180): a cell that `mustBeQuoted` matches is put in quotation marks, with those inside doubled. A cell that a
 * spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets do not show; `sheetText` removes it.
 */
export function csvLine(
  cells: readonly string[],
  lineBreak: '\n' | '\r\n',
  mustBeQuoted = /[",\r\n]/,
): string {
  const written = cells.map((cell) => {
    const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
    return mustBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return written.join(',') + lineBreak
}

/** Returns the text of a cell that `csvLine` wrote. */
export function sheetText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/**
 * A formula that a spreadsheet would run, including full-width signs, but not a sign alone; also after apostrophes, so that every text can
 * be written and read back.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠](?!$)/
const NUMBER = /^[+-]?[\d.,]+(?:e[+-]?\d+)?%?$/i
