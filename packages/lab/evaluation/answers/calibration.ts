/** Measures calibration: whether a model that says 80 % is right in 80 % of cases. */
import { mean } from '../../../../comparison/index.ts'
import type { Judgement } from './judge.ts'

export interface ConfidenceBin {
  readonly count: number
  /** Mean confidence and accuracy, from 0 to 1. */
  readonly confidence: number
  readonly accuracy: number
}

export interface CalibrationFigures {
  readonly count: number
  /**
   * Root mean square of confidence - accuracy over bins of about 100 answers in order of confidence, weighted by size: the error that
   * Humanity's Last Exam reports. Its script omits the last bin, which with fewer than 200 answers is all of them; here every bin counts.
   */
  readonly rms: number
  /** Expected calibration error: mean of |confidence - accuracy| over ten bins of equal width, weighted by their size (Guo et al. 2017). */
  readonly ece: number
  /** Ten bins of equal width, without the empty ones. */
  readonly bins: readonly ConfidenceBin[]
}

interface Answer {
  readonly confidence: number
  readonly isCorrect: boolean
}

const RMS_BIN_ANSWERS = 100
const WIDTHS = 10

/** Returns the calibration over judgements that state a confidence, or null if none does. */
export function calibrationOf(judgements: readonly Judgement[]): CalibrationFigures | null {
  const answers = judgements.flatMap((judgement): Answer[] => {
    if (judgement.state !== 'judged' || judgement.confidencePercent === null) return []
    return [{ confidence: judgement.confidencePercent / 100, isCorrect: judgement.isCorrect }]
  })
  if (answers.length === 0) return null
  const bins = equalWidths(answers)
  const squares = equalCounts(answers).map((bin) => (bin.count / answers.length) * gap(bin) ** 2)
  const gaps = bins.map((bin) => (bin.count / answers.length) * gap(bin))
  return { count: answers.length, rms: Math.sqrt(sum(squares)), ece: sum(gaps), bins }
}

/** Returns bins of equal size; the last bin takes the rest. Equal confidences keep their order. */
function equalCounts(answers: readonly Answer[]): ConfidenceBin[] {
  const sorted = [...answers].sort((one, other) => one.confidence - other.confidence)
  const count = Math.max(1, Math.floor(sorted.length / RMS_BIN_ANSWERS))
  return Array.from({ length: count }, (_, place) => {
    const end = place === count - 1 ? undefined : (place + 1) * RMS_BIN_ANSWERS
    return binOf(sorted.slice(place * RMS_BIN_ANSWERS, end))
  })
}

function equalWidths(answers: readonly Answer[]): ConfidenceBin[] {
  const place = ({ confidence }: Answer) => Math.min(WIDTHS - 1, Math.floor(confidence * WIDTHS))
  return Array.from({ length: WIDTHS }, (_, width) => answers.filter((answer) => place(answer) === width))
    .filter((within) => within.length > 0)
    .map(binOf)
}

function binOf(answers: readonly Answer[]): ConfidenceBin {
  return {
    count: answers.length,
    confidence: mean(answers.map(({ confidence }) => confidence)),
    accuracy: mean(answers.map(({ isCorrect }) => Number(isCorrect))),
  }
}

function gap({ confidence, accuracy }: ConfidenceBin): number {
  return Math.abs(confidence - accuracy)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
