/** `eval retrieval`: the backends of a corpus on judged questions. */
import { GlossError } from '../core/index.ts'
import { evaluateRetrieval, type JudgedQuestion, type RetrievalFigures } from '../evaluation/index.ts'
import { linesOf, parseBeirQueries, parseQrels } from '../ingest/index.ts'
import { openFile } from './files.ts'
import type { Gloss } from './gloss.ts'
import type { BackendName, FusionName } from './session.ts'

export interface EvaluationRequest {
  readonly queries: string
  readonly qrels: string
  readonly backends: readonly BackendName[]
  readonly fusion?: FusionName | undefined
  readonly corpus?: string | undefined
}

export interface EvaluationResult {
  readonly corpus: string
  readonly embedder: string
  readonly backends: Readonly<Record<string, RetrievalFigures>>
}

/** Judgements name documents by the ids their source gave them, or papers by theirs. Throws `INPUT_INVALID` where none is in the corpus. */
export async function evaluateBackends(
  gloss: Gloss,
  request: EvaluationRequest,
  signal: AbortSignal,
): Promise<EvaluationResult> {
  const questions = await judgedQuestions(request)
  const session = await gloss.session(request.corpus)
  const names = new Map<string, string>()
  const documentOf = async (paper: string) => {
    const known = names.get(paper)
    if (known !== undefined) return known
    const name = (await session.store.paper(paper))?.document ?? paper
    names.set(paper, name)
    return name
  }
  const backends: Record<string, RetrievalFigures> = {}
  for (const name of request.backends)
    backends[name] = await evaluateRetrieval(
      session.backend(name, request.fusion),
      questions,
      documentOf,
      signal,
    )
  return { corpus: session.name, embedder: session.embedder.id, backends }
}

async function judgedQuestions({ queries, qrels }: EvaluationRequest): Promise<JudgedQuestion[]> {
  const gains = new Map<string, Map<string, number>>()
  for await (const { query, document, score } of parseQrels(
    linesOf(await openFile(qrels, 'Judgements are read from a file')),
  )) {
    const known = gains.get(query) ?? new Map<string, number>()
    gains.set(query, known.set(document, score))
  }
  const questions: JudgedQuestion[] = []
  for await (const { id, text } of parseBeirQueries(
    linesOf(await openFile(queries, 'Questions are read from a file')),
  ))
    questions.push({ id, text, judgements: gains.get(id) ?? new Map() })
  if (!questions.some(({ judgements }) => judgements.size > 0))
    throw new GlossError('INPUT_INVALID', `No query of ${queries} has a judgement in ${qrels}.`, {
      field: 'qrels',
    })
  return questions
}
