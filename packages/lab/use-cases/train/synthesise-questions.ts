/** `synthesise`: questions with answers from a corpus, with the units that they rest on; a run with a journal, so that it resumes where it was stopped. */

import { modelOf } from '../../../../app/config/index.ts'
import { checkPrices, environmentOf } from '../../../../app/solve/index.ts'
import { readSettings } from '../../../../app/think/index.ts'
import type { CorpusSession, Gloss } from '../../../../app/wiring/index.ts'
import { type BackendName, DEFAULT_BACKEND } from '../../../../app/wiring/index.ts'
import { GlossError, readText, systemClock, withoutCredentials } from '../../../../core/index.ts'
import { costOf, type LedgerRow } from '../../../../models/index.ts'
import {
  type Budget,
  NO_BUDGET,
  type RunOutcome,
  type RunRecord,
  runPattern,
} from '../../../../solver/index.ts'
import {
  createSynthesis,
  maxUseOfSynthesis,
  type SynthesisLimits,
  type SynthesisReason,
  SynthesisSettings,
  type SynthesisState,
  trainingPrompt,
} from '../../training/index.ts'
import {
  openSynthesisFolder,
  SYNTHESIS_PATTERN,
  type SynthesisFolder,
  synthesisRun,
  writeSynthesis,
} from './synthesis-folder.ts'
import { journalledContexts, openSynthesisPorts } from './synthesis-ports.ts'
import { servingTrainingRole, type TrainingRole, trainingChat } from './training-roles.ts'

export interface SynthesiseRequest {
  /** Folder of the questions, the phrases, the report and the journal. */
  readonly out: string
  readonly limits: SynthesisLimits
  /** Settings without `examples`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** File with examples of questions for the prompt; the built-in ones if absent. */
  readonly examples?: string | undefined
  readonly corpus?: string | undefined
  readonly backend?: BackendName | undefined
  readonly budget?: Partial<Budget> | undefined
  /** Called with the projected tokens and cost before a model is asked; false ends it with `CONSENT_NEEDED`. */
  readonly consent: (projection: string) => Promise<boolean>
  readonly onProgress: (what: string) => void
}

export interface SynthesiseResult {
  readonly status: RunOutcome['status']
  /** Number of attempts; `in = out + sum of dropped`. */
  readonly in: number
  readonly out: number
  readonly dropped: Readonly<Record<SynthesisReason, number>>
  readonly phrases: { readonly first: number; readonly all: number }
  readonly corpus: string
  readonly settings: SynthesisSettings
  readonly ledger: readonly LedgerRow[]
  readonly files: readonly string[]
}

const ROLES: readonly TrainingRole[] = ['synthesiser', 'curator']

/**
 * Repeated with the same folder it pays only for what is missing, also with more questions or attempts. Throws `INPUT_INVALID` for an empty
 * corpus and for a folder of another synthesis, `MODEL_UNCONFIGURED`, `SANDBOX_UNAVAILABLE`, `CONSENT_NEEDED`, `MODEL_ANSWER_INVALID` where
 * the model lists no phrases, `RUN_CHANGED` where prompts or the corpus's answers differ from those of the journal, and what ended the models.
 */
export async function synthesiseQuestions(
  gloss: Gloss,
  request: SynthesiseRequest,
  signal: AbortSignal,
): Promise<SynthesiseResult> {
  const session = await gloss.session(request.corpus)
  await checkCorpus(session)
  const settings = readSettings(
    SynthesisSettings,
    { ...request.settings, examples: await examplesOf(request) },
    ' for synthesise',
  )
  checkPrices(gloss, askedModels(gloss), { cost: request.budget?.cost ?? null })
  await gloss.sandbox()
  await using folder = await openSynthesisFolder(request.out)
  const backend = request.backend ?? DEFAULT_BACKEND
  const plan = planOf(session, { settings, backend })
  if (folder.record !== null) await synthesisRun(folder, request.out, plan)
  await agreeOn(gloss, settings, { request, folder })
  const record = await synthesisRun(folder, request.out, plan)
  return await runSynthesis({ gloss, session, request, folder, settings, backend, signal }, record)
}

interface Working {
  readonly gloss: Gloss
  readonly session: CorpusSession
  readonly request: SynthesiseRequest
  readonly folder: SynthesisFolder
  readonly settings: SynthesisSettings
  readonly backend: BackendName
  readonly signal: AbortSignal
}

