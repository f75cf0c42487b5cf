/** Finds names of the corpus in a text, and counts units that have two of them, for monitors and querier. Synchronous. */
import { type CanonicalWord, canonical, canonicalWords, type NameGraph } from '../graph/index.ts'

/** A name of the corpus at its place in a text. */
export interface NamedSpan {
  /** Canonical name in the corpus. */
  readonly name: string
  /** UTF-16 offsets in the text. */
  readonly start: number
  readonly end: number
  /** Number of units with the name. */
  readonly units: number
}

export interface KnownNames {
  /** Returns the names in reading order, none inside another. */
  find(text: string): readonly NamedSpan[]
  /** Returns the long forms of a short form in the corpus, canonical, most frequent first. */
  longForms(shortForm: string): readonly string[]
  /** Returns how many units have both names. */
  together(one: NamedSpan, other: NamedSpan): SharedUnits
}

export interface SharedUnits {
  readonly units: number
  /** Number of units that two unrelated names would share. */
  readonly expected: number
}

type LinkedGraph = Pick<NameGraph, 'link' | 'nameNode' | 'unitCount' | 'view'>

/** Returns the names of a graph. `current` returns the current graph, null while it is not open. */
export function namesOfGraph(current: () => LinkedGraph | null): KnownNames {
  return {
    find(text) {
      const linked = current()?.link(text) ?? []
      const words = linked.length === 0 ? [] : canonicalWords(text)
      const found = linked.flatMap(({ name, asked, units }) => {
        const place = placeOf(words, asked)
        return place === null ? [] : [{ name, units, ...place }]
      })
      return withoutInner(found)
    },
    longForms(shortForm) {
      const asked = canonical(shortForm)
      return (current()?.link(shortForm) ?? [])
        .filter((linked) => linked.asked === asked && linked.name !== asked)
        .sort((a, b) => b.share - a.share)
        .map(({ name }) => name)
    },
    together(one, other) {
      const graph = current()
      const [fewer, more] = [one, other]
        .map(({ name }) => unitsOf(graph, name))
        .sort((one, other) => one.length - other.length)
      if (graph === null || fewer === undefined || more === undefined) return { units: 0, expected: 0 }
      const known = new Set(fewer)
      const units = more.reduce((sum, unit) => sum + Number(known.has(unit)), 0)
      return { units, expected: (fewer.length * more.length) / Math.max(1, graph.unitCount()) }
    },
  }
}

/** Returns the nodes of the units that lead to a name. */
function unitsOf(graph: LinkedGraph | null, name: string): Uint32Array {
  const node = graph?.nameNode(name)
  if (graph === null || node === undefined) return new Uint32Array()
  const { starts, degrees, targets } = graph.view()
  return targets.subarray(starts[node]!, starts[node]! + degrees[node]!)
}

/** Returns the place of the first run of words with this form; a word of the text may be two words of the form. */
function placeOf(
  words: readonly CanonicalWord[],
  form: string,
): { readonly start: number; readonly end: number } | null {
  const most = form.split(' ').length
  for (let at = 0; at < words.length; at++) {
    if (!form.startsWith(words[at]!.form)) continue
    for (let count = 1; count <= most; count++) {
      const run = words.slice(at, at + count)
      if (run.map((word) => word.form).join(' ') === form)
        return { start: run[0]!.start, end: run.at(-1)!.end }
    }
  }
  return null
}

function withoutInner(names: readonly NamedSpan[]): NamedSpan[] {
  const sorted = [...names].sort((a, b) => a.start - b.start || b.end - a.end || b.units - a.units)
  const kept: NamedSpan[] = []
  for (const name of sorted) if (name.start >= (kept.at(-1)?.end ?? 0)) kept.push(name)
  return kept
}
