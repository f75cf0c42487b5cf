/**
 * Measures by name in the grammar of ir_measures (https://ir-measur.es): `nDCG@20`, `AP(rel=2)@100`, `R@1000`. Each equals trec_eval's to
 * 1e-6 on graded, binary and negative judgements (tests/fixtures/trec-eval-reference.json).
 */
import { type GlossError, invalidInput } from '../core/index.ts'

/** Grade of each judged document by id: above 0 for relevant, 0 or below for judged and not relevant. */
export type Judgements = ReadonlyMap<string, number>

export interface Measure {
  /** Name as ir_measures prints it: parameters in a fixed order, without defaults. */
  readonly name: string
  /** Number of hits considered; infinity if all are. */
  readonly depth: number
  /** Returns the value for one ranking: ids, best first, without duplicates. */
  readonly of: (ranking: readonly string[], judgements: Judgements) => number
}

interface MeasureParameters {
  /** Lowest grade that counts as relevant. */
  readonly rel: number
  /** Number of hits from the top; for `IPrec` the recall, 0 to 1. Null if none is given. */
  readonly cutoff: number | null
}

/** A ranking prepared for the measures. */
interface Ranking {
  /** Grades of the hits up to the cut-off; null for one that is not judged. */
  readonly grades: readonly (number | null)[]
  readonly judged: readonly number[]
  /** Number of judged documents that count as relevant, found or not. */
  readonly relevant: number
}

interface Form {
  readonly cutoff: 'never' | 'may' | 'must' | 'recall'
  readonly hasRel: boolean
  readonly of: (seen: Ranking, asked: MeasureParameters) => number
}

const FORMS: Readonly<Record<string, Form>> = {
  nDCG: { cutoff: 'may', hasRel: false, of: normalisedGain },
  AP: { cutoff: 'may', hasRel: true, of: averagePrecision },
  RR: { cutoff: 'may', hasRel: true, of: firstReciprocal },
  P: { cutoff: 'must', hasRel: true, of: (seen, asked) => found(seen, asked) / asked.cutoff! },
  R: { cutoff: 'must', hasRel: true, of: (seen, asked) => ratio(found(seen, asked), seen.relevant) },
  Success: { cutoff: 'must', hasRel: true, of: (seen, asked) => (found(seen, asked) > 0 ? 1 : 0) },
  Rprec: { cutoff: 'never', hasRel: true, of: precisionAtRelevant },
  Bpref: { cutoff: 'never', hasRel: true, of: binaryPreference },
  IPrec: { cutoff: 'recall', hasRel: true, of: interpolatedPrecision },
  Judged: { cutoff: 'must', hasRel: false, of: judgedShare },
  SetP: { cutoff: 'never', hasRel: true, of: (seen, asked) => ratio(found(seen, asked), seen.grades.length) },
  SetR: { cutoff: 'never', hasRel: true, of: (seen, asked) => ratio(found(seen, asked), seen.relevant) },
  SetF: { cutoff: 'never', hasRel: true, of: setF },
  NumRet: { cutoff: 'never', hasRel: false, of: ({ grades }) => grades.length },
  NumRel: { cutoff: 'never', hasRel: true, of: ({ relevant }) => relevant },
  NumRelRet: { cutoff: 'never', hasRel: true, of: found },
}

const SPELLINGS: Readonly<Record<string, string>> = {
  ndcg: 'nDCG',
  map: 'AP',
  ap: 'AP',
  mrr: 'RR',
  rr: 'RR',
  recip_rank: 'RR',
  p: 'P',
  precision: 'P',
  r: 'R',
  recall: 'R',
  hit: 'Success',
  success: 'Success',
  rprec: 'Rprec',
  bpref: 'Bpref',
  iprec: 'IPrec',
  judged: 'Judged',
}

/** Names of all measures, as users write them: `nDCG`, `P@k`, `IPrec@recall`. */
export const MEASURE_NAMES: readonly string[] = Object.entries(FORMS).map(([name, { cutoff }]) => {
  if (cutoff === 'recall') return `${name}@recall`
  return cutoff === 'must' ? `${name}@k` : name
})

// name, (parameters), @ cut-off
const GRAMMAR = /^([A-Za-z_]+)(?:\(([^()]*)\))?(?:@([0-9.]+))?$/

/** Parses names separated by spaces or commas. Throws `INPUT_INVALID` as `parseMeasure` does. */
export function parseMeasures(text: string): Measure[] {
  const names = text.match(/[^\s,(]+(?:\([^)]*\))?[^\s,]*/g) ?? []
  const measures = names.map(parseMeasure)
  return measures.filter(({ name }, at) => measures.findIndex((one) => one.name === name) === at)
}

/** Returns the measure. Throws `INPUT_INVALID`, which says what is wrong with the name and which measures exist. */
export function parseMeasure(text: string): Measure {
  const [, given = '', parameters = '', cutoffText] = GRAMMAR.exec(text) ?? []
  const base = FORMS[given] === undefined ? (SPELLINGS[given.toLowerCase()] ?? given) : given
  const form = FORMS[base]
  if (form === undefined) throw unknown(text, 'There is no such measure')
  const cutoff = cutoffText === undefined ? null : Number(cutoffText)
  checkCutoff(text, form, cutoff)
  const rel = parseRel(text, parameters, form)
  const name = `${base}${rel === 1 ? '' : `(rel=${rel})`}${cutoffText === undefined ? '' : `@${cutoffText}`}`
  const depth = form.cutoff === 'recall' || cutoff === null ? Number.POSITIVE_INFINITY : cutoff
  const asked = { rel, cutoff }
  return { name, depth, of: (ranking, judgements) => form.of(graded(ranking, judgements, rel, depth), asked) }
}

