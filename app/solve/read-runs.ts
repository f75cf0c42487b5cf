/** Reads pages and agents' transcripts of a run from its journal, whether the run has ended or not. */
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

/** Returns a trace by run id or unique prefix, with the check of the answer. `shown` limits what a reader sees. Throws `RUN_NOT_FOUND`. */
export async function readRunTrace(
  gloss: Gloss,
  id: string,
  { marks, problems }: AnswerMarks,
  shown: (pages: RunPages) => RunPages = (pages) => pages,
) {
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

/** Returns an agent's transcript; null if the agent has not ended. */
export async function readAgent(gloss: Gloss, run: string, path: string): Promise<AgentTranscript | null> {
  return await agentTranscript(gloss.runs().journal(run), path)
}

/** Returns the paths of ended agents, in the order in which they ended. */
export async function endedAgentPaths(gloss: Gloss, run: string): Promise<readonly string[]> {
  return await endedAgents(gloss.runs().journal(run))
}