async function runSynthesis(working: Working, record: RunRecord): Promise<SynthesiseResult> {
  const { gloss, session, request, folder, settings, backend, signal } = working
  const { store } = folder
  if (record.status === 'failed') await store.forgetFailures(record.id)
  const synthesis = createSynthesis({
    settings,
    limits: request.limits,
    ports: journalledContexts(session, store.journal(record.id)),
    onAttempt: ({ attempts, pairs }, reason) =>
      request.onProgress(
        `attempt ${attempts}: ${reason ?? 'kept'}; ${pairs.length} of ${request.limits.count} questions`,
      ),
  })
  const outcome = await runPattern(record, synthesis.run, {
    store,
    ports: await openSynthesisPorts(gloss, session, backend),
    prices: gloss.prices,
    environment: () => environment(gloss, session),
    clock: systemClock,
    onEvent: () => undefined,
    signal,
    budget: { ...NO_BUDGET, ...request.budget },
  })
  const result = resultOf(outcome, synthesis.state(), working)
  const files = await writeSynthesis(request.out, synthesis.state(), result)
  signal.throwIfAborted()
  if (outcome.status === 'failed')
    throw new GlossError(
      (outcome.failure?.code ?? 'INTERNAL') as GlossError['code'],
      `${outcome.failure?.message} What was made by then is in ${request.out}; the same command resumes it.`,
      { out: request.out },
    )
  return { ...result, files }
}

function resultOf(
  { status, ledgers }: RunOutcome,
  { attempts, pairs, dropped, firstPhrases, phrases }: SynthesisState,
  { session, settings }: Working,
): Omit<SynthesiseResult, 'files'> {
  return {
    status,
    in: attempts,
    out: pairs.length,
    dropped,
    phrases: { first: firstPhrases, all: phrases.length },
    corpus: session.name,
    settings,
    ledger: ledgers.byRole,
  }
}

async function checkCorpus(session: CorpusSession): Promise<void> {
  const { units, passages } = await session.store.counts()
  if (units + passages > 0) return
  throw new GlossError(
    'INPUT_INVALID',
    `The corpus "${session.name}" is empty: there is nothing to make questions from. Fill it with \`gloss ingest\`.`,
    { field: 'corpus', corpus: session.name },
  )
}

async function examplesOf({ examples }: SynthesiseRequest): Promise<string> {
  return examples === undefined
    ? trainingPrompt('QUESTION_EXAMPLES').text.trim()
    : (await readText(examples, 'Examples of questions are read from a file')).trim()
}

function planOf(
  session: CorpusSession,
  { settings, backend }: { readonly settings: SynthesisSettings; readonly backend: BackendName },
) {
  return {
    question: { id: SYNTHESIS_PATTERN, text: 'Questions from the corpus' },
    pattern: SYNTHESIS_PATTERN,
    settings,
    corpus: session.name,
    backend,
    monitor: 'lexical',
    budget: NO_BUDGET,
  }
}

function askedModels(gloss: Gloss) {
  return ROLES.map((role) => ({ role, model: gloss.chats.open(PURPOSE, trainingChat(gloss, role)).id }))
}

const PURPOSE = 'The synthesis of questions'

/** Asks for consent to the most that models may write in the remaining attempts, and states what was spent before. */
async function agreeOn(
  gloss: Gloss,
  settings: SynthesisSettings,
  { request, folder: { store, record } }: Pick<Working, 'request' | 'folder'>,
): Promise<void> {
  const { attempts, count } = request.limits
  const most = maxUseOfSynthesis(settings, attempts)
  const models = new Map(askedModels(gloss).map(({ role, model }) => [role, model]))
  const costs = ROLES.map((role) =>
    costOf(
      { promptTokens: 0, completionTokens: most[role].completionTokens },
      models.get(role) ?? '',
      gloss.prices,
    ),
  )
  const cost = costs.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
  const [turns, tokens] = [
    most.synthesiser.turns + most.curator.turns,
    most.synthesiser.completionTokens + most.curator.completionTokens,
  ]
  const price = cost === null ? 'price unknown' : `at most $${cost.toFixed(2)}`
  const before = record === null ? 0 : await callsOf(store, record)
  const spent =
    before === 0
      ? ''
      : ` Of these, ${before.toLocaleString('en')} calls were made before and are not repeated.`
  const sentence = `${count} questions in at most ${attempts} attempts: at most ${turns.toLocaleString('en')} model turns by ${[...new Set(models.values())].join(', ')}, which may write ${tokens.toLocaleString('en')} tokens (${price}); what is read comes on top.${spent}`
  if (!(await request.consent(sentence))) throw new GlossError('CONSENT_NEEDED', sentence)
}

async function callsOf(store: SynthesisFolder['store'], { id }: RunRecord): Promise<number> {
  return (await store.journal(id).calls()).reduce((sum, { calls }) => sum + calls.length, 0)
}

async function environment(gloss: Gloss, session: CorpusSession) {
  const plan = { corpus: session.name, pattern: SYNTHESIS_PATTERN, backend: DEFAULT_BACKEND }
  const models = ROLES.flatMap((role) => {
    const { url, model } = modelOf(gloss.config, servingTrainingRole(gloss, role))
    if (url === undefined || model === undefined) return []
    return [{ role, model, server: withoutCredentials(url.replace(/\/+$/, '')), continuation: null }]
  })
  return { ...(await environmentOf(gloss, plan, [])), models }
}
