/** What the agents of a run wrote, from its journal: whole, whether the run has ended or not. */
import { type AgentTranscript, agentTranscript, endedAgents } from '../../solver/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** Null where it did not come to its end. */
export async function agentOfRun(gloss: Gloss, run: string, path: string): Promise<AgentTranscript | null> {
  return await agentTranscript(gloss.runs().journal(run), path)
}

/** Paths of those that came to their end, in the order in which they did. */
export async function agentPathsOfRun(gloss: Gloss, run: string): Promise<readonly string[]> {
  return await endedAgents(gloss.runs().journal(run))
}
