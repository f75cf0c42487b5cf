/** Checks letter by letter whether papers contain quotations, and finds changes. No model and no threshold of similarity decides. */
import { createTurns } from '../core/index.ts'
import type { Span } from '../corpus/index.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ComparedText,
  type Comparison,
  compareWording,
  type WordingChange,
} from './compare-wording.ts'
import { endOfCharacter, findInBlocks } from './find-in-blocks.ts'
import { createFingerprintIndex, type FoundStretch, SURE_LENGTH } from './fingerprints.ts'
import { keepTexts } from './keep-texts.ts'
import { isBoundary, splitQuote } from './split-quote.ts'
import { squeeze } from './squeeze.ts'
import {
  type Ground,
  type NearPlace,
  nearWindows,
  type QuotablePaper,
  type Window,
  windowsOf,
} from './windows.ts'

export interface QuoteVerdict {
  /** `exact` but for white space; `normalised`: also but for hyphens, ligatures, punctuation and the like; `altered`: see `changes`. */
  readonly verdict: 'exact' | 'normalised' | 'altered' | 'absent'
  /** The most serious of `changes`; null if nothing was changed. */
  readonly change: ChangeKind | null
  readonly changes: readonly WordingChange[]
  /** Null if the quote is absent and nothing similar was found. */
  readonly paper: string | null
  /** Where the quote begins in the text, or in a margin if it is not in the text. Offsets into `textWithMargins` of the paper. */
  readonly span: Span | null
  /** All stretches of the quote, in its order; more than one if another reader assembled the text in another order. */
  readonly spans: readonly Span[]
  /** The paper's text at the spans. */
  readonly text: string | null
  /** Other places with the same words, letter by letter. */
  readonly also: readonly { readonly paper: string; readonly span: Span }[]
}

export interface QuoteQuestion {
  readonly quote: string
  /** Id of the paper that is quoted; any paper if absent. */
  readonly paper?: string | undefined
  readonly near?: readonly NearPlace[]
}

export interface Verifier {
  verify(question: QuoteQuestion): Promise<QuoteVerdict>
}

const ABSENT: QuoteVerdict = {
  verdict: 'absent',
  change: null,
  changes: [],
  paper: null,
  span: null,
  spans: [],
  text: null,
  also: [],
}
/** Below this share of its characters in order, a quote is another text. Chosen, not measured. */
const MIN_SHARE = 0.7
const MAX_PLACES = 12
/** A window that explains more of the quote at the cost of another change is no better. */
const SHARE_OF_A_CHANGE = 0.05
const ELLIPSIS = /\s*(?:[[(]\s*)?(?:…|\.\s?\.\s?\.+)(?:\s*[\])])?\s*/u

/** Creates a verifier. `textOf` returns a paper's whole text. */
export function createVerifier(
  papers: readonly QuotablePaper[],
  textOf: (paper: string) => Promise<string>,
): Verifier {
  const index = createFingerprintIndex(papers.map(({ fingerprints }) => fingerprints))
  const numberOf = new Map(papers.map(({ id }, number) => [id, number]))
  const read = keepTexts(textOf)
  const ground: Ground = { papers, index, numberOf, read, takeTurns: createTurns() }
  return {
    async verify({ quote, paper, near = [] }) {
      const parts = quote
        .split(ELLIPSIS)
        .flatMap(splitQuote)
        .filter((part) => squeeze(part).chars !== '')
      if (parts.length === 0) return ABSENT
      if (parts.length === 1) return await verifyPart(ground, { quote: parts[0]!, paper, near })
      const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
      const whole = await verifyPart(ground, { quote: longest, paper, near })
      if (whole.paper === null) return whole
      const verdicts: QuoteVerdict[] = []
      for (const part of parts)
        verdicts.push(
          part === longest ? whole : await verifyPart(ground, { quote: part, paper: whole.paper, near: [] }),
        )
      return combineVerdicts(verdicts)
    },
  }
}

/** Combines the verdicts on the parts of a quote with an ellipsis: the worst verdict, over the whole stretch. */
function combineVerdicts(verdicts: readonly QuoteVerdict[]): QuoteVerdict {
  const found = verdicts.filter(({ span }) => span !== null)
  if (found.length < verdicts.length) return { ...found[0]!, verdict: 'altered', change: 'wording' }
  const spans = found.map(({ span }) => span!)
  const isInOrder = spans.every(([start], place) => place === 0 || start >= spans[place - 1]![0])
  const changes = found.flatMap((verdict) => verdict.changes)
  const span: Span = [Math.min(...spans.map(([start]) => start)), Math.max(...spans.map(([, end]) => end))]
  const text = found.map((verdict) => verdict.text).join(' … ')
  const change = worstChange(changes) ?? (isInOrder ? null : 'order')
  return {
    verdict: change === null ? 'normalised' : 'altered',
    change,
    changes,
    paper: found[0]!.paper,
    span,
    spans,
    text,
    also: [],
  }
}

async function verifyPart(ground: Ground, question: QuoteQuestion): Promise<QuoteVerdict> {
  const found = await verifyUnchanged(ground, question)
  const quote = question.quote.replace(LINE_NUMBER, '')
  if (found.verdict === 'exact' || found.verdict === 'normalised' || quote === question.quote) return found
  const plain = await verifyUnchanged(ground, { ...question, quote })
  return plain.verdict === 'exact' || plain.verdict === 'normalised'
    ? { ...plain, verdict: 'normalised' }
    : found
}

