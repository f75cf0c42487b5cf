/** What a run has written: pages to read, and the transcripts of its agents. From its journal, whether the run has ended or not. */
import {
  type AgentTranscript,
  agentTranscript,
  endedAgents,
  type RunPages,
  readRunPages,
  runHtml,
  runMarkdown,
} from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface RunTrace {
  readonly object: object
  markdown(): string
  html(): string
}

/** By the run's id or a unique beginning of it; `shown` is what a reader gets to see of it. Throws `RUN_NOT_FOUND`. */
export async function readRunTrace(
  gloss: Gloss,
  id: string,
  shown: (pages: RunPages) => RunPages = (pages) => pages,
): Promise<RunTrace> {
  const store = gloss.runs()
  const record = await store.get(id)
  const pages = shown(await readRunPages(record, store.journal(record.id)))
  return { object: pages, markdown: () => runMarkdown(pages), html: () => runHtml(pages) }
}

/** Null where the agent did not come to its end. */
export async function readAgent(gloss: Gloss, run: string, path: string): Promise<AgentTranscript | null> {
  return await agentTranscript(gloss.runs().journal(run), path)
}

/** Paths of the agents that came to their end, in the order in which they did. */
export async function endedAgentPaths(gloss: Gloss, run: string): Promise<readonly string[]> {
  return await endedAgents(gloss.runs().journal(run))
}
