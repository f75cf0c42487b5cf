/** Reads a draft in Markdown, LaTeX or Word, with the entries that its citations name: of a .bib or .bbl file, or of its own list. */
import { extname } from 'node:path'
import { z } from 'zod'
import { decodeText, GlossError, openFile, parsedJson, readText } from '../../core/index.ts'
import type { Description } from '../../corpus/index.ts'
import { docxPaper } from '../../ingest/adapters/docx-paper.ts'
import { latexPaper } from '../../ingest/adapters/latex-paper.ts'
import {
  type BibEntry,
  descriptionOfEntry,
  parseBibtex,
  parseCslJson,
  withoutComments,
} from '../../ingest/index.ts'
import {
  citedSentences,
  type DraftSentence,
  type ReferenceEntry,
  readReferenceList,
} from '../../references/index.ts'
import { citedPlaces } from './cited-places.ts'
import { bblBeside, hasBibitems, worksOfBibitems } from './latex-list.ts'
import { withListApart } from './markdown-list.ts'

export interface CitingDraft {
  readonly sentences: readonly DraftSentence[]
  /** Entries by the keys of the sentences. */
  readonly entries: Entries
  readonly faults: readonly BibFault[]
}

export interface BibFault {
  readonly line: number
  readonly reason: string
}

const LATEX_CITATION = /\\(?!no)[A-Za-z]*[cC]it(?:e|ation)[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}/g
const FIELD =
  /<w:fldChar\b[^>]*fldCharType="begin"[^>]*>(?:(?!fldCharType="begin")[\s\S])*?<w:fldChar\b[^>]*fldCharType="end"[^>]*>(?:<\/w:fldChar>)?/g
const INSTRUCTION = /<w:instrText\b[^>]*>([^<]*)<\/w:instrText>/g

export const DRAFT_FORMATS = ['markdown', 'latex', 'docx'] as const

/** A draft from a program or the command line; `name` and `bib.name` are for messages. */
export interface DraftInput {
  readonly name: string
  readonly format: (typeof DRAFT_FORMATS)[number]
  readonly bytes: Uint8Array
  /** BibTeX, or the `\bibitem`s of a .bbl. */
  readonly bib?: { readonly name: string; readonly text: string } | undefined
}

const FORMAT_OF_ENDING: Readonly<Record<string, DraftInput['format']>> = { '.tex': 'latex', '.docx': 'docx' }

/** Reads the draft's file by its extension. Throws `PATH_NOT_FOUND` and `FILE_UNREADABLE`. */
export async function draftOfFile(path: string, bib: string | undefined): Promise<DraftInput> {
  const chunks = []
  for await (const chunk of await openFile(path, 'A draft is read from a file')) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const list = bib ?? (hasBibitems(bytes.toString('latin1')) ? null : bblBeside(path))
  return {
    name: path,
    format: FORMAT_OF_ENDING[extname(path).toLowerCase()] ?? 'markdown',
    bytes,
    bib:
      list === null
        ? undefined
        : { name: list, text: await readText(list, 'The references are read from a .bib file') },
  }
}

/** Reads the sentences, citations and entries of a draft. Throws `FILE_UNREADABLE`. */
export async function readDraft(given: DraftInput): Promise<CitingDraft> {
  const { text, bodyEnd, works } = await textOf(given)
  const sentences = citedSentences(text)
  if (given.bib !== undefined) return { sentences, ...readBib(given.bib.text) }
  return sentences.length > 0 ? { sentences, entries: works, faults: [] } : byOwnList(text, bodyEnd)
}

type Entries = ReadonlyMap<string, ReferenceEntry>

async function textOf({ name, format, bytes }: DraftInput) {
  if (format === 'docx') {
    const works = new Map<string, ReferenceEntry>()
    return { ...marked(name, await docxPaper(bytes, (xml) => withCitationFields(xml, works))), works }
  }
  const text = decodeText(bytes)
  if (text === null || text.startsWith('%PDF-')) {
    const detail = 'The draft is in another format; use Markdown, LaTeX or Word (.docx).'
    return { ...NO_WORKS, ...marked(name, { code: 'bad_encoding', detail }) }
  }
  if (format === 'markdown') return { ...NO_WORKS, ...withListApart(text) }
  const cited = withoutComments(text).replace(LATEX_CITATION, (_, keys: string) => {
    const named = keys.split(',').filter((key) => key.trim() !== '')
    if (named.length === 0) return ''
    return ` [${named.map((key) => `@\\{${key.trim().replaceAll('_', '\\_')}\\}`).join('; ')}]`
  })
  return { works: worksOfBibitems(text, plainLatex), ...marked(name, latexPaper(encoded(cited))) }
}

const encoded = (text: string) => new TextEncoder().encode(text)
const plainLatex = (tex: string) => marked('The list', latexPaper(encoded(tex))).text

const NO_WORKS = { works: new Map<string, ReferenceEntry>() }

function marked(name: string, paper: Awaited<ReturnType<typeof docxPaper>>) {
  if ('code' in paper)
    throw new GlossError('FILE_UNREADABLE', `${name} cannot be read. ${paper.detail}`, {
      file: name,
      reason: paper.code,
    })
  return { text: paper.text, bodyEnd: paper.known.bodyEnd ?? paper.text.length }
}