async function verifyUnchanged(
  ground: Ground,
  { quote, paper, near = [] }: QuoteQuestion,
): Promise<QuoteVerdict> {
  const wanted: ComparedText = { text: quote, squeezed: squeeze(quote) }
  const { chars } = wanted.squeezed
  const only = paper === undefined ? undefined : ground.numberOf.get(paper)
  if (chars === '' || (paper !== undefined && only === undefined)) return ABSENT
  const places = ground.index.places(chars, MAX_PLACES, only)
  const whole: QuoteVerdict[] = []
  for (const place of places) {
    const found = await wholeAt(ground, place, wanted)
    if (found !== null) whole.push(found)
  }
  const [found] = whole.sort((one, other) => letterChanges(one, quote) - letterChanges(other, quote))
  if (found !== undefined)
    return {
      ...found,
      also: whole.slice(1).map(({ paper: other, span }) => ({ paper: other!, span: span! })),
    }
  if (chars.length < SURE_LENGTH) {
    const found = await scanned(ground, wanted, only)
    if (found !== null) return found
  }
  const best = await nearest(ground, wanted, [
    ...windowsOf(ground, places, chars.length),
    ...(await nearWindows(
      ground,
      near.filter((place) => paper === undefined || place.paper === paper),
      chars.length,
    )),
  ])
  if (best?.verdict === 'normalised') return best
  const blocks = await findInBlocks(ground, wanted, places)
  return blocks === null ? (best ?? ABSENT) : { ...ABSENT, verdict: 'normalised', ...blocks }
}

/** A number at the end of a line or alone on one, as readers give the line numbers in the margin of manuscripts. */
const LINE_NUMBER = /(?:\t|\n)[ ]*\d{1,4}[ ]*(?=\n|$)/g

/** Ranks places with the same words: those in the same letters first, because a title in a list of references is set differently. */
function letterChanges({ verdict, text }: QuoteVerdict, quote: string): number {
  if (verdict === 'exact') return 0
  const capitals = (words: string) => words.replace(/\P{Lu}/gu, '')
  return capitals(text ?? '') === capitals(quote) ? 1 : 2
}

async function wholeAt(
  { papers, read }: Ground,
  { paper, start }: FoundStretch,
  wanted: ComparedText,
): Promise<QuoteVerdict | null> {
  const { id } = papers[paper]!
  const text = await read(id)
  if (start < 0 || !text.squeezed.chars.startsWith(wanted.squeezed.chars, start)) return null
  return foundAt(id, text, start, wanted)
}

function foundAt(
  paper: string,
  { text, squeezed }: ComparedText,
  start: number,
  wanted: ComparedText,
): QuoteVerdict {
  const from = squeezed.offsets[start]!
  const to = endOfCharacter(text, squeezed.offsets[start + wanted.squeezed.chars.length - 1]!)
  const span = widened(text, [from, to], wanted.text)
  const found = text.slice(...span)
  const isExact = onOneLine(found) === onOneLine(wanted.text)
  return { ...ABSENT, verdict: isExact ? 'exact' : 'normalised', paper, span, spans: [span], text: found }
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Extends a span by the punctuation at the quote's ends, if the paper has it too. */
function widened(text: string, [from, to]: Span, quote: string): Span {
  const [before = ''] = /^[^\p{L}\p{N}]*/u.exec(quote.trim()) ?? []
  const [behind = ''] = /[^\p{L}\p{N}]*$/u.exec(quote.trim()) ?? []
  const start = before !== '' && text.endsWith(before, from) ? from - before.length : from
  return [start, behind !== '' && text.startsWith(behind, to) ? to + behind.length : to]
}

/** Searches every paper for a quote too short for fingerprints, as whole words. Cost: reading all texts. */
async function scanned(
  { papers, read }: Ground,
  wanted: ComparedText,
  only: number | undefined,
): Promise<QuoteVerdict | null> {
  for (const { id } of only === undefined ? papers : [papers[only]!]) {
    const text = await read(id)
    const { chars, offsets } = text.squeezed
    for (
      let at = chars.indexOf(wanted.squeezed.chars);
      at >= 0;
      at = chars.indexOf(wanted.squeezed.chars, at + 1)
    ) {
      const [from, to] = [
        offsets[at]!,
        endOfCharacter(text.text, offsets[at + wanted.squeezed.chars.length - 1]!),
      ]
      if (isBoundary(text.text, from) && isBoundary(text.text, to)) return foundAt(id, text, at, wanted)
    }
  }
  return null
}

async function nearest(
  { read, takeTurns }: Ground,
  wanted: ComparedText,
  windows: readonly Window[],
): Promise<QuoteVerdict | null> {
  let best: { paper: string; text: string; comparison: Comparison } | null = null
  for (const { paper, range } of windows) {
    const text = await read(paper)
    const comparison = compareWording(text, range, wanted)
    await takeTurns()
    if (comparison === null || (best !== null && worthOf(comparison) <= worthOf(best.comparison))) continue
    best = { paper, text: text.text, comparison }
  }
  if (best === null) return null
  const { paper, text, comparison } = best
  const span = widened(text, [comparison.start, comparison.end], wanted.text)
  const place = { paper, span, spans: [span], text: text.slice(...span), also: [] }
  if (comparison.share < MIN_SHARE) return { ...ABSENT, ...place }
  const { changes } = comparison
  const change = worstChange(changes)
  return { verdict: change === null ? 'normalised' : 'altered', change, changes, ...place }
}

function worthOf({ share, changes }: Comparison): number {
  return share - SHARE_OF_A_CHANGE * changes.length
}

function worstChange(changes: readonly WordingChange[]): ChangeKind | null {
  return CHANGE_KINDS.find((kind) => changes.some((change) => change.kind === kind)) ?? null
}
