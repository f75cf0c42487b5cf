/** A hit as programs and people get it: the unit with its paper, place, best sentence, and why it is there. */
import type { Span, Unit } from '../../corpus/index.ts'
import { bestSentence, type Hit, type Why } from '../../retrieval/index.ts'
import type { UnitSheet } from './unit-sheets.ts'

export interface AnswerHit {
  readonly rank: number
  readonly score: number
  readonly unit: string
  readonly kind: Unit['kind']
  readonly text: string
  readonly topic: string
  readonly locator: string
  readonly paper: string
  /** The id the source gave the document, where it gave one. */
  readonly document?: string
  readonly title: string
  readonly year: number | null
  readonly page: number | null
  /** UTF-16 offsets into the paper's text; null for a statement without a place. */
  readonly span: Span | null
  /** The sentence of the hit that answers best, with its own span where the hit has one. */
  readonly sentence: { readonly text: string; readonly span: Span | null }
  readonly why: Why
}

/** `terms`: the index terms of the question. */
export function answerHit(
  hit: Hit,
  { unit, title, document, year, sentences }: UnitSheet,
  terms: readonly string[],
): AnswerHit {
  const best = bestSentence(terms, sentences)
  const { start, end } = unit
  // A unit whose short forms were spelled out is longer than the text it rests on: its sentences have no spans of their own.
  const isVerbatim = start !== null && end !== null && end - start === unit.text.length
  const whole: Span | null = start !== null && end !== null ? [start, end] : null
  return {
    rank: hit.rank,
    score: hit.score,
    unit: unit.id,
    kind: unit.kind,
    text: unit.text,
    topic: unit.topic,
    locator: unit.locator,
    paper: unit.paper,
    ...(document === null ? {} : { document }),
    title,
    year,
    page: unit.page,
    span: whole,
    sentence: {
      text: best === null ? unit.text : unit.text.slice(best.start, best.end),
      span: best !== null && isVerbatim ? [start + best.start, start + best.end] : whole,
    },
    why: hit.why,
  }
}
