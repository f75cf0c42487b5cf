/**
 * Checks quotations as other tools do, each given the right paper: as a substring except for white space; by rapidfuzz's `partial_ratio`;
 * and by difflib's `ratio` at .92 on the stretch that rapidfuzz found, since a search by difflib would take minutes per quotation.
 */
import { execFileSync } from 'node:child_process'

export interface QuoteToCheck {
  readonly paper: string
  readonly quote: string
}

export interface AcceptedQuotes {
  readonly checker: string
  readonly right: number
  readonly changed: number
}

const PYTHON = process.env['GLOSS_PYTHON'] ?? 'python3'
const MAX_BYTES = 1024 * 1024
const SCRIPT = `
import json, sys
from difflib import SequenceMatcher
from rapidfuzz import fuzz
given = json.load(sys.stdin)
texts = {paper: " ".join(text.split()) for paper, text in given["texts"].items()}
def accepted(asked):
    found = [0, 0, 0]
    for each in asked:
        text, quote = texts[each["paper"]], " ".join(each["quote"].split())
        best = fuzz.partial_ratio_alignment(quote, text)
        stretch = text[best.dest_start:best.dest_end]
        found[0] += quote in text
        found[1] += best.score >= 92
        found[2] += SequenceMatcher(None, quote, stretch, autojunk=False).ratio() >= 0.92
    return found
print(json.dumps([accepted(given["right"]), accepted(given["changed"])]))
`

/** Empty if rapidfuzz is not installed. */
export function acceptedByOthers(
  texts: Readonly<Record<string, string>>,
  right: readonly QuoteToCheck[],
  changed: readonly QuoteToCheck[],
): AcceptedQuotes[] {
  try {
    execFileSync(PYTHON, ['-c', 'import rapidfuzz'], { stdio: 'ignore' })
  } catch {
    console.log('left out, not installed: rapidfuzz (pip install rapidfuzz)')
    return []
  }
  const input = JSON.stringify({ texts, right, changed })
  const counts = JSON.parse(
    execFileSync(PYTHON, ['-c', SCRIPT], { input, encoding: 'utf8', maxBuffer: MAX_BYTES }),
  ) as [number[], number[]]
  return ['substring', 'rapidfuzz partial_ratio at .92', 'difflib ratio at .92'].map((checker, at) => ({
    checker,
    right: counts[0][at] ?? 0,
    changed: counts[1][at] ?? 0,
  }))
}
