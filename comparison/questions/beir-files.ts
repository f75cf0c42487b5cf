/** Made questions as a BEIR pair: queries.jsonl and qrels.tsv, the judgements naming units. */
import type { MadeQuestion } from './ports.ts'

export interface QuestionFileContents {
  readonly queries: string
  readonly qrels: string
}

/** Ids count from `made-1`. Each question says in its metadata that it is synthetic and how it was made. */
export function questionFiles(questions: readonly MadeQuestion[], made: string): QuestionFileContents {
  const ids = questions.map((_, place) => `made-${place + 1}`)
  const queries = questions.map(({ text, hops }, place) =>
    JSON.stringify({ _id: ids[place], text, metadata: { synthetic: true, made, hops } }),
  )
  const judgements = questions.flatMap(({ units }, place) => units.map((unit) => `${ids[place]}\t${unit}\t1`))
  return { queries: lines(queries), qrels: lines(['query-id\tcorpus-id\tscore', ...judgements]) }
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
