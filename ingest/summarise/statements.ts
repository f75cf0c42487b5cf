/** Chooses runs of one to three sentences as a paper's units: its findings first, each readable alone, together covering its content. */

import { countsOf } from '../../core/index.ts'
import type { Part } from '../../corpus/index.ts'
import { centralities, termVectors } from './centrality.ts'
import { closingResults } from './closing-results.ts'
import type { PaperSentence } from './paper-sentences.ts'
import { standsAlone, standsAloneInText, worthOf } from './sentence-worth.ts'
import { type FindingTest, LATE, MAX_CHARACTERS, MAX_SENTENCES, type Statement } from './statement.ts'

/** Exponent of a term's frequency: a term of four sentences weighs twice a term of one. */
const RECURRENCE_EXPONENT = 0.5

/** Weights relative to centrality (0 to 1). Chosen on half of the papers: docs/decisions/2026-11-22-units-are-quotations.md. */
const WORTH_OF_PART: Readonly<Record<Part, number>> = {
  results: 0.35,
  conclusions: 0.35,
  background: -0.25,
  methods: -0.25,
}

/** Minimum worth of a unit's sentences; at least one of them must exceed it. */
const MIN_WORTH = 0

interface Candidate extends Statement {
  /** Score from centrality and wording, which does not depend on earlier choices. */
  readonly merit: number
  readonly terms: ReadonlySet<string>
  readonly block: number
}

export interface Quotas {
  /** Maximum number of statements of each block, by the block's index. */
  readonly quotas: ReadonlyMap<number, number>
  /** Maximum number of statements in all. */
  readonly total: number
  /** True for an abstract alone: without other text to choose from, sentences of little worth are accepted too. */
  readonly isShort: boolean
}

/** Returns the statements of a text whose findings are not distinguished: an abstract alone, another language. */
export function chooseStatements(sentences: readonly PaperSentence[], room: Quotas): Statement[] {
  return inReadingOrder(chooser(sentences, room).choose(candidatesOf(sentences, room.isShort), room.total))
}

/**
 * Share of all statements that are not findings: a corpus is read for what its papers found. Chosen on half of 78 papers:
 * docs/decisions/2026-11-22-units-are-quotations.md.
 */
const OTHER_SHARE = 0.25
/** Maximum number of other statements of a paper without findings. Chosen, not measured. */
const MIN_OTHERS = 4

/**
 * Returns the statements of a whole paper in reading order: the findings of its abstract and conclusions, then its other findings, then
 * some other statements.
 */
export function chooseFindings(
  sentences: readonly PaperSentence[],
  room: Quotas,
  isFinding: FindingTest,
): Statement[] {
  const choice = chooser(sentences, room)
  const closing = closingResults(sentences, isFinding).slice(0, room.total)
  choice.take(closing)
  const candidates = candidatesOf(sentences, false)
  const { mostly = [], besides = [] } = Object.groupBy(candidates, (run) =>
    holdsFindings(run, isFinding) ? 'mostly' : 'besides',
  )
  const found = [...closing, ...choice.choose(mostly, room.total - closing.length, isFinding)]
  const most = Math.max(MIN_OTHERS, Math.round((found.length * OTHER_SHARE) / (1 - OTHER_SHARE)))
  const others = choice.choose(besides, Math.min(most, room.total - found.length))
  return inReadingOrder([...found, ...others])
}

/** Returns whether at least half of the sentences are findings, so that fewer whole runs need to be tested. */
function holdsFindings({ from, to }: Statement, isFinding: FindingTest): boolean {
  let count = 0
  for (let index = from; index <= to; index++) if (isFinding({ from: index, to: index })) count++
  return count * 2 > to - from
}

