/** Reads the list that LaTeX prints: the items of a `thebibliography` in a draft or in its .bbl file. */
import { existsSync } from 'node:fs'
import { withoutComments } from '../../ingest/index.ts'
import { parseReference, type ReferenceEntry } from '../../references/index.ts'

const ITEM = /\\bibitem\s*(?:\[(?:[^[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\])?\s*\{([^{}]+)\}/g
const END = /\\end\s*\{thebibliography\}/

export function hasBibitems(tex: string): boolean {
  return tex.search(ITEM) >= 0
}

/** Returns the .bbl file beside a draft; null if there is none. */
export function bblBeside(path: string): string | null {
  const file = path.replace(/\.tex$/i, '.bbl')
  return file !== path && existsSync(file) ? file : null
}

/** Returns the works by their keys. `plain` turns LaTeX into text. */
export function worksOfBibitems(
  source: string,
  plain: (tex: string) => string,
): ReadonlyMap<string, ReferenceEntry> {
  const tex = withoutComments(source)
  const items = [...tex.matchAll(ITEM)]
  return new Map(
    items.map(({ 0: { length }, 1: key = '', index }, at) => {
      const [item = ''] = tex.slice(index + length, items[at + 1]?.index).split(END)
      const raw = plain(item.replace(/\\newblock(?![A-Za-z])/g, ' '))
      return [key.trim(), { number: null, raw, start: 0, end: 0, fields: parseReference(raw).fields }]
    }),
  )
}
