/**
 * Tests whether a continuation method works: the model writes some words greedily, is stopped after a word and continued, and the result is
 * compared with its uncut text. Only that both are the same matters, not what the model says, so the smallest model will do.
 */
import { messageOf } from '../../core/index.ts'
import { isModelFailure, isNotThere } from '../chat/chat-error.ts'
import type { KnownAbility } from './ability-memory.ts'
import type { Written } from './ports.ts'
import {
  createSampler,
  LIKELY_ANSWER,
  nullIfRefused,
  type Sample,
  type SampleAnswer,
  type Sampler,
  take,
} from './probe-samples.ts'
import type { Provider, Spelling } from './provider-table.ts'
import { methodsFrom, type Surroundings } from './strategies.ts'
import { isThinking } from './strategy-requests.ts'

/** Result of a probe. `isSure` is false if a failure may have been temporary. */
export interface ProbeFinding {
  readonly ability: KnownAbility
  readonly isSure: boolean
  /** How the ability was determined, in a sentence. */
  readonly why: string
}

// A server that starts over looks like one that echoes, but with so few tokens it does not reach the cut, while an echo costs no tokens.
const GO_ON_TOKENS = 6
// Characters of the continuation that must be the same: about two words. Chosen, not measured.
const SAME_CHARACTERS = 8
const MIN_CHARACTERS_BEFORE_CUT = 48
const TAIL_OF_WHITE_SPACE = ' \n\n \n\n \n'

interface Trial {
  readonly around: Surroundings
  readonly provider: Provider
  readonly sampler: Sampler
  readonly signal: AbortSignal
}

/** Probes a server. Throws for an abort and if there is no server at the address; any other failure means `restart`, which always works. */
export async function probe(
  provider: Provider,
  around: Surroundings,
  signal: AbortSignal,
): Promise<ProbeFinding> {
  const worst = abilityFor(provider, 'restart', null)
  try {
    const sampler = createSampler(around.chat, provider.counting, signal)
    const { counts } = await sampler.at(0)
    const found = await firstThatWorks({ around, provider, sampler, signal })
    return { ability: { ...(found ?? worst), counts }, isSure: true, why: reasonFor(found ?? worst) }
  } catch (error) {
    signal.throwIfAborted()
    if (!isModelFailure(error) || isNotThere(error)) throw error
    return { ability: worst, isSure: false, why: `The trial failed: ${messageOf(error)}` }
  }
}

function reasonFor({ rung }: KnownAbility): string {
  if (rung === 'restart') return 'No other method continued a test answer.'
  if (rung === 'tool-call') return 'A test answer was taken up again after the result of a tool.'
  return 'A test answer that was cut off was continued with the words that came next when it was not.'
}

/** Returns the ability of a method from the table, not yet tried. */
export function abilityFor(
  provider: Provider,
  method: KnownAbility['rung'],
  spelling: Spelling | null,
): KnownAbility {
  return {
    provider: provider.name,
    rung: method,
    spelling: spelling?.name ?? null,
    continuesReasoning: spelling?.thoughts !== undefined,
    echoes: spelling?.echoes ?? false,
    trims: spelling?.trims ?? false,
    misnamesText: false,
    counts: false,
  }
}

async function firstThatWorks(trial: Trial): Promise<KnownAbility | null> {
  const { provider } = trial
  for (const method of provider.rungs) {
    const spellings = method === 'prefix' ? provider.spellings : [null]
    for (const spelling of spellings) {
      // The probe must see an echo, so it is not removed here.
      const candidate = { ...abilityFor(provider, method, spelling), echoes: false }
      const found = method === 'restart' ? candidate : await tried(trial, candidate, spelling)
      if (found !== null) return found
    }
  }
  return null
}

async function tried(
  trial: Trial,
  candidate: KnownAbility,
  spelling: Spelling | null,
): Promise<KnownAbility | null> {
  for (let place = 0; place < trial.sampler.size; place++) {
    const sample = await trial.sampler.at(place)
    const at = cutBehindWord(sample.text)
    if (at === null) continue
    const written: Written = { reasoning: sample.reasoning, text: sample.text.slice(0, at) }
    const said = await continueSample(trial, candidate, sample, written)
    if (said === null) return null
    if (candidate.rung === 'tool-call') return said.text === '' ? null : candidate
    const found = compared(said, written.text, sample.text.slice(at))
    if (found === null) continue
    const ability = { ...candidate, ...found }
    return {
      ...ability,
      trims: ability.trims || (spelling !== null && (await isTrimmed(trial, ability, sample))),
      continuesReasoning: await continuesReasoning(trial, ability, sample),
    }
  }
  return null
}

