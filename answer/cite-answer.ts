/** Resolves the citations of a model's answer and checks each sentence against what it cites. */
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
    sentences: marked.map(({ text, citations }) => {
      const cited = citations.flatMap((n) => byNumber.get(n) ?? [])
      const isBacked = isSupported(text, cited)
      return { text, citations, isSupported: isBacked, support: isBacked ? 'yes' : 'no' }
    }),
    isRefusal: REFUSES.test(withoutMarks(answer)),
    unknownCitations: [...new Set(marked.flatMap(({ unknown }) => unknown))],
  }
}
