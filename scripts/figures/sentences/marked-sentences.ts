/** Texts of which it is known which sentences answer a question, from the judged sets of ../shared. */
import { readFile } from 'node:fs/promises'
import type { CorpusSession } from '../../../app/index.ts'
import { contentId } from '../../../core/index.ts'
import {
  readQuestion,
  sentenceFigures,
  type TermedSentences,
  termedSentences,
} from '../../../retrieval/index.ts'
import { sharedPath } from '../../lib/shared.ts'
import {
  type AskedPaper,
  askedPapers,
  halfOfPaper,
  otherAskedPapers,
  papersByName,
} from '../answers/asked-papers.ts'

export interface MarkedText {
  readonly set: string
  /** 0 or 1, by paper where papers are known, else by question. */
  readonly half: number
  readonly question: string
  readonly sentences: TermedSentences
  /** By sentence: does it answer? */
  readonly isAnswer: readonly boolean[]
  /** By sentence, what its score is made of. */
  readonly figures: readonly (readonly number[])[]
}

interface Row<Metadata> {
  readonly _id: string
  readonly text: string
  readonly title: string
  readonly metadata: Metadata
}

async function rowsOf<Metadata>(set: string, file: string): Promise<Row<Metadata>[]> {
  const text = await readFile(sharedPath('data', set, file), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row<Metadata>)
}

const halfOf = (name: string) => Number.parseInt(contentId(name).slice(0, 6), 16) % 2

type Marked = Pick<MarkedText, 'set' | 'half' | 'question'>

/** Null where every sentence answers, or none: there is nothing to choose. */
function marked(
  about: Marked,
  { text, reading = null }: { readonly text: string; readonly reading?: string | null },
  answers: (start: number, end: number, at: number) => boolean,
): MarkedText[] {
  const sentences = termedSentences(text, reading)
  const isAnswer = sentences.spans.map(({ start, end }, at) => answers(start, end, at))
  if (!isAnswer.includes(true) || !isAnswer.includes(false)) return []
  return [
    { ...about, sentences, isAnswer, figures: sentenceFigures(readQuestion(about.question), sentences) },
  ]
}

/** CovidQA: the sentences that the span of the answer touches. */
async function fromCovidQa(): Promise<MarkedText[]> {
  const set = 'covidqa'
  interface Answer {
    readonly answer: string
    readonly answer_start: number
    readonly title: string
  }
  const texts = new Map((await rowsOf(set, 'corpus.jsonl')).map(({ _id, text }) => [_id, text]))
  const judged = (await readFile(sharedPath('data', set, 'qrels.tsv'), 'utf8')).trim().split('\n')
  const documents = new Map(judged.map((line) => line.split('\t') as [string, string]))
  return (await rowsOf<Answer>(set, 'queries.jsonl')).flatMap(({ _id, text: question, metadata }) => {
    const from = metadata.answer_start
    const to = from + metadata.answer.length
    const text = texts.get(documents.get(_id) ?? '') ?? ''
    const about = { set, half: halfOf(metadata.title), question }
    return marked(about, { text }, (start, end) => start < to && end > from)
  })
}

/** HotpotQA: the sentences marked as supporting facts. */
async function fromHotpotQa(): Promise<MarkedText[]> {
  const set = 'hotpotqa-train'
  interface Facts {
    readonly supporting_facts: readonly (readonly [title: string, sentence: number])[]
  }
  const texts = new Map((await rowsOf(set, 'corpus.jsonl')).map(({ title, text }) => [title, text]))
  return (await rowsOf<Facts>(set, 'queries.jsonl')).flatMap(({ _id, text: question, metadata }) => {
    const byTitle = Map.groupBy(metadata.supporting_facts, ([title]) => title)
    return [...byTitle].flatMap(([title, facts]) =>
      marked({ set, half: halfOf(_id), question }, { text: texts.get(title) ?? '' }, (_start, _end, at) =>
        facts.some(([, sentence]) => sentence === at),
      ),
    )
  })
}

/** MuSiQue: each step that is asked in words, over its paragraph; the sentences that have its answer. */
async function fromMuSiQue(): Promise<MarkedText[]> {
  const set = 'musique-train'
  interface Steps {
    readonly decomposition: readonly {
      readonly question: string
      readonly answer: string
      readonly paragraph_support_idx: number
    }[]
    readonly candidate_ids: readonly string[]
  }
  const texts = new Map((await rowsOf(set, 'corpus.jsonl')).map(({ _id, text }) => [_id, text]))
  return (await rowsOf<Steps>(set, 'queries.jsonl')).flatMap(({ _id, metadata }) =>
    metadata.decomposition.flatMap(({ question: asked, answer, paragraph_support_idx: at }) => {
      if (asked.includes('>>')) return []
      const question = asked.replace(
        /#(\d)/g,
        (_, step) => metadata.decomposition[Number(step) - 1]?.answer ?? '',
      )
      const text = texts.get(metadata.candidate_ids[at] ?? '') ?? ''
      return marked({ set, half: halfOf(_id), question }, { text }, (start, end) =>
        text.slice(start, end).toLowerCase().includes(answer.toLowerCase()),
      )
    }),
  )
}

/** Readers' questions to papers: the first five hits of the right paper that hold the answer. */
async function fromPapers(session: CorpusSession, asked: readonly AskedPaper[]): Promise<MarkedText[]> {
  const idOf = await papersByName(session)
  const texts: MarkedText[] = []
  for (const { question, answer, ...one } of asked) {
    const { hits } = await session.retrieve({ query: question, k: 5 })
    const about = { set: one.from, half: halfOfPaper(one, asked), question }
    for (const { text, reading } of hits.filter((hit) => hit.paper === idOf(one.paper)))
      texts.push(
        ...marked(about, { text, reading }, (start, end) =>
          answer.test(text.slice(start, end).replace(/\s+/g, ' ')),
        ),
      )
  }
  return texts
}

/** `mixed` and `others`: the corpora of `askedPapers` and `otherAskedPapers`. */
export async function markedTexts(mixed: CorpusSession, others: CorpusSession): Promise<MarkedText[]> {
  return [
    ...(await fromCovidQa()),
    ...(await fromHotpotQa()),
    ...(await fromMuSiQue()),
    ...(await fromPapers(mixed, await askedPapers())),
    ...(await fromPapers(others, await otherAskedPapers())),
  ]
}