/** Compares the continuation with the uncut text; null if the model continued differently or started over. */
function compared(
  { text, reasoning }: SampleAnswer,
  before: string,
  behind: string,
): Pick<KnownAbility, 'echoes' | 'misnamesText'> | null {
  const misnamesText = text === '' && reasoning !== ''
  const all = misnamesText ? reasoning : text
  const echoes = all.startsWith(before)
  return isSame(echoes ? all.slice(before.length) : all, behind) ? { echoes, misnamesText } : null
}

function isSame(continued: string, uncut: string): boolean {
  const length = Math.min(SAME_CHARACTERS, uncut.length)
  return continued.length >= length && continued.slice(0, length) === uncut.slice(0, length)
}

/**
 * Returns whether thoughts are continued, only tested if the model's own sample has thoughts: another model never closes an open
 * thought that was written for it, or its template drops the thought.
 */
async function continuesReasoning(trial: Trial, ability: KnownAbility, sample: Sample): Promise<boolean> {
  const claimed = { ...ability, continuesReasoning: ability.continuesReasoning || ability.rung === 'raw' }
  if (!claimed.continuesReasoning || sample.reasoning === '') return false
  const at = cutBehindWord(sample.reasoning)
  if (at === null) return await areThoughtsRead(trial, claimed, sample)
  const said = await continueSample(trial, claimed, sample, {
    reasoning: sample.reasoning.slice(0, at),
    text: '',
  })
  return said !== null && isSame(said.reasoning, sample.reasoning.slice(at))
}

/** Returns whether white space at the end is lost: if it is kept, it costs tokens. */
async function isTrimmed(trial: Trial, ability: KnownAbility, sample: Sample): Promise<boolean> {
  const text = sample.text.slice(0, MIN_CHARACTERS_BEFORE_CUT).trimEnd()
  const bare = await promptTokens(trial, ability, sample, { reasoning: '', text })
  const tailed = await promptTokens(trial, ability, sample, {
    reasoning: '',
    text: text + TAIL_OF_WHITE_SPACE,
  })
  return tailed === 'refused' || (typeof bare === 'number' && bare === tailed)
}

/** Returns whether the model reads the thoughts: more thoughts cost more prompt tokens unless the template drops them. */
async function areThoughtsRead(trial: Trial, ability: KnownAbility, sample: Sample): Promise<boolean> {
  const few = await promptTokens(trial, ability, sample, { reasoning: 'Well,', text: '' })
  const many = await promptTokens(trial, ability, sample, { reasoning: `Well, ${LIKELY_ANSWER}`, text: '' })
  return typeof few === 'number' && typeof many === 'number' && many > few
}

/** Returns the prompt tokens; null if the server does not report them. */
async function promptTokens(
  trial: Trial,
  ability: KnownAbility,
  sample: Sample,
  written: Written,
): Promise<number | 'refused' | null> {
  const one = { ...sample, request: { ...sample.request, maxTokens: 1 } }
  const said = await continueSample(trial, ability, one, written)
  if (said === null) return 'refused'
  return said.usage?.estimated === false ? said.usage.promptTokens : null
}

/** Returns the continuation; null if the server refuses or the method cannot be used. */
async function continueSample(
  { around, provider, signal }: Trial,
  ability: KnownAbility,
  { request }: Sample,
  written: Written,
): Promise<SampleAnswer | null> {
  const [prepared] = methodsFrom(provider, ability, around)
  const maxTokens = Math.min(GO_ON_TOKENS, request.maxTokens ?? GO_ON_TOKENS)
  const asked = (await prepared?.ask({ ...request, maxTokens }, written, signal)) ?? null
  if (asked === null) return null
  // Thoughts in tags are split off, as in real use; nothing else in the answer is changed.
  const events = () => (isThinking(written) ? asked.join(asked.stream(signal)) : asked.stream(signal))
  return nullIfRefused(() => take(events(), () => false))
}

/**
 * Returns an offset after a word, some words into the text, with enough text after it that differs from the beginning; null if there is
 * none. Within a word the tokens would not be those that the model wrote, and a small model would continue differently.
 */
function cutBehindWord(text: string): number | null {
  const last = text.length - SAME_CHARACTERS
  for (const { index } of text.matchAll(/(?<=\S)\s/g)) {
    const isBeginning = text.startsWith(text.slice(index, index + SAME_CHARACTERS).trim())
    if (index >= MIN_CHARACTERS_BEFORE_CUT && index <= last && !isBeginning) return index
  }
  return null
}
