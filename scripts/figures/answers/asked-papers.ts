/** The 44 questions that a reader wrote from papers of ../shared, each with the pattern of its answer, and the papers as a corpus. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type CorpusSession, type Gloss, ingestPaths } from '../../../app/index.ts'
import { sharedPath } from '../../lib/shared.ts'

export interface AskedPaper {
  /** As the file of questions names the paper. */
  readonly paper: string
  readonly question: string
  readonly answer: RegExp
}

export const CORPUS = 'papers'
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
    return { paper, question, answer: new RegExp(answer) }
  })
}

/** Reads the 29 papers in where the workspace does not have them yet. */
export async function openAskedPapers(gloss: Gloss, signal: AbortSignal): Promise<CorpusSession> {
  const known = await gloss.workspace.listCorpora()
  if (!known.includes(CORPUS))
    await ingestPaths(
      gloss,
      { paths: [sharedPath('papers', 'real'), sharedPath('papers', 'mixed')], corpus: CORPUS, topic: 'none' },
      () => undefined,
      signal,
    )
  return gloss.session(CORPUS)
}

/** Ids of papers by the name that the file of questions gives them. */
export async function papersByName(session: CorpusSession): Promise<(name: string) => string | undefined> {
  const papers = await session.store.papers()
  const ids = new Map(papers.flatMap(({ id, paths }) => paths.map((path) => [basename(path, '.pdf'), id])))
  return (name) => ids.get(FILES[name] ?? name)
}
