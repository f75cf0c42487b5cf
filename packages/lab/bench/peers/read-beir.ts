/** Reads a retrieval set in BEIR's layout. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BeirDocument {
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface BeirSet {
  readonly documents: readonly BeirDocument[]
  /** Questions with a judgement above 0. `gains` is keyed by the index of the document. */
  readonly questions: readonly { readonly text: string; readonly gains: ReadonlyMap<number, number> }[]
}

interface Row {
  readonly _id: string
  readonly title?: string
  readonly text: string
}

export function readBeir(folder: string): BeirSet {
  const rows = (file: string): string[] =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  const documents = rows('corpus.jsonl').map((line) => {
    const row = JSON.parse(line) as Row
    return { id: row._id, title: row.title ?? '', text: row.text }
  })
  const places = new Map(documents.map((document, i) => [document.id, i]))
  const gains = new Map<string, Map<number, number>>()
  for (const line of rows('qrels.tsv').slice(1)) {
    const [question = '', document = '', gain = '0'] = line.split('\t')
    const place = places.get(document)
    if (place === undefined || Number(gain) <= 0) continue
    gains.set(question, (gains.get(question) ?? new Map<number, number>()).set(place, Number(gain)))
  }
  const questions = rows('queries.jsonl').flatMap((line) => {
    const row = JSON.parse(line) as Row
    const judged = gains.get(row._id)
    return judged === undefined ? [] : [{ text: row.text, gains: judged }]
  })
  return { documents, questions }
}
