/** Processes a paper's text, in a child process or, for short texts, in the program itself. */
import type { PaperReader, ReadOutcome, ReadPaper, Source, Summary } from '../ports.ts'
import { measureProse } from '../prose/index.ts'
import { createExtractiveSummariser } from '../summarise/extractive.ts'
import { francLikeness } from './franc-languages.ts'

const summariser = createExtractiveSummariser()
let reader: PaperReader | null = null
const never = new AbortController().signal

/** Reads every format but PDF. The reader is loaded with the first such paper: many runs read none. */
export async function readText(source: Omit<Source, 'read'>, bytes: Uint8Array): Promise<ReadOutcome> {
  reader ??= (await import('./text-reader.ts')).openTextReader()
  return await reader.read({ ...source, read: async () => bytes }, bytes, never)
}

export function summaryOf(paper: ReadPaper): Promise<Summary> {
  return summariser.summarise(paper, never)
}

export function figuresOf(
  { pages, description }: Pick<ReadPaper, 'pages' | 'description'>,
  languages: readonly string[] | null,
) {
  return measureProse({ pages, abstract: description.abstract }, languages, francLikeness)
}

export { passagesOf } from '../passages.ts'
