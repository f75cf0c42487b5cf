/** Questions with their answers from a corpus: seeds, attempts, checks, and phrases for further attempts (ReThinker, 3.2.1 and Appendix D; specs/rethinker.md 5.4). */
import { filledPrompt, GlossError, seededRandom } from '../../../../core/index.ts'
import type { ChatRequest } from '../../../../models/index.ts'
import { askStructured, type Pattern, type Runner } from '../../../../solver/index.ts'
import { seedInitPrompt, trainingPrompt } from '../prompts.ts'
import { type AttemptResult, attemptQuestion, type MadePair, maxUseOfAttempt } from './attempt.ts'
import {
  createPhrasePool,
  PHRASE_TEXTS,
  type PhraseOrigin,
  type PhrasePool,
  phraseKey,
  readPhrases,
  type SeedPhrase,
} from './phrases.ts'
import { questionKey, SYNTHESIS_REASONS, type SynthesisReason } from './question-pair.ts'
import { phrasesOf, readSeedDictionary } from './read-seeds.ts'
import type { StatedUnit, SynthesisLimits, SynthesisPorts, SynthesisSettings } from './settings.ts'

/** State of a synthesis: `attempts = pairs + sum of dropped`. */
export interface SynthesisState {
  readonly attempts: number
  readonly pairs: readonly MadePair[]
  /** Counts of all reasons in order, including zeros. */
  readonly dropped: Readonly<Record<SynthesisReason, number>>
  /** Number of phrases before the first attempt. */
  readonly firstPhrases: number
  readonly phrases: readonly SeedPhrase[]
}

export interface Synthesis {
  /** Ends when there are `count` questions, or after `attempts`. */
  readonly run: Pattern<unknown>
  /** Returns the current state, also if the run was stopped. */
  state(): SynthesisState
}

export interface SynthesisOptions {
  readonly settings: SynthesisSettings
  readonly limits: SynthesisLimits
  readonly ports: SynthesisPorts
  readonly onAttempt: (state: SynthesisState, reason: SynthesisReason | null) => void
}

const EXTRACT_TOKENS = 2_048
const INIT_TOKENS = 8_192
// Most characters of a text from which phrases are taken, about 6,000 tokens. Chosen, not measured.
const TEXT_CHARACTERS = 24_000
const CORPUS_BATCH = 10
/** Consecutive failures that point to the server instead of the request. Chosen, not measured. */
const MAX_FAILURES = 3

export function createSynthesis({ settings, limits, ports, onAttempt }: SynthesisOptions): Synthesis {
  const pool = createPhrasePool()
  const pairs: MadePair[] = []
  const dropped = new Map<SynthesisReason, number>()
  let [attempts, firstPhrases, failedInRow] = [0, 0, 0]

  const state = (): SynthesisState => ({
    attempts,
    pairs,
    dropped: Object.fromEntries(
      SYNTHESIS_REASONS.map((reason) => [reason, dropped.get(reason) ?? 0]),
    ) as Record<SynthesisReason, number>,
    firstPhrases,
    phrases: pool.list(),
  })

  function count({ made, reason, failure }: AttemptResult): void {
    attempts++
    if (made !== null) pairs.push(made)
    if (reason !== null) dropped.set(reason, (dropped.get(reason) ?? 0) + 1)
    failedInRow = failure === null ? 0 : failedInRow + 1
    if (failure !== null && failedInRow === MAX_FAILURES)
      throw new GlossError(
        'NO_SOLUTION',
        `${MAX_FAILURES} attempts in a row failed, the last one with ${failure.code}: ${failure.message}`,
        { attempts },
      )
  }

  const run: Pattern<unknown> = async (_question, _settings, runner) => {
    runner.stage('seeds')
    await fillPool(pool, { runner, settings, ports })
    firstPhrases = pool.list().length
    const random = seededRandom(settings.seed)
    const known = new Set<string>()
    runner.stage('questions')
    while (pairs.length < limits.count && attempts < limits.attempts) {
      const attempt = attempts
      const { phrase: seed } = pool.take(random)
      const attempted = await attemptQuestion({ attempt, seed, known }, { runner, settings, ports })
      count(attempted)
      if (attempted.made !== null) known.add(questionKey(attempted.made))
      await recycle(attempt, attempted, { runner, pool })
      onAttempt(state(), attempted.reason)
    }
    return { answer: `${pairs.length} questions`, answerPath: 'question', details: null }
  }
  return { run, state }
}

interface Filling {
  readonly runner: Runner
  readonly settings: SynthesisSettings
  readonly ports: SynthesisPorts
}

