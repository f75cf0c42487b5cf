/** Opens the library over the use cases of app/. */

import { resolve } from 'node:path'
import { ask } from '../app/ask/index.ts'
import { evaluateBackends } from '../app/compare/index.ts'
import { deleteCorpus, listCorpora } from '../app/corpora/index.ts'
import { buildGraph, connectNames, searchNames } from '../app/graph/index.ts'
import { ingestPaths } from '../app/ingest/index.ts'
import { editPaper, proveHit, removePapers } from '../app/papers/index.ts'
import { findValues } from '../app/values/index.ts'
import { verifyQuotes } from '../app/verify/index.ts'
import {
  askedCorpora,
  frontMatterChange,
  type Gloss,
  loadConfig,
  openGloss as openApp,
} from '../app/wiring/index.ts'
import { GlossError, isGlossError } from '../core/index.ts'
import { backendChoice, shownBackend } from './asked-backend.ts'
import { checkGiven } from './checked-options.ts'
import type { CorpusSummary, IngestOptions, IngestSummary, LibraryGraph } from './corpus-contents.ts'
import type { AnswerOptions, PapersAnswer, RetrievedHits, RetrieveOptions } from './found-hits.ts'
import type { GlossFailure, GlossLibrary, GlossLibraryOptions } from './gloss-library.ts'
import type { EvaluateOptions, RankingReport } from './model-work.ts'
import { solveQuestion } from './solve-question.ts'
import { takePlugIns } from './take-plug-ins.ts'
import { thinkAboutQuestion } from './think-about-question.ts'

/**
 * Opens a workspace. Nothing is read before it is needed. Throws `CONFIG_INVALID` for settings that are unknown or out of range, and
 * `PLUGIN_INVALID` for a plug-in that does not implement its port or whose name is taken by another one in this process. @public
 */
