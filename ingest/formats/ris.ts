/**
 * Parses RIS as Zotero, EndNote, Mendeley and publishers write it: lines of `TY  - JOUR`, a record from `TY` to `ER`. Lines without a tag
 * continue the one before. No library is used: citation-js contains a network client, and one pattern suffices.
 */
import type { Description } from '../../corpus/index.ts'
import type { Catalogue, CatalogueEntry } from './catalogue-entry.ts'
import { describeFields, doiIn, yearIn } from './known-fields.ts'
import { nameInOrder } from './person-name.ts'

type Tags = ReadonlyMap<string, readonly string[]>

const TAG_LINE = /^([A-Z][A-Z0-9]) {1,2}-(?: (.*)|\s*)$/

export function parseRis(text: string): Catalogue {
  const entries: CatalogueEntry[] = []
  const broken: string[] = []
  let open: { readonly line: number; readonly tags: OpenTags } | null = null
  for (const [at, line] of text.split('\n').entries()) {
    const [, tag, value = ''] = TAG_LINE.exec(line.trimEnd()) ?? []
    if (tag === 'TY' && open !== null) broken.push(`L${open.line}`)
    if (tag === 'TY') open = { line: at + 1, tags: openTags() }
    if (tag === 'ER' && open !== null) entries.push(entryOf(open.tags.all, open.line))
    if (tag === 'ER') open = null
    open?.tags.add(tag, (tag === undefined ? line : value).trim())
  }
  if (open !== null) broken.push(`L${open.line}`)
  return { entries, broken }
}

interface OpenTags {
  readonly all: Tags
  /** Adds a value; without a tag, the text continues the previous value. */
  add(tag: string | undefined, text: string): void
}

function openTags(): OpenTags {
  const all = new Map<string, string[]>()
  let last: string[] = []
  // Pieces of the last value, joined once when it ends.
  let pieces: string[] = []
  const close = () => {
    if (pieces.length > 0) last.push(pieces.join(' ').trim())
    pieces = []
  }
  return {
    get all() {
      close()
      return all
    },
    add(tag, text) {
      if (tag === undefined && text !== '') pieces.push(text)
      if (tag === undefined) return
      close()
      last = all.get(tag) ?? []
      all.set(tag, last)
      pieces.push(text)
    },
  }
}

function entryOf(tags: Tags, line: number): CatalogueEntry {
  const first = (...names: string[]) =>
    names.flatMap((name) => tags.get(name) ?? []).find((each) => each !== '')
  const id = first('ID')
  return {
    key: id ?? `L${line}`,
    isPlace: id === undefined,
    known: knownOf(tags, first),
    files: filesOf(tags),
  }
}

function knownOf(tags: Tags, first: (...names: string[]) => string | undefined): Partial<Description> {
  const pages = [first('SP'), first('EP')].filter((page) => page !== undefined)
  return describeFields({
    title: first('TI', 'T1', 'CT'),
    abstract: first('AB', 'N2'),
    authors: ['AU', 'A1'].flatMap((tag) => tags.get(tag) ?? []).map(nameInOrder),
    year: yearIn(first('PY', 'Y1', 'DA')),
    doi: doiIn(first('DO')),
    journal: first('JO', 'JF', 'T2', 'BT', 'JA', 'J2'),
    volume: first('VL'),
    issue: first('IS', 'CP'),
    pages: pages.join('-') || first('C7'),
  })
}

/** Returns the paths of the PDFs: in `L1` by the standard; Zotero and EndNote also use `L4` and `UR`. */
function filesOf(tags: Tags): string[] {
  return ['L1', 'L2', 'L4']
    .flatMap((tag) => tags.get(tag) ?? [])
    .flatMap((value) => value.split(/;(?=\S)/))
    .map((path) => path.trim())
    .filter((path) => path.toLowerCase().endsWith('.pdf') && !/^(?:https?|ftp|internal-pdf):/i.test(path))
}
