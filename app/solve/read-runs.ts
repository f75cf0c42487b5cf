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
import type { AnswerMark, AnswerMarks } from '../wiring/answer-mark-shape.ts'
import type { Gloss } from '../wiring/gloss.ts'

export interface RunTrace {
  readonly object: object
  markdown(): string
  html(): string
}

/** By the run's id or a unique beginning of it, with what checking its answer came to; `shown` is what a reader gets to see of it. Throws `RUN_NOT_FOUND`. */
export async function readRunTrace(
  gloss: Gloss,
  id: string,
  { marks, problems }: AnswerMarks,
  shown: (pages: RunPages) => RunPages = (pages) => pages,
): Promise<RunTrace> {
  const store = gloss.runs()
  const record = await store.get(id)
  const pages = shown(await readRunPages(record, store.journal(record.id)))
  const checks = {
    rows: [['checked', 'in the answer', 'changed', 'place', 'the paper'], ...marks.map(cellsOf)],
    problems,
  }
  return {
    object: { ...pages, marks, problems },
    markdown: () => runMarkdown(pages, checks),
    html: () => runHtml(pages, checks),
  }
}

function cellsOf({ kind, text, verdict, changes, title, page, says }: AnswerMark): string[] {
  return [
    kind === 'quote' ? `${verdict} quotation` : 'another wording',
    text,
    changes.map((change) => `${change.kind}: "${change.paper}", not "${change.answer}"`).join('; '),
    [title, page === null ? null : `p. ${page}`].filter((part) => part !== null).join(', '),
    verdict === 'altered' ? (says ?? '') : '',
  ]
}

/** Null where the agent did not come to its end. */
export async function readAgent(gloss: Gloss, run: string, path: string): Promise<AgentTranscript | null> {
  return await agentTranscript(gloss.runs().journal(run), path)
}

/** Paths of the agents that came to their end, in the order in which they did. */
export async function endedAgentPaths(gloss: Gloss, run: string): Promise<readonly string[]> {
  return await endedAgents(gloss.runs().journal(run))
}
