/** A model's answer with its citations resolved and each sentence checked against what it cites. */
import { isSupported } from './check-support.ts'
import type { CitedAnswer, CitedSource } from './ports.ts'
import { readCitations, withoutMarks } from './read-citations.ts'

export const REFUSAL = 'Your papers do not say.'
const REFUSES =
  /^(?:(?:your|the|these) (?:papers|statements|sources)|the (?:provided|given) (?:papers|statements|sources))\b[^.]{0,60}\b(?:do|does|did) not (?:say|answer|state|mention|contain|provide)\b/i

export function citeAnswer(answer: string, sources: readonly CitedSource[]): CitedAnswer {
  const marked = readCitations(answer, sources.length)
  const byNumber = new Map(sources.map((source) => [source.n, source]))
  return {
    sentences: marked.map(({ text, citations }) => ({
      text,
      citations,
      isSupported: isSupported(
        text,
        citations.flatMap((n) => byNumber.get(n) ?? []),
      ),
    })),
    isRefusal: REFUSES.test(withoutMarks(answer)),
    unknownCitations: [...new Set(marked.flatMap(({ unknown }) => unknown))],
  }
}
