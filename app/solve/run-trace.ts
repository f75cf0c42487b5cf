/** A run of the solver to read, as Markdown or HTML, and as an object for programs. */
import { readRunPages, runHtml, runMarkdown } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface RunTrace {
  readonly object: object
  markdown(): string
  html(): string
}

/** Throws `RUN_NOT_FOUND`. A part of an id is enough where it is the only one that begins so. */
export async function runTrace(gloss: Gloss, id: string): Promise<RunTrace> {
  const store = gloss.runs()
  const record = await store.get(id)
  const pages = await readRunPages(record, store.journal(record.id))
  return { object: pages, markdown: () => runMarkdown(pages), html: () => runHtml(pages) }
}
