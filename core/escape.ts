/** Text from papers and people, made safe to be part of markup or of a sheet. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 has no way to write, not even as references, and halves of surrogate pairs.
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const REPLACEMENT = '\ufffd'

/** For XML and HTML: within an element, or between double quotation marks. */
export function escapeMarkup(text: string): string {
  return xmlCharacters(text).replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark)
}

/** What XML cannot hold at all becomes U+FFFD; for writers that escape the rest themselves. */
export function xmlCharacters(text: string): string {
  return text.replace(NOT_IN_XML, REPLACEMENT)
}

/** One line of a page of Markdown, such as a cell of a table: nothing in it is read as Markdown or HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_|[\]]/g, (mark) => `\\${mark}`)
}

/**
 * Lines that stay Markdown, without what makes a reader of it load or run anything: tags, comments and images are shown as they are written.
 * A link has to be followed by a person.
 */
export function harmlessMarkdown(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '&lt;').replaceAll('![', '!\\[')
}

/** RFC 4180: a cell that `mustBeQuoted` matches stands between quotation marks, its own ones doubled. */
export function csvLine(
  cells: readonly string[],
  lineBreak: '\n' | '\r\n',
  mustBeQuoted = /[",\r\n]/,
): string {
  const written = cells.map((cell) => (mustBeQuoted.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return written.join(',') + lineBreak
}