/** Fills the pool. Throws `MODEL_ANSWER_INVALID` if the model lists no phrases, and `INPUT_INVALID` if the corpus has none. */
async function fillPool(pool: PhrasePool, { runner, settings, ports }: Filling): Promise<void> {
  if (settings.seeds === 'published') {
    const prompt = seedInitPrompt(settings.fields)
    const { value, losses } = await askStructured(runner, {
      path: 'seeds/0',
      role: 'synthesiser',
      request: {
        messages: [{ role: 'user', content: prompt.text }],
        temperature: settings.temperature,
        maxTokens: INIT_TOKENS,
      },
      prompt,
      read(text) {
        const lists = readSeedDictionary(text)
        return lists === null
          ? { ok: false, reason: 'it has no dictionary of lists of strings in it' }
          : { ok: true, value: lists, losses: [] }
      },
      fallback: null,
    })
    if (value === null)
      throw new GlossError('MODEL_ANSWER_INVALID', `The model listed no seed phrases: ${losses.at(-1)}.`)
    for (const { field, phrase } of phrasesOf(value))
      pool.add({ phrase, origin: { from: 'field', field }, units: [] })
    return
  }
  const units = await ports.sampleUnits(settings.seed)
  const batches = Array.from({ length: Math.ceil(units.length / CORPUS_BATCH) }, (_, at) =>
    units.slice(at * CORPUS_BATCH, (at + 1) * CORPUS_BATCH),
  )
  const texts = batches.map((batch) => batch.map(({ text }) => text).join('\n'))
  for (const [at, phrases] of (await extracted('seeds', texts, runner)).entries())
    addPhrases(pool, phrases, { from: 'corpus' }, batches[at] ?? [])
  if (pool.list().length === 0)
    throw new GlossError('MODEL_ANSWER_INVALID', 'The model found no seed phrases in the corpus.')
}

/** Adds phrases from all that an attempt found and wrote, whether or not its question is kept. */
async function recycle(
  attempt: number,
  { contexts, pair, said }: AttemptResult,
  { runner, pool }: { readonly runner: Runner; readonly pool: PhrasePool },
): Promise<void> {
  const texts: Readonly<Record<(typeof PHRASE_TEXTS)[number], string>> = {
    snippets: contexts.searches.map(({ text }) => text).join('\n\n'),
    pages: contexts.pages.join('\n\n'),
    pair: pair === null ? '' : `${pair.question}\n${pair.truth}`,
    trajectory: said,
  }
  const found = await extracted(
    `phrases.${attempt}`,
    PHRASE_TEXTS.map((from) => texts[from]),
    runner,
  )
  for (const [at, from] of PHRASE_TEXTS.entries())
    addPhrases(pool, found[at] ?? [], { from, attempt }, contexts.units)
}

/** Returns phrases for each text; none for an empty text, which is not sent, and none if the model could not be asked. */
async function extracted(stage: string, texts: readonly string[], runner: Runner): Promise<string[][]> {
  const prompt = trainingPrompt('SEED_EXTRACT')
  const outcomes = await runner.parallel(stage, texts, async (text, path) => {
    if (text.trim() === '') return []
    const request = phrasesRequest(text)
    return readPhrases((await runner.ask(path, 'synthesiser', request, prompt)).text)
  })
  return outcomes.map((outcome) => {
    if (outcome.isDone) return outcome.value
    if (outcome.failure.code === 'MODEL_REFUSED') return []
    throw new GlossError('NO_SOLUTION', `Phrases could not be asked for: ${outcome.failure.message}`)
  })
}

/** Returns the request. A long text is cut at its end. */
export function phrasesRequest(text: string): ChatRequest {
  const original = text.slice(0, TEXT_CHARACTERS)
  const content = filledPrompt(trainingPrompt('SEED_EXTRACT'), { original_content: original })
  return { messages: [{ role: 'user', content }], temperature: 0, maxTokens: EXTRACT_TOKENS }
}

function addPhrases(
  pool: PhrasePool,
  phrases: readonly string[],
  origin: PhraseOrigin,
  units: readonly StatedUnit[],
): void {
  const texts = units.map(({ id, text }) => ({ id, key: phraseKey(text) }))
  for (const phrase of phrases) {
    const key = phraseKey(phrase)
    const seenIn = texts.filter((unit) => unit.key.includes(key)).map(({ id }) => id)
    pool.add({ phrase, origin, units: seenIn })
  }
}

/** Returns the most tokens that the seeds and `attempts` may take, by role. */
export function maxUseOfSynthesis(settings: SynthesisSettings, attempts: number) {
  const { synthesiser, curator } = maxUseOfAttempt(settings)
  const extracts = PHRASE_TEXTS.length * attempts
  return {
    synthesiser: {
      turns: 2 + extracts + attempts * synthesiser.turns,
      completionTokens: 2 * INIT_TOKENS + extracts * EXTRACT_TOKENS + attempts * synthesiser.completionTokens,
    },
    curator: { turns: attempts * curator.turns, completionTokens: attempts * curator.completionTokens },
  }
}