export async function openGloss(options: GlossLibraryOptions = {}): Promise<GlossLibrary> {
  checkGiven({}, { openGloss: options })
  const { workspace, settings = {}, env, onNotice } = options
  const given = takePlugIns(options.plugIns ?? {})
  const overrides = { ...settings, ...(workspace === undefined ? {} : { workspace }), ...given.settings }
  const opened = await given.orRelease(async () => {
    const config = loadConfig(overrides, env)
    // The program may change its working directory while the library is open.
    const fixed = { ...config, workspace: resolve(config.workspace) }
    return openApp(fixed, { plugIns: given.plugIns, ...(onNotice === undefined ? {} : { onNotice }) })
  })
  const { gloss, shut } = closableProxy(opened)
  const close = async () => {
    shut()
    try {
      await opened.close()
    } finally {
      given.release()
    }
  }
  return {
    corpora: () => corporaOf(gloss),
    async deleteCorpus(name) {
      checkGiven({ name })
      await deleteCorpus(gloss, name)
    },
    ingest: (paths, asked) => ingest(gloss, paths, asked),
    async editPaper(paper, correction, ofCorpus = {}) {
      checkGiven({ paper }, { ofCorpus })
      const { corpus, signal } = ofCorpus
      return await editPaper(
        gloss,
        { corpus, paper, change: frontMatterChange(correction) },
        signalOr(signal),
      )
    },
    async papers(ofCorpus = {}) {
      checkGiven({}, { ofCorpus })
      return await (await gloss.session(ofCorpus.corpus)).papers()
    },
    async removePapers(papers, ofCorpus = {}) {
      checkGiven({ papers }, { ofCorpus })
      return (await removePapers(gloss, ofCorpus.corpus, papers)).removed
    },
    async references(paper, ofCorpus = {}) {
      checkGiven({ paper }, { ofCorpus })
      const { paperReferences } = await import('../app/references/index.ts')
      return await paperReferences(gloss, { ...ofCorpus, paper })
    },
    retrieve: (question, asked) => retrieve(gloss, question, asked),
    async values(question, asked = {}) {
      checkGiven({ question }, { values: asked })
      const { corpus, signal, ...options } = asked
      const session = await gloss.session(corpus)
      return (await findValues(session, { query: question, ...options }, signal)).values
    },
    async verify(hit, ofCorpus = {}) {
      checkGiven({ hit }, { ofCorpus })
      return await proveHit(await gloss.session(ofCorpus.corpus), hit)
    },
    async verifyQuotes(quotes, ofCorpus = {}) {
      checkGiven({ quotes }, { ofCorpus })
      const { corpus, signal } = ofCorpus
      const given = quotes.map((quote, place) => ({ id: String(place + 1), ...quote }))
      return await verifyQuotes(gloss, { corpus, quotes: given }, signalOr(signal))
    },
    ask: (question, asked) => answerFromPapers(gloss, question, asked),
    graph: openLibraryGraph(gloss),
    think: (question, asked) => thinkAboutQuestion(gloss, question, asked),
    solve: (question, asked) => solveQuestion(gloss, question, asked),
    evaluate: (asked) => evaluate(gloss, asked),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Narrows the type of a caught error: `if (isGlossFailure(error, 'CORPUS_NOT_FOUND'))`. @public */
export function isGlossFailure(error: unknown, code?: string): error is GlossFailure {
  return isGlossError(error) && (code === undefined || error.code === code)
}

/** Returns a proxy of the same object; once `shut` is called, every access throws `LIBRARY_CLOSED`. */
function closableProxy(opened: Gloss): { gloss: Gloss; shut: () => void } {
  let isShut = false
  const gloss = new Proxy(opened, {
    get(target, member) {
      if (isShut) throw new GlossError('LIBRARY_CLOSED', 'This Gloss was closed and can no longer be used.')
      return Reflect.get(target, member)
    },
  })
  const shut = () => {
    isShut = true
  }
  return { gloss, shut }
}

async function corporaOf(gloss: Gloss): Promise<CorpusSummary[]> {
  const found: CorpusSummary[] = []
  for (const entry of await listCorpora(gloss)) if (!('problem' in entry)) found.push(entry)
  return found
}

async function ingest(
  gloss: Gloss,
  paths: readonly string[],
  asked: IngestOptions = {},
): Promise<IngestSummary> {
  checkGiven({ paths }, { ingest: asked })
  const { onPaper, signal, ...request } = asked
  const onEvent = onPaper ?? (() => undefined)
  return await ingestPaths(gloss, { paths, ...request }, onEvent, signalOr(signal))
}

async function retrieve(gloss: Gloss, question: string, asked: RetrieveOptions = {}): Promise<RetrievedHits> {
  checkGiven({ question }, { retrieve: asked })
  const { corpus, backend, filter, signal, ...options } = asked
  const session = await askedCorpora(gloss, corpus)
  const papers = filter?.papers === undefined ? {} : { papers: await session.paperIds(filter.papers) }
  const request = {
    query: question,
    ...options,
    ...backendChoice(backend),
    ...(filter === undefined ? {} : { filter: { ...filter, ...papers } }),
  }
  const answer = await session.retrieve(request, signal)
  return { ...answer, backend: shownBackend(answer.backend) }
}

async function evaluate(gloss: Gloss, asked: EvaluateOptions): Promise<RankingReport> {
  checkGiven({}, { evaluate: asked })
  const { backends, signal, ...request } = asked
  const named = backends.flatMap((name) => backendChoice(name).backend ?? [])
  const report = await evaluateBackends(gloss, { ...request, backends: named }, signalOr(signal))
  const figures = Object.entries(report.backends).map(
    ([name, values]) => [shownBackend(name), metricsOf(values)] as const,
  )
  return {
    corpus: report.corpus,
    asked: report.questions.asked,
    backends: Object.fromEntries(figures),
    failures: Object.fromEntries(
      Object.entries(report.failures).map(([name, failure]) => [shownBackend(name), failure]),
    ),
  }
}

/** Returns the metrics by name, without counts and times. */
function metricsOf(values: object): Readonly<Record<string, number>> {
  const isMetric = ([name, value]: [string, unknown]) => name.includes('@') && typeof value === 'number'
  return Object.fromEntries(Object.entries(values).filter(isMetric))
}

function signalOr(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal
}

/** Implements `ask` of the library: passes on the pieces, and returns the answer of the last event. */
async function answerFromPapers(
  gloss: Gloss,
  question: string,
  asked: AnswerOptions = {},
): Promise<PapersAnswer> {
  checkGiven({ question }, { ask: asked })
  const { backend, onText, signal, ...options } = asked
  const request = { question, ...options, ...backendChoice(backend) }
  for await (const event of ask(gloss, request, signalOr(signal))) {
    if (event.type === 'text') onText?.(event.text)
    if (event.type === 'answer') return event.answer
  }
  throw new TypeError('The events of an answer ended without it')
}

const NAMES_LISTED = 30
const WALKS_SHOWN = 3

/** Creates the library's interface to the graph of names. */
function openLibraryGraph(gloss: Gloss): LibraryGraph {
  return {
    async build(ofCorpus = {}) {
      checkGiven({}, { ofCorpus })
      const { corpus, signal } = ofCorpus
      const { units } = await buildGraph(gloss, { corpus, consent: async () => false }, signalOr(signal))
      return units
    },
    async names(part, ofGraph = {}) {
      checkGiven({ part }, { ofGraph })
      const { corpus, limit = NAMES_LISTED } = ofGraph
      return await searchNames(await gloss.session(corpus), part, limit)
    },
    async connect(from, to, ofGraph = {}) {
      checkGiven({ from, to }, { ofGraph })
      const { corpus, limit = WALKS_SHOWN } = ofGraph
      const { walks } = await connectNames(await gloss.session(corpus), { from, to, limit })
      return walks.map((steps) =>
        steps.map((step) => ({
          from: step.from,
          to: step.to,
          unit: step.unit.id,
          text: step.unit.text,
          paper: step.unit.paper,
        })),
      )
    },
  }
}
