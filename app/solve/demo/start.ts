/** Starts a run without a model: a question over the sample papers with answers written for a pattern (Eigen-1's Figure 4). It says so. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DEFAULT_PATTERN, type RunRecord } from '../../../solver/index.ts'
import { ingestPaths } from '../../ingest/ingest-papers.ts'
import { DEMONSTRATION_CORPUS } from '../../wiring/default-corpus.ts'
import type { Gloss } from '../../wiring/gloss.ts'
import { startRun } from '../run.ts'
import { demonstrationOf, readScript } from './played-chat.ts'

export const DEMONSTRATION_NOTICE =
  'Demonstration: the models’ answers are scripted. The loop, the retrieval, the code, the journal and the ledger are real.'
const OWN_PAPER = new URL('./crossovers.html', import.meta.url)
// Beside the sources, and beside the built package.
const SAMPLE_PAPERS = ['../../../samples/papers', '../../../../samples/papers']

/** Starts the run, after reading the sample papers once per process, in some seconds. Throws `INPUT_INVALID` for an unknown pattern. */
export async function startDemonstration(
  gloss: Gloss,
  signal: AbortSignal,
  pattern = DEFAULT_PATTERN,
): Promise<RunRecord> {
  const { question: text } = readScript(pattern)
  const { settings } = demonstrationOf(pattern)
  await readDemonstrationPapers(gloss, signal)
  return await startRun(gloss, {
    question: { id: 'demonstration', text },
    pattern,
    settings,
    corpus: DEMONSTRATION_CORPUS,
    monitor: 'lexical',
    isDemonstration: true,
  })
}

/** Reads the sample papers again, whose corpus ended with the process that read them. */
export async function readDemonstrationPapers(gloss: Gloss, signal: AbortSignal): Promise<void> {
  if (await gloss.workspace.hasCorpus(DEMONSTRATION_CORPUS)) return
  const samples = SAMPLE_PAPERS.map((path) => fileURLToPath(new URL(path, import.meta.url))).filter(
    existsSync,
  )
  const paths = [fileURLToPath(OWN_PAPER), ...samples.slice(0, 1)]
  const request = { paths, corpus: DEMONSTRATION_CORPUS, topic: 'none' }
  await ingestPaths(gloss, request, () => undefined, signal)
}
