/** Writes made questions as BEIR files: queries.jsonl and qrels.tsv, with judgements that name units. */
import type { GeneratedQuestion } from './ports.ts'

/** Returns the files. Ids count from `made-1`. The metadata of each question say that it is synthetic and how it was made. */
export function questionFiles(questions: readonly GeneratedQuestion[], made: string) {
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
