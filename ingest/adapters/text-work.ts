/** What is done with the text of a paper, in a child process or, where the text is short, in the program itself. */
import type { ReadOutcome, ReadPaper, Source, Summary } from '../ports.ts'
import { measureProse } from '../prose/index.ts'
import { createExtractiveSummariser } from '../summarise/index.ts'
import { francLikeness } from './franc-languages.ts'
import { openTextReader } from './text-reader.ts'

const summariser = createExtractiveSummariser()
const reader = openTextReader()
const never = new AbortController().signal

/** Reads every format but PDF. */
export function readText(source: Omit<Source, 'read'>, bytes: Uint8Array): Promise<ReadOutcome> {
  return reader.read({ ...source, read: async () => bytes }, bytes, never)
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
