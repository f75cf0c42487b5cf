/** Parses the answer to P-CLAIM, `{"claims": [string]}`, ignoring the text that models put around it. */
import { type LenientList, readLenientJson } from '../../core/index.ts'

export interface Claims {
  /** Claims; null if the answer contains no such object, empty if it says that there are none. */
  readonly claims: readonly string[] | null
  /** Counts by reason: `claims_cut_off`, `claim_not_text`, `claim_empty`, `claim_repeated`. */
  readonly losses: Readonly<Record<string, number>>
}

const OPENING = /(?:["']claims["']|\{\s*claims)\s*:/g

/** Parses the last object, since models that think aloud repeat the form first. From a truncated answer, complete strings are kept. */
export function parseClaims(answer: string): Claims {
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