function checkCutoff(text: string, { cutoff: wanted }: Form, cutoff: number | null): void {
  if (wanted === 'recall') {
    if (cutoff === null || !(cutoff <= 1)) throw unknown(text, 'It needs a recall from 0 to 1 after "@"')
  } else if (cutoff === null) {
    if (wanted === 'must') throw unknown(text, 'It needs a number of hits after "@"')
  } else if (wanted === 'never') throw unknown(text, 'It looks at the whole ranking, so "@" says nothing')
  else if (!Number.isInteger(cutoff) || cutoff < 1)
    throw unknown(text, 'The number after "@" must be a whole one, from 1')
}

function parseRel(text: string, parameters: string, form: Form): number {
  if (parameters.trim() === '') return 1
  const [, digits] = /^\s*rel\s*=\s*(\d+)\s*$/.exec(parameters) ?? []
  if (digits === undefined || !form.hasRel || Number(digits) < 1)
    throw unknown(text, `Its parameters are ${form.hasRel ? 'rel=GRADE, from 1, alone' : 'none'}`)
  return Number(digits)
}

function unknown(text: string, why: string): GlossError {
  const known = `${MEASURE_NAMES.join(', ')}; such as nDCG@20, AP(rel=2), R@100`
  return invalidInput('measures', `"${text}" is no measure. ${why}. There are: ${known}.`)
}

function graded(ranking: readonly string[], judgements: Judgements, rel: number, depth: number): Ranking {
  const judged = [...judgements.values()]
  return {
    grades: ranking.slice(0, depth).map((id) => judgements.get(id) ?? null),
    judged,
    relevant: judged.filter((grade) => grade >= rel).length,
  }
}

function isRelevant(grade: number | null, rel: number): boolean {
  return grade !== null && grade >= rel
}

function found({ grades }: Ranking, { rel }: MeasureParameters): number {
  return grades.filter((grade) => isRelevant(grade, rel)).length
}

/** Computes nDCG with linear gain, as trec_eval and BEIR do; Järvelin and Kekäläinen 2002. A negative grade gains 0. */
function normalisedGain({ grades, judged }: Ranking, { cutoff }: MeasureParameters): number {
  const ideal = [...judged].sort((a, b) => b - a).slice(0, cutoff ?? judged.length)
  return ratio(discounted(grades), discounted(ideal))
}

function discounted(grades: readonly (number | null)[]): number {
  return grades.reduce((sum: number, grade, place) => sum + Math.max(0, grade ?? 0) / Math.log2(place + 2), 0)
}

function averagePrecision({ grades, relevant }: Ranking, { rel }: MeasureParameters): number {
  let hits = 0
  let sum = 0
  for (const [place, grade] of grades.entries()) if (isRelevant(grade, rel)) sum += ++hits / (place + 1)
  return ratio(sum, relevant)
}

function firstReciprocal({ grades }: Ranking, { rel }: MeasureParameters): number {
  const place = grades.findIndex((grade) => isRelevant(grade, rel))
  return place < 0 ? 0 : 1 / (place + 1)
}

function precisionAtRelevant({ grades, relevant, judged }: Ranking, asked: MeasureParameters): number {
  return ratio(found({ grades: grades.slice(0, relevant), relevant, judged }, asked), relevant)
}

/** Averages how few other judged hits precede a relevant one (Buckley and Voorhees 2004). As in trec_eval, a negative grade is unjudged. */
function binaryPreference({ grades, judged, relevant }: Ranking, { rel }: MeasureParameters): number {
  const others = judged.filter((grade) => grade >= 0 && grade < rel).length
  const most = Math.min(others, relevant)
  let before = 0
  let sum = 0
  for (const grade of grades) {
    if (isRelevant(grade, rel)) sum += before === 0 ? 1 : 1 - Math.min(before, relevant) / most
    else if (grade !== null && grade >= 0) before++
  }
  return ratio(sum, relevant)
}

/** Returns the best precision at or after the rank where that recall is reached. */
function interpolatedPrecision({ grades, relevant }: Ranking, { rel, cutoff }: MeasureParameters): number {
  // Rounds as trec_eval does: at least one, and up from a tenth.
  const wanted = Math.max(1, Math.floor(cutoff! * relevant + 0.9))
  let hits = 0
  let best = 0
  for (const [place, grade] of grades.entries()) {
    if (!isRelevant(grade, rel)) continue
    if (++hits >= wanted) best = Math.max(best, hits / (place + 1))
  }
  return best
}

function judgedShare({ grades }: Ranking): number {
  return ratio(grades.filter((grade) => grade !== null).length, grades.length)
}

function setF(seen: Ranking, asked: MeasureParameters): number {
  const hits = found(seen, asked)
  return ratio(2 * hits, seen.grades.length + seen.relevant)
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
