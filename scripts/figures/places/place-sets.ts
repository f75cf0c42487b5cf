/** Questions with the papers that answer them: the samples, real papers that readers asked about, and judged sets. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CorpusSession, type Gloss, ingestPaths } from '../../../app/index.ts'
import {
  type AskedPaper,
  askedPapers,
  openAskedPapers,
  openOtherPapers,
  otherAskedPapers,
  papersByName,
} from '../answers/asked-papers.ts'
import { JUDGED_SETS, judgedQueries, openJudgedCorpus } from '../floor/judged-corpora.ts'

export interface PlaceQuestion {
  readonly text: string
  /** Ids of papers. */
  readonly relevant: ReadonlySet<string>
  /** Matches a text that states the answer; null where nobody wrote one. */
  readonly answer: RegExp | null
}

export interface PlaceSet {
  readonly name: string
  open(): Promise<{ readonly session: CorpusSession; readonly questions: readonly PlaceQuestion[] }>
}

const SAMPLES = join(import.meta.dirname, '..', '..', '..', 'samples')

export function openPlaceSets(gloss: Gloss, workspace: string, signal: AbortSignal): PlaceSet[] {
  const asked = (
    name: string,
    open: (gloss: Gloss, signal: AbortSignal) => Promise<CorpusSession>,
    read: () => Promise<AskedPaper[]>,
  ) => ({
    name,
    open: async () => {
      const session = await open(gloss, signal)
      const idOf = await papersByName(session)
      const questions = (await read()).map(({ paper, question, answer }) => ({
        text: question,
        relevant: new Set([idOf(paper) ?? '']),
        answer,
      }))
      return { session, questions }
    },
  })
  return [
    { name: 'samples', open: () => openSamples(gloss, signal) },
    asked('29 real papers', openAskedPapers, askedPapers),
    asked('50 other papers', openOtherPapers, otherAskedPapers),
    ...Object.keys(JUDGED_SETS).map((name) => ({
      name,
      open: () => openJudged(gloss, name, { workspace, signal }),
    })),
  ]
}

async function openSamples(gloss: Gloss, signal: AbortSignal) {
  const corpus = 'samples'
  if (!(await gloss.workspace.listCorpora()).includes(corpus))
    await ingestPaths(gloss, { paths: [join(SAMPLES, 'papers')], corpus }, () => undefined, signal)
  const session = await gloss.session(corpus)
  const papers = await session.store.papers()
  const ids = new Map(papers.flatMap(({ id, paths }) => paths.map((path) => [stem(path), id])))
  const judged = (await linesOf('qrels.tsv')).slice(1).map((line) => line.split('\t'))
  const questions = (await linesOf('questions.jsonl')).map((line) => {
    const { _id, text } = JSON.parse(line) as { readonly _id: string; readonly text: string }
    const names = judged
      .filter(([question]) => question === _id)
      .map(([, paper = '']) => ids.get(paper) ?? '')
    return { text, relevant: new Set(names), answer: null }
  })
  return { session, questions }
}

async function openJudged(
  gloss: Gloss,
  set: string,
  { workspace, signal }: { readonly workspace: string; readonly signal: AbortSignal },
) {
  const session = await openJudgedCorpus(gloss, set, workspace, signal)
  const ids = new Map((await session.store.papers()).map(({ id, document }) => [document, id]))
  const questions = (await judgedQueries(set)).map(({ text, relevant }) => ({
    text,
    relevant: new Set([...relevant].map((document) => ids.get(document) ?? '')),
    answer: null,
  }))
  return { session, questions }
}

function stem(path: string): string {
  return basename(path).replace(/\.[^.]+$/, '')
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(join(SAMPLES, file), 'utf8')).trim().split('\n')
}
