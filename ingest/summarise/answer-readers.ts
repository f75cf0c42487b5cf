/** How the answer to each form is read, and what is asked when nothing could be read. */
import { type LenientList, readLenientJson } from '../../core/index.ts'
import { parseUnitCsv } from '../formats/index.ts'

/** Reads the answer to P-CLAIM, `{"claims": [string]}`, out of what models put around it. */

interface Claims {
  /** Null where the answer contains no such object; empty where it says that there are none. */
  readonly claims: readonly string[] | null
  /** Counts by reason: `claims_cut_off`, `claim_not_text`, `claim_empty`, `claim_repeated`. */
  readonly losses: Readonly<Record<string, number>>
}

const OPENING = /(?:["']claims["']|\{\s*claims)\s*:/g

/** The last object counts: models that think aloud repeat the form first. Of an answer that is cut off, the whole strings are kept. */
function parseClaims(answer: string): Claims {
  const values = [...answer.matchAll(OPENING)].map(
    (match) => readLenientJson(answer, match.index + match[0].length).value,
  )
  const list = values.findLast((value) => value.kind === 'list')
  return list === undefined ? { claims: null, losses: {} } : claimsOf(list)
}

function claimsOf({ items, isWhole }: LenientList): Claims {
  const claims = new Set<string>()
  const losses: Record<string, number> = isWhole ? {} : { claims_cut_off: 1 }
  const lose = (reason: string): void => {
    losses[reason] = (losses[reason] ?? 0) + 1
  }
  for (const item of items) {
    if (!item.isWhole) continue
    const text = item.kind === 'text' ? item.text.replace(/\s+/g, ' ').trim() : null
    if (text === null) lose('claim_not_text')
    else if (text === '') lose('claim_empty')
    else if (claims.has(text)) lose('claim_repeated')
    else claims.add(text)
  }
  return { claims: [...claims], losses }
}

export interface ReadRow {
  readonly text: string
  /** Empty where the model names none. */
  readonly topic: string
  /** As the model gives it; `N/A` in the published form. */
  readonly locator: string
}

export interface AnswerReader {
  /** `rows` is null where the answer is not in the form asked for; `losses` by snake_case reason. */
  rowsOf(answer: string): {
    readonly rows: readonly ReadRow[] | null
    readonly losses: Readonly<Record<string, number>>
  }
  readonly repairInstruction: string
}

const csv: AnswerReader = {
  rowsOf(answer) {
    const { rows, losses } = parseUnitCsv(answer)
    // Rows that were kept after mending are no losses.
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
    // An object that said something and lost all of it is not the answer "there are none".
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