/** Writes the citations that Zotero and Mendeley put into Word, which contain their works as CSL JSON, as `[@{key}]`. */
function withCitationFields(xml: string, works: Map<string, ReferenceEntry>): string {
  return xml.replace(FIELD, (field) => {
    const instruction = [...field.matchAll(INSTRUCTION)].map(([, part]) => part).join('')
    const json = /CSL_CITATION\s*(\{[\s\S]*\})/.exec(unescaped(instruction))?.[1] ?? ''
    const { entries } = parseCslJson(worksOfCitation(json))
    if (entries.length === 0) return field
    const keys = entries.map(({ key }) => key.replace(/[\s{}]+/g, '_'))
    for (const [at, { known }] of entries.entries())
      if (known.title !== undefined || known.doi !== undefined) works.set(keys[at]!, referenceOf(known))
    const shown = keys.map((key) => `@{${key.replaceAll(' ', GAP)}}`).join('; ')
    return `<w:t xml:space="preserve">[${shown.replace(/&/g, '&amp;').replace(/</g, '&lt;')}]</w:t>`
  })
}

const Citation = z.object({ citationItems: z.array(z.looseObject({ itemData: z.unknown() })) })

/** Returns the works as a JSON array, empty if a field contains something else. */
function worksOfCitation(json: string): string {
  const citation = Citation.safeParse(parsedJson(json))
  return JSON.stringify(
    citation.success ? citation.data.citationItems.map((item) => item.itemData ?? item) : [],
  )
}

function unescaped(xml: string): string {
  return xml
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

/** Reads BibTeX. Of two entries with one key the first counts, as in BibTeX; the second is reported as a fault. */
function readBib(text: string): Pick<CitingDraft, 'entries' | 'faults'> {
  if (hasBibitems(text)) return { entries: worksOfBibitems(text, plainLatex), faults: [] }
  const { entries, broken } = parseBibtex(text)
  const faults: BibFault[] = [...broken]
  if (entries.length + broken.length === 0 && text.trim() !== '')
    faults.push({ line: 1, reason: 'The file has no BibTeX entry such as @article{key, …}.' })
  const known = new Map<string, ReferenceEntry>()
  for (const entry of entries) {
    const { key, line } = entry
    if (key === '') faults.push({ line, reason: 'The entry has no key.' })
    else if (known.has(key)) faults.push({ line, reason: `The key ${key} is already used above.` })
    else known.set(key, referenceOf(descriptionOfEntry(entry), arxivOf(entry)))
  }
  return { entries: known, faults: faults.toSorted((one, other) => one.line - other.line) }
}

function referenceOf(known: Partial<Description>, eprint = ''): ReferenceEntry {
  const { title = '', authors = [], publication, year, doi } = known
  const found = {
    author: authors.join(', '),
    title,
    journal: publication?.journal ?? '',
    volume: publication?.volume ?? '',
    issue: publication?.issue ?? '',
    pages: publication?.pages ?? '',
    date: String(year ?? ''),
    doi: doi ?? '',
    arxiv: eprint,
  }
  const fields = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ''))
  return { number: null, raw: Object.values(fields).join('. '), start: 0, end: 0, fields }
}

/** Returns the arXiv id of an entry whose `eprint` is from arXiv. */
function arxivOf({ fields }: BibEntry): string {
  const archive = `${fields.get('archiveprefix')} ${fields.get('eprinttype')}`
  return /arxiv/i.test(archive) ? (fields.get('eprint') ?? '') : ''
}

/** Reads a draft without keys whose own list says what its numbers or names refer to. */
function byOwnList(text: string, bodyEnd: number): CitingDraft {
  const { entries } = readReferenceList(text, bodyEnd)
  const body = text.slice(0, Math.min(bodyEnd, entries[0]?.start ?? bodyEnd))
  const places = citedPlaces(body, entries)
  let marked = body
  for (const [at, { start, end, keys }] of [...places.entries()].reverse())
    marked = `${marked.slice(0, start)} [${HELD}${at} ${keys.map((key) => `@{${key.replaceAll(' ', GAP)}}`).join('; ')}]${marked.slice(end)}`
  const asWritten = (mark: string, at: string) => {
    const { start, end } = places[Number(at)] ?? {}
    if (start === undefined) return mark
    return `${/\s/.test(body[start - 1] ?? '') ? ' ' : ''}${body.slice(start, end).replace(/\s+/g, ' ')}`
  }
  return {
    sentences: citedSentences(marked).map((one) => ({
      ...one,
      text: one.text.replace(HELD_MARK, asWritten).trim(),
      keys: one.keys.map((key) => key.replaceAll(GAP, ' ')),
    })),
    entries: new Map(entries.map((entry, place) => [String(entry.number ?? place + 1), entry])),
    faults: [],
  }
}

/** Begins a mark that replaces a citation as written; the citation's index follows. */
const HELD = '\uE002'
/** Stands for a space within a key. */
const GAP = '\uE003'
const HELD_MARK = new RegExp(String.raw` ?\[${HELD}(\d+) [^\]]*\]`, 'g')
