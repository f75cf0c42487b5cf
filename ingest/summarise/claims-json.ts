/** Reads the answer to P-CLAIM, `{"claims": [string]}`, out of what models put around it. */

export interface Claims {
  /** Null where the answer holds no such object at all; empty where it says that there are none. */
  readonly claims: readonly string[] | null
  readonly losses: Readonly<Record<string, number>>
}

const OPENING = /\{\s*"claims"\s*:/g

/**
 * Prose and code fences around the object are passed over, a comma before a closing bracket is forgiven, and of an answer
 * that breaks off the whole strings are kept. Entries that are no text, empty or repeated are counted losses.
 * Strings in single quotation marks are not read: an apostrophe in them could not be told from their end.
 */
export function parseClaims(answer: string): Claims {
  let found: readonly unknown[] | null = null
  let isCut = false
  // The last object counts: models that think aloud repeat the form first.
  for (const match of answer.matchAll(OPENING)) {
    const list = readList(answer.slice(match.index + match[0].length))
    if (list === null) continue
    found = list.entries
    isCut = list.isCut
  }
  if (found === null) return { claims: null, losses: {} }
  return cleaned(found, isCut)
}

function readList(text: string): { entries: readonly unknown[]; isCut: boolean } | null {
  const opening = /^\s*\[/.exec(text)
  if (opening === null) return null
  const inside = text.slice(opening[0].length)
  const end = endOfList(inside)
  const complete = parsedArray(inside.slice(0, end ?? inside.length))
  if (end !== null && complete !== null) return { entries: complete, isCut: false }
  const strings = inside.slice(0, end ?? inside.length).match(/"(?:[^"\\]|\\.)*"/gs) ?? []
  return { entries: strings.map((literal) => parsedArray(literal)?.[0]), isCut: true }
}

/** Offset of the bracket that closes the list; null where it never closes. */
function endOfList(text: string): number | null {
  let depth = 0
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]]/gs)) {
    if (token[0] === '[') depth++
    else if (token[0] === ']' && depth-- === 0) return token.index
  }
  return null
}

function parsedArray(inside: string): readonly unknown[] | null {
  try {
    return JSON.parse(`[${inside.replace(/,\s*$/, '')}]`) as unknown[]
  } catch {
    // Not JSON is an outcome here: the caller reads string by string and counts what is lost.
    return null
  }
}

function cleaned(entries: readonly unknown[], isCut: boolean): Claims {
  const claims = new Set<string>()
  const losses: Record<string, number> = isCut ? { claims_cut_off: 1 } : {}
  const lose = (reason: string): void => {
    losses[reason] = (losses[reason] ?? 0) + 1
  }
  for (const entry of entries) {
    const text = typeof entry === 'string' ? entry.replace(/\s+/g, ' ').trim() : null
    if (text === null) lose('claim_not_text')
    else if (text === '') lose('claim_empty')
    else if (claims.has(text)) lose('claim_repeated')
    else claims.add(text)
  }
  return { claims: [...claims], losses }
}
