/** Finds papers and units by names that people use: an id or its prefix, a file, the id that the source gave. */
import { basename, extname, parse, resolve, sep } from 'node:path'
import { GlossError, givenFileName, ID_FORM, UPLOAD_MARK } from '../../core/index.ts'
import { allPapers, type CorpusReader, type Paper, type Unit } from '../../corpus/index.ts'

const MIN_DIGITS = 6
const BEGINNING_OF_ID = new RegExp(`^[0-9a-f]{${MIN_DIGITS},31}$`)
/** Maximum length: names of files are limited to 255 bytes, and a mark precedes them. */
const MAX_NAME_BYTES = 200
const MAX_NAMED_PAPERS = 5
const SHOWN_DIGITS = 12

/**
 * Finds a paper by its complete id, a unique prefix of at least six digits, a path or the end of one, a file name with or without its
 * extension, or its `document` id, tried in this order. Throws `PAPER_NOT_FOUND`, which names the papers if several match.
 */
export async function findPaper(store: CorpusReader, name: string): Promise<Paper> {
  const exact = await store.paper(name)
  if (exact !== null) return exact
  const begun = BEGINNING_OF_ID.test(name) ? await papersThatBegin(store, name) : []
  if (begun.length > 0) return singlePaper(begun, name)
  const placed = (await store.paperAt(name)) ?? (await store.paperAt(resolve(name)))
  if (placed !== null) return placed
  const called = ID_FORM.test(name) ? [] : await papersCalled(store, name)
  if (called.length > 0) return singlePaper(called, name)
  throw new GlossError('PAPER_NOT_FOUND', `There is no paper ${name}.`, { paper: name })
}

/** Finds a unit by its complete id or a unique prefix of at least six digits. Throws `UNIT_NOT_FOUND`. */
export async function findUnit(store: CorpusReader, name: string): Promise<Unit> {
  const [exact] = await store.units([name])
  if (exact != null) return exact
  const found: Unit[] = []
  if (BEGINNING_OF_ID.test(name))
    for await (const { id } of allPapers(store, { state: 'kept' }))
      found.push(...(await store.listUnits({ paper: id })).filter((unit) => unit.id.startsWith(name)))
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const several = found.slice(0, MAX_NAMED_PAPERS).map(({ id }) => id)
  const which = several.length === 0 ? '' : `; several begin like that: ${several.join(', ')}`
  throw new GlossError('UNIT_NOT_FOUND', `There is no unit ${name}${which}.`, { unit: name })
}

async function papersThatBegin(store: CorpusReader, beginning: string): Promise<Paper[]> {
  const after = await store.papers({ after: idBelow(beginning), limit: MAX_NAMED_PAPERS + 1 })
  return after.filter((paper) => paper.id.startsWith(beginning))
}

/** Returns the greatest id below every one that begins with `prefix`: ids are hex digits, and "/" comes just before "0". */
function idBelow(prefix: string): string {
  return `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) - 1)}~`
}

/** Searches all papers. An exact file name or document id takes precedence over a file name without its extension. */
async function papersCalled(store: CorpusReader, name: string): Promise<Paper[]> {
  const exactly: Paper[] = []
  const nearly: Paper[] = []
  for await (const paper of allPapers(store)) {
    const files = paper.paths.map(givenFileName)
    if (
      paper.document === name ||
      files.includes(name) ||
      paper.paths.some((path) => endsWithPath(path, name))
    )
      exactly.push(paper)
    else if (files.some((file) => parse(file).name === name)) nearly.push(paper)
  }
  return exactly.length > 0 ? exactly : nearly
}

function endsWithPath(path: string, name: string): boolean {
  const end = name.replace(/^\.[\\/]/, '')
  return end.includes('/') && path.endsWith(sep + end)
}

function singlePaper(papers: readonly Paper[], name: string): Paper {
  const [first, second] = papers
  if (first !== undefined && second === undefined) return first
  const listed = papers
    .slice(0, MAX_NAMED_PAPERS)
    .map(({ id, paths }) => `${id.slice(0, SHOWN_DIGITS)} (${paths[0] ?? 'no file'})`)
  const rest = papers.length > MAX_NAMED_PAPERS ? ', …' : ''
  throw new GlossError('PAPER_NOT_FOUND', `"${name}" names several papers: ${listed.join(', ')}${rest}.`, {
    paper: name,
    candidates: papers.map(({ id }) => id).join(' '),
  })
}

/** Returns whether a corpus received a file of the paper as an upload, whatever other files of it exist. */
export function isUploaded({ paths }: Pick<Paper, 'paths'>): boolean {
  return paths.some((path) => UPLOAD_MARK.test(basename(path)))
}

/** Returns the name under which an upload is stored: after a mark by which the name is found again. */
export function storedName(paper: string, name: string): string {
  const kept = Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : `paper${extname(name)}`
  return `${paper.slice(0, 16)}-${kept}`
}
