/**
 * Turns annotations into separate objects: pdfium writes them into the array of their page, where ISO 32000-1 (12.5.2) wants references,
 * and readers such as MuPDF accept only those. Works on pdfium's output: complete objects and one cross-reference table at the end.
 */

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** Appends an incremental update (ISO 32000-1, 7.5.6): the pages with annotations by `author` again, now with references to them. */
export function withOwnAnnotations(pdf: Uint8Array, author: string): Uint8Array {
  const text = latin1(pdf)
  const size = Number(/\/Size (\d+)/.exec(text.slice(text.lastIndexOf('trailer')))?.[1])
  const before = text.lastIndexOf('startxref')
  const start = Number(/startxref\s+(\d+)/.exec(text.slice(before))?.[1])
  if (!Number.isInteger(size) || !Number.isInteger(start)) return pdf
  const added: { number: number; body: string }[] = []
  let next = size
  for (const page of objectsWith(text, `/T(${author})`)) {
    const kept = page.body
    let moved = ''
    let at = 0
    for (const [from, to] of annotationsIn(kept, author)) {
      moved += `${kept.slice(at, from)} ${next} 0 R `
      // The appearance that pdfium made is left out of the file; every reader draws a highlight without one.
      added.push({ number: next++, body: kept.slice(from, to).replace(/\/AP<<\/N \d+ 0 R>>/, '') })
      at = to
    }
    added.push({ number: page.number, body: moved + kept.slice(at) })
  }
  return added.length === 0 ? pdf : appended(pdf, text, added, { size: next, start })
}

interface WrittenObject {
  readonly number: number
  readonly body: string
}

/** Returns the objects whose text contains `mark`. */
function objectsWith(text: string, mark: string): WrittenObject[] {
  const found = new Map<number, WrittenObject>()
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const head = text.lastIndexOf(' 0 obj', at)
    const number = Number(/(\d+)$/.exec(text.slice(Math.max(0, head - 12), head))?.[1])
    const body = text.indexOf('<<', head)
    if (Number.isInteger(number))
      found.set(number, { number, body: text.slice(body, endOfDictionary(text, body)) })
  }
  return [...found.values()]
}

/** Returns the extents of the dictionaries of annotations by `author` within a page's dictionary. */
function annotationsIn(page: string, author: string): [from: number, to: number][] {
  const found: [number, number][] = []
  const array = page.indexOf('/Annots')
  for (let at = page.indexOf('<<', array); at >= 0; at = page.indexOf('<<', at)) {
    const end = endOfDictionary(page, at)
    if (page.slice(at, end).includes(`/T(${author})`)) found.push([at, end])
    at = end
  }
  return found
}

const MARKS = /\\[\s\S]|[()]|<<|>>/g

/** Returns the offset after the `>>` that closes the dictionary at `start`; strings may contain brackets. */
function endOfDictionary(text: string, start: number): number {
  const steps: Readonly<Record<string, number>> = { '<<': 1, '>>': -1 }
  let [depth, inString] = [0, 0]
  MARKS.lastIndex = start
  for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
    const [sign] = mark
    if (sign === '(') inString++
    else if (sign === ')') inString--
    else if (inString === 0) depth += steps[sign] ?? 0
    if (depth === 0) break
  }
  return depth === 0 ? MARKS.lastIndex : text.length
}

function appended(
  pdf: Uint8Array,
  text: string,
  objects: readonly WrittenObject[],
  { size, start }: { readonly size: number; readonly start: number },
): Uint8Array {
  let [body, table] = ['\n', 'xref\n']
  for (const { number, body: dictionary } of [...objects].sort((a, b) => a.number - b.number)) {
    table += `${number} 1\n${String(pdf.length + body.length).padStart(10, '0')} 00000 n \n`
    body += `${number} 0 obj\n${dictionary}\nendobj\n`
  }
  const trailer = text.slice(text.indexOf('<<', text.lastIndexOf('trailer')), text.lastIndexOf('startxref'))
  const linked = trailer.replace(/\/Size \d+/, `/Size ${size}/Prev ${start}`)
  const tail = `${body}${table}trailer\n${linked.trim()}\nstartxref\n${pdf.length + body.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(tail, 'latin1')])
}
