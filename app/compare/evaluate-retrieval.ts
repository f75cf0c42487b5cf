/** `eval retrieval` and `compare` with judgements: compares backends on the same questions about a corpus. */
import { resolve } from 'node:path'
import {
  askEachBackend,
  comparePairs,
  delegations,
  evaluateRetrieval,
  type Measure,
  openJudgedIds,
  type QuestionFigures,
  type RetrievalReport,
  RUN_DEPTH,
  type Run,
} from '../../comparison/index.ts'
import { GlossError } from '../../core/index.ts'
import { importPath } from '../ingest/import-documents.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { ownVersion } from '../wiring/own-version.ts'
import type { BackendName, FusionName } from '../wiring/retrieval-backends.ts'
import { type QuestionFiles, readJudgedQuestions } from './judged-questions.ts'
import { provenanceOf } from './provenance.ts'
import { writeRuns } from './write-runs.ts'

export interface EvaluationRequest extends QuestionFiles {
  readonly backends: readonly BackendName[]
  readonly fusion?: FusionName | undefined
  readonly corpus?: string | undefined
  /** Import the documents of `data` if the corpus is new or empty. */
  readonly import?: boolean | undefined
  /** Reports the next step, for people who wait. */
  readonly onProgress?: ((what: string) => void) | undefined
  /** Measures besides those of every report. */
  readonly measures?: readonly Measure[] | undefined
  /** Hits to ask each backend for. Default: as many as the measures need, and 1,000 if run files are written. */
  readonly depth?: number | undefined
  /** Folder for what each backend found, as TREC run files. */
  readonly runs?: string | undefined
}

export interface EvaluationResult extends RetrievalReport {
  readonly perQuestion: readonly PerQuestion[]
  /** Paths of the run files that were written. */
  readonly runs?: readonly string[]
}

export interface PerQuestion {
  readonly id: string
  readonly text: string
  readonly backends: Readonly<Record<string, QuestionFigures>>
}

/**
 * Evaluates backends. Judgements name documents by the ids of their source, papers and units by theirs. A backend that cannot answer is
 * listed with its code; if none can, the first one's error is thrown. Throws `INPUT_INVALID` if nothing that was judged is in
 * the corpus.
 */
export async function evaluateBackends(
  gloss: Gloss,
  request: EvaluationRequest,
  signal: AbortSignal,
): Promise<EvaluationResult> {
  const set = await readJudgedQuestions(request)
  const session = await sessionFor(gloss, request, signal)
  const { questions, nameOf, missing } = await openJudgedIds(session.name, session.store, set.questions)
  const depth = request.depth ?? (request.runs === undefined ? undefined : RUN_DEPTH)
  const options = { measures: request.measures, depth, signal }
  const { answers, failures } = await askEachBackend(
    request.backends,
    async (name) => {
      request.onProgress?.(`${name}: ${questions.length} questions`)
      return evaluateRetrieval(session.backend(name, request.fusion), questions, nameOf, options)
    },
    signal,
  )
  const measured = Object.entries(answers)
  const rows = Object.fromEntries(measured.map(([name, { questions: asked }]) => [name, asked]))
  const found = measured.map(([name, answer]): Run => ({ name, questions: answer.found }))
  return {
    corpus: session.name,
    seq: await session.seq(),
    embedder: session.embedder.id,
    gloss: await ownVersion(),
    questions: { queries: set.queries, qrels: set.qrels, asked: questions.length },
    synthetic: set.synthetic,
    losses: { ...set.losses, ...(missing > 0 ? { judged_document_not_in_corpus: missing } : {}) },
    backends: Object.fromEntries(measured.map(([name, { figures }]) => [name, figures])),
    failures,
    pairs: comparePairs(rows),
    sameAs: delegations(rows),
    provenance: await provenanceOf(session.store, gloss.config, { fusion: request.fusion, depth }),
    ...(request.runs === undefined ? {} : { runs: await writeRuns(request.runs, found) }),
    perQuestion: questions.map(({ id, text }, at) => ({
      id,
      text,
      backends: Object.fromEntries(
        measured.flatMap(([name, { questions: asked }]) =>
          asked[at] === undefined ? [] : [[name, asked[at]]],
        ),
      ),
    })),
  }
}

/** Opens the corpus to ask. With `data`, a new or empty one is filled if `import` is set, else refused with the command to type. */
async function sessionFor(
  gloss: Gloss,
  { corpus, data, import: isImporting, onProgress }: EvaluationRequest,
  signal: AbortSignal,
): Promise<CorpusSession> {
  const name = corpus ?? (await gloss.defaultCorpus(data === undefined ? 'read' : 'write'))
  const isThere = (await gloss.workspace.listCorpora()).includes(name)
  const isEmpty = !isThere || (await (await gloss.session(name)).store.papers({ limit: 1 })).length === 0
  if (data === undefined || !isEmpty) return gloss.session(name)
  if (isImporting === true) {
    onProgress?.(`importing ${data} into corpus "${name}"`)
    await importPath(gloss, { format: 'beir', path: data, corpus: name }, signal)
    return gloss.session(name)
  }
  throw new GlossError(
    isThere ? 'INPUT_INVALID' : 'CORPUS_NOT_FOUND',
    `The corpus "${name}" ${isThere ? 'is empty' : 'does not exist yet'}. To fill it: gloss import ${resolve(data)} --format beir --corpus ${name}; or pass --import.`,
    { corpus: name },
  )
}
