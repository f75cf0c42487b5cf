/**
 * Recognition memory exactly as HippoRAG 2 publishes it (specs/hipporag.md, 3 step 4; its rerank.py at the commit that
 * prompts/fact-filter.json names): a strict form of the answer, and every fact in it taken for the candidate it is most like.
 */
import { readLenientJson } from '../../core/index.ts'
import type { Fact } from '../../corpus/index.ts'
import type { CachedChat } from '../../models/index.ts'
import { filterRequest } from './prompts.ts'

// `linking_top_k`: as many facts are kept as are shown.
const MOST_FACTS = 5

const HEADER = /^\[\[ ## (\w+) ## \]\]/
const FIELD = 'fact_after_filter'

/**
 * Indices of the candidates in the order of the model, repeats included. None where the model keeps none, and where its answer has another
 * form than asked for: JSON alone, in a fence or on the line of its header. One call, no repair. Throws what the chat throws, where the
 * published code would go on without facts.
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
  return kept.slice(0, MOST_FACTS).map((fact) => likestText(pythonText(fact, '[', ']'), tuples))
}

/** Of the last section under the field's header that has the form; the rest of a header's line is not read. */
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

/** `{"fact": [[string]]}` in JSON or Python, and nothing around it; null for anything else. */
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

/** As Python writes a list or a tuple of texts without quotation marks in them. */
function pythonText(parts: readonly string[], open: string, close: string): string {
  return `${open}${parts.map((part) => `'${part}'`).join(', ')}${close}`
}

/** Which of some texts is most like another, as Python's `difflib.get_close_matches` finds it without a cut-off. */

/** Its index; `texts` are at least one, none of them empty. Equal likeness goes to the text that sorts last. The heuristic of difflib for texts of 200 characters and more is left out. */
function likestText(wanted: string, texts: readonly string[]): number {
  // Half of difflib's ratio, which sorts the same.
  const ratios = texts.map((text) => matched(text, wanted) / (text.length + wanted.length))
  let best = 0
  for (const [i, ratio] of ratios.entries()) {
    const isLiker = ratio > ratios[best]!
    if (isLiker || (ratio === ratios[best]! && texts[i]! > texts[best]!)) best = i
  }
  return best
}

/** Characters in the longest common piece, and in those of what is left and right of it (Ratcliff and Obershelp). */
function matched(one: string, other: string): number {
  const { start, otherStart, length } = longestCommon(one, other)
  if (length === 0) return 0
  const before = matched(one.slice(0, start), other.slice(0, otherStart))
  const after = matched(one.slice(start + length), other.slice(otherStart + length))
  return before + length + after
}

/** The first in `one` of the longest pieces, then the first in `other`. Time: the product of the lengths. */
function longestCommon(one: string, other: string) {
  let best = { start: 0, otherStart: 0, length: 0 }
  let before = new Uint32Array(other.length + 1)
  for (let i = 0; i < one.length; i++) {
    const row = new Uint32Array(other.length + 1)
    for (let j = 0; j < other.length; j++) {
      if (one[i] !== other[j]) continue
      const length = before[j]! + 1
      row[j + 1] = length
      if (length > best.length) best = { start: i - length + 1, otherStart: j - length + 1, length }
    }
    before = row
  }
  return best
}
