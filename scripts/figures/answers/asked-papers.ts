/**
 * Questions that readers wrote from papers of ../shared, each with the pattern of its answer, and the papers as a corpus: 44 of
 * papers/questions.tsv to 29 papers, and 60 of research/units/questions.tsv to 20 of 50 others.
 */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CorpusSession, type Gloss, ingestPaths } from '../../../app/index.ts'
import { sharedPath } from '../../lib/shared.ts'

export interface AskedPaper {
  /** As the file of questions names the paper. */
  readonly paper: string
  readonly question: string
  readonly answer: RegExp
  readonly from: 'mixed papers' | 'other papers'
}

const OTHERS = join(import.meta.dirname, '..', '..', '..', 'research', 'units', 'questions.tsv')
export const CORPUS = 'papers'
const OTHER_CORPUS = 'other-papers'
/** Where the file of questions does not use the name of the PDF. */
const FILES: Readonly<Record<string, string>> = {
  turner: 'pdftotext_two_column_issue',
  molecular: 'molecular-explanations',
  ralph: 'Ralph2020',
}

export async function askedPapers(): Promise<AskedPaper[]> {
  const lines = (await readFile(sharedPath('papers', 'questions.tsv'), 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [paper = '', question = '', answer = ''] = line.split('\t')
    return { paper, question, answer: new RegExp(answer), from: 'mixed papers' }
  })
}

export async function otherAskedPapers(): Promise<AskedPaper[]> {
  const [, ...lines] = (await readFile(OTHERS, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [file = '', question = '', , , answer = ''] = line.split('\t')
    return { paper: basename(file, '.pdf'), question, answer: new RegExp(answer), from: 'other papers' }
  })
}

/** Reads the 29 papers in where the workspace does not have them yet. */
export function openAskedPapers(gloss: Gloss, signal: AbortSignal): Promise<CorpusSession> {
  return openPapers(gloss, { corpus: CORPUS, folders: ['real', 'mixed'] }, signal)
}

export function openOtherPapers(gloss: Gloss, signal: AbortSignal): Promise<CorpusSession> {
  return openPapers(gloss, { corpus: OTHER_CORPUS, folders: ['labelled'] }, signal)
}

async function openPapers(
  gloss: Gloss,
  { corpus, folders }: { readonly corpus: string; readonly folders: readonly string[] },
  signal: AbortSignal,
): Promise<CorpusSession> {
  const known = await gloss.workspace.listCorpora()
  const paths = folders.map((folder) => sharedPath('papers', folder))
  if (!known.includes(corpus))
    await ingestPaths(gloss, { paths, corpus, topic: 'none' }, () => undefined, signal)
  return gloss.session(corpus)
}

/** Ids of papers by the name that the file of questions gives them. */
export async function papersByName(session: CorpusSession): Promise<(name: string) => string | undefined> {
  const papers = await session.store.papers()
  const ids = new Map(papers.flatMap(({ id, paths }) => paths.map((path) => [basename(path, '.pdf'), id])))
  return (name) => ids.get(FILES[name] ?? name)
}

/** 0: the half of the papers that weights may be fitted on; 1: the half that they are reported on. */
export function halfOfPaper({ paper }: Pick<AskedPaper, 'paper'>, asked: readonly AskedPaper[]): number {
  return [...new Set(asked.map((one) => one.paper))].indexOf(paper) % 2
}