/** Chooses greedily: at each step the run with the most merit and the most weight of terms that no chosen run contains. */
function chooser(sentences: readonly PaperSentence[], { quotas }: Quotas) {
  const weights = termWeights(sentences)
  const left = new Map(quotas)
  const covered = new Set<string>()
  const taken: Statement[] = []
  const isOpen = ({ from, to, block }: Candidate) =>
    (left.get(block) ?? 0) > 0 && taken.every((run) => to < run.from || from > run.to)
  function take(statements: readonly Statement[]): void {
    for (const { from, to } of statements) {
      const { block } = sentences[from]!
      left.set(block, (left.get(block) ?? 0) - 1)
      taken.push({ from, to })
      for (const sentence of sentences.slice(from, to + 1))
        for (const term of sentence.terms) covered.add(term)
    }
  }
  function choose(
    candidates: readonly Candidate[],
    most: number,
    accepts: FindingTest = () => true,
  ): Statement[] {
    const chosen: Statement[] = []
    let open = candidates.filter(isOpen)
    while (chosen.length < most) {
      const best = bestOf(open, (candidate) => candidate.merit + newWeight(candidate.terms, covered, weights))
      if (best === null) break
      if (accepts(best)) {
        chosen.push({ from: best.from, to: best.to })
        take([best])
      }
      open = open.filter((candidate) => candidate !== best && isOpen(candidate))
    }
    return chosen
  }
  return { take, choose }
}

function inReadingOrder(statements: readonly Statement[]): Statement[] {
  return statements.toSorted((one, other) => one.from - other.from)
}

/** Returns weights of terms, scaled so that an average sentence with only new terms weighs about 1, like the most central one. */
function termWeights(sentences: readonly PaperSentence[]): ReadonlyMap<string, number> {
  const frequency = countsOf(sentences.flatMap(({ terms }) => [...new Set(terms)]))
  const total = [...frequency.values()].reduce((sum, count) => sum + count ** RECURRENCE_EXPONENT, 0)
  const scale = sentences.length / total
  return new Map([...frequency].map(([term, count]) => [term, count ** RECURRENCE_EXPONENT * scale]))
}

function candidatesOf(sentences: readonly PaperSentence[], isShort: boolean): Candidate[] {
  const central = centralities(termVectors(sentences.map((sentence) => sentence.terms)))
  const worths = sentences.map(({ text, language }) => worthOf(text, language))
  const merits = sentences.map((sentence, i) => worths[i]! + central[i]! + worthOfPlace(sentence))
  const isWorthIt = worths.map((worth) => worth >= MIN_WORTH)
  const says = worths.map((worth) => worth > 0)
  const isAlone = isShort ? standsAlone : standsAloneInText
  const runs = sentences.flatMap((first, from) =>
    first.isProse && isAlone(first.text, first.isAbstract) ? runsFrom(from, sentences, merits) : [],
  )
  const worthy = runs.filter(
    ({ from, to }) => isWorthIt.slice(from, to + 1).every(Boolean) && says.slice(from, to + 1).some(Boolean),
  )
  return isShort || worthy.length === 0 ? runs : worthy
}

/** Returns a sentence's worth by its part; abstracts without labels end with results, too. */
function worthOfPlace({ part, isAbstract, position }: PaperSentence): number {
  if (part !== null) return WORTH_OF_PART[part]
  return isAbstract && position >= LATE ? WORTH_OF_PART.results : 0
}

function runsFrom(from: number, sentences: readonly PaperSentence[], merits: readonly number[]): Candidate[] {
  const { block } = sentences[from]!
  const candidates: Candidate[] = []
  let terms: readonly string[] = []
  let characters = 0
  let merit = 0
  for (const [i, sentence] of sentences.slice(from, from + MAX_SENTENCES).entries()) {
    characters += sentence.text.length + 1
    if (!sentence.isProse || sentence.block !== block || (i > 0 && characters > MAX_CHARACTERS)) break
    if (i > 0 && sentence.isLabelled) break
    merit += merits[from + i]!
    terms = [...terms, ...sentence.terms]
    candidates.push({ from, to: from + i, merit, terms: new Set(terms), block })
  }
  return candidates
}

function newWeight(
  terms: ReadonlySet<string>,
  covered: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  let sum = 0
  for (const term of terms) if (!covered.has(term)) sum += weights.get(term)!
  return sum
}

function bestOf(candidates: readonly Candidate[], gain: (candidate: Candidate) => number): Candidate | null {
  let best: Candidate | null = null
  let highest = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    const value = gain(candidate)
    if (value <= highest) continue
    highest = value
    best = candidate
  }
  return best
}
