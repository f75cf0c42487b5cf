/** Text that may stand in XML 1.0, in an element or between double quotation marks. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 has no way to write, not even as references, and halves of surrogate pairs.
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
// A reader makes spaces of these within an attribute.
const SPACE = /[\t\n\r]/g
const REPLACEMENT = '\ufffd'

export function xmlText(text: string): string {
  return text
    .replace(UNWRITABLE, REPLACEMENT)
    .replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark)
    .replace(SPACE, (space) => `&#${space.charCodeAt(0)};`)
}
