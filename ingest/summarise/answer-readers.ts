/** Parses a model's answer to each form, and defines the repair instruction for an unusable one. */
import { parseUnitCsv } from '../formats/index.ts'
import { parseClaims } from './claims-json.ts'

export interface ReadRow {
  readonly text: string
  /** Topic; empty if the model names none. */
  readonly topic: string
  /** Locator as the model gives it; `N/A` in the published form. */
  readonly locator: string
}

export interface AnswerReader {
  /** Parses an answer. `rows` is null if it is not in the requested form; `losses` are counted by snake_case reason. */
  rowsOf(answer: string): {
    readonly rows: readonly ReadRow[] | null
    readonly losses: Readonly<Record<string, number>>
  }
  readonly repairInstruction: string
}

const csv: AnswerReader = {
  rowsOf(answer) {
    const { rows, losses } = parseUnitCsv(answer)
    // Mended rows were kept, so they are not losses.
    const lost = Object.entries(losses).filter(([reason]) => !reason.startsWith('mended_'))
    return {
      rows:
        rows.length === 0
          ? null
          : rows.map(({ quote, topic, locator }) => ({ text: oneLine(quote), topic: named(topic), locator })),
      losses: rows.length === 0 && lost.length === 0 ? { answer_empty: 1 } : Object.fromEntries(lost),
    }
  },
  repairInstruction:
    'Your answer holds no valid row. Answer again with ONE CSV code block and nothing else: the header ' +
    'name,year,locator,topic,quote and then one row for each bullet point, with exactly five columns and the quote in double quotation marks.',
}

const claims: AnswerReader = {
  rowsOf(answer) {
    const { claims: found, losses } = parseClaims(answer)
    if (found === null) return { rows: null, losses: { not_claims_json: 1 } }
    // If an object had claims and all were lost, it does not mean "there are none".
    const isLost = found.length === 0 && Object.keys(losses).length > 0
    return { rows: isLost ? null : found.map((text) => ({ text, topic: '', locator: '' })), losses }
  },
  repairInstruction:
    'Your answer is not the JSON object asked for. Answer again with {"claims": ["...", "..."]} and nothing else, strings in ' +
    'double quotation marks; {"claims": []} if there are no claims.',
}

export const answerReaders = { csv, claims } as const

function named(topic: string): string {
  return /^(?:n\/?a|none|null|-)?$/i.test(topic.trim()) ? '' : oneLine(topic)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
