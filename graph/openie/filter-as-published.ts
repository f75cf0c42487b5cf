/**
 * Recognition memory exactly as HippoRAG 2 publishes it (specs/hipporag.md, 3 step 4; its rerank.py at the commit that
 * prompts/fact-filter.json names): the answer is parsed strictly, and every fact in it is mapped to the most similar candidate.
 */
import { readLenientJson } from '../../core/index.ts'
import type { Fact } from '../../corpus/index.ts'
import type { CachedChat } from '../../models/index.ts'
import { mostSimilarText } from './likest-text.ts'
import { filterRequest } from './prompts.ts'

// `linking_top_k`: as many facts are kept as are shown.
const MAX_FACTS = 5

const HEADER = /^\[\[ ## (\w+) ## \]\]/
const FIELD = 'fact_after_filter'

/**
 * Returns the indexes of the candidates in the order of the model, including repeats. Empty if the model keeps none, and if its answer does
 * not have the requested form: JSON alone, in a fence or on the line of its header. One call, no repair. Throws what the chat throws, where
 * the published code would continue without facts.
 */
export async function filterAsPublished(
  question: string,
  candidates: readonly Fact[],
  chat: Pick<CachedChat, 'ask'>,
  signal: AbortSignal,
): Promise<readonly number[]> {
  if (candidates.length === 0) return []
  const shown = candidates.map(({ subject, predicate, object }) => [subject, predicate, object])
  const kept = factsIn(await chat.ask(filterRequest(question, shown), signal))
  const tuples = shown.map((fact) => pythonText(fact, '(', ')'))
  return kept.slice(0, MAX_FACTS).map((fact) => mostSimilarText(pythonText(fact, '[', ']'), tuples))
}

/** Returns the facts of the last section under the field's header that can be parsed; ignores the rest of a header's line. */
function factsIn(answer: string): readonly (readonly string[])[] {
  const sections: { readonly field: string; readonly lines: string[] }[] = []
  for (const line of answer.split(/\r?\n/)) {
    const field = HEADER.exec(line.trim())?.[1]
    if (field !== undefined) sections.push({ field, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  const read = sections.filter(({ field }) => field === FIELD).map(({ lines }) => factsOf(lines.join('\n')))
  return read.findLast((facts) => facts !== null) ?? []
}

/** Parses `{"fact": [[string]]}` in JSON or Python without text around it; null for anything else. */
function factsOf(text: string): readonly (readonly string[])[] | null {
  const { value, end } = readLenientJson(text)
  if (value.kind !== 'record' || !value.isWhole || text.slice(end).trim() !== '') return null
  const list = value.entries.find(({ key }) => key === 'fact')?.value
  if (list?.kind !== 'list') return null
  const facts = list.items.map((item) => {
    if (item.kind !== 'list' || item.items.some(({ kind }) => kind !== 'text')) return null
    return item.items.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  })
  return facts.every((fact) => fact !== null) ? facts : null
}

/** Formats a list or a tuple of texts as Python does; the texts have no quotation marks. */
function pythonText(parts: readonly string[], open: string, close: string): string {
  return `${open}${parts.map((part) => `'${part}'`).join(', ')}${close}`
}
