/** Recognition memory: a model reads the facts found for a question and keeps the relevant ones (specs/hipporag.md, 3 step 4). */
import type { Fact } from '../../corpus/index.ts'
import type { CachedChat } from '../../models/index.ts'
import { createLosses, type LossCounts } from '../formats/index.ts'
import { canonical } from '../names/canonical.ts'
import { filterRequest } from './prompts.ts'
import { readFacts, type Triple } from './read-answer.ts'

export type FilteredFacts =
  /** Indexes of the candidates in the order of the model, without duplicates. */
  | { readonly outcome: 'kept'; readonly kept: readonly number[]; readonly losses: LossCounts }
  /** No candidate is relevant. */
  | { readonly outcome: 'said_none' }
  /** The answer could not be parsed, or names only facts that were not shown: treated as if the model had not been asked. */
  | { readonly outcome: 'unreadable'; readonly losses: LossCounts }

/** Share of words that a fact must have in common with a candidate to match it. Chosen, not measured. */
const MIN_LIKENESS = 0.75

const AFTER = '[[ ## fact_after_filter ## ]]'
const COMPLETED = '[[ ## completed ## ]]'
const MARKER = /\[\[ ## \w+ ## \]\]/g

/** Asks the model which facts are relevant: one call of some 3,500 tokens; no repair, as a question waits. Throws what the chat throws. */
export async function filterFacts(
  question: string,
  candidates: readonly Fact[],
  chat: CachedChat,
  signal: AbortSignal,
): Promise<FilteredFacts> {
  if (candidates.length === 0) return { outcome: 'said_none' }
  const shown = candidates.map(({ subject, predicate, object }) => [subject, predicate, object])
  const request = filterRequest(question, shown)
  const { items, losses: lost } = readFacts(answerField(await chat.ask(request, signal)))
  if (items !== null && items.length === 0) return { outcome: 'said_none' }
  const losses = createLosses()
  for (const [reason, times] of Object.entries(lost)) losses.count(reason, times)
  const kept = new Set<number>()
  for (const item of items ?? []) {
    const candidate = candidateOf(item, shown)
    if (candidate === null) losses.count('not_candidate')
    else kept.add(candidate)
  }
  if (kept.size > 0) return { outcome: 'kept', kept: [...kept], losses: losses.counts() }
  await chat.forget([request])
  return { outcome: 'unreadable', losses: losses.counts() }
}

/** Returns the text between the two markers; small models leave out one or both, or continue with a question they made up. */
function answerField(answer: string): string {
  const start = answer.indexOf(AFTER)
  const rest = start < 0 ? answer : answer.slice(start + AFTER.length)
  const end = rest.indexOf(COMPLETED)
  return (end < 0 ? rest : rest.slice(0, end)).replace(MARKER, '')
}

/** Returns the same fact, otherwise the one with most words in common: models correct spelling and grammar. Null if none is near. */
function candidateOf(said: Triple, candidates: readonly Triple[]): number | null {
  const saidText = textOf(said)
  const same = candidates.findIndex((candidate) => textOf(candidate) === saidText)
  if (same >= 0) return same
  const likeness = candidates.map((candidate) => likenessOf(saidText, textOf(candidate)))
  const best = Math.max(...likeness)
  return best >= MIN_LIKENESS ? likeness.indexOf(best) : null
}

function textOf(triple: Triple): string {
  return triple.map((part) => canonical(part) || part.trim()).join(' ')
}

/** Returns Dice's coefficient of the words. */
function likenessOf(one: string, other: string): number {
  const ones = new Set(one.split(' '))
  const others = new Set(other.split(' '))
  const common = [...ones].filter((word) => others.has(word)).length
  return (2 * common) / (ones.size + others.size)
}
