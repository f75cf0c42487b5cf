/** Names of the corpus in a text, for the lexical monitor and querier. Synchronous. */
import { type CanonicalWord, canonical, canonicalWords, type NameGraph } from '../graph/index.ts'

/** A name of the corpus where a text has it. */
export interface NamedSpan {
  /** As the corpus calls it, canonical. */
  readonly name: string
  /** UTF-16 offsets into the text. */
  readonly start: number
  readonly end: number
  /** Units with the name. */
  readonly units: number
}

export interface KnownNames {
  /** In reading order, none inside another. */
  find(text: string): readonly NamedSpan[]
  /** Long forms of a short form in the corpus, canonical, most frequent first. */
  longForms(shortForm: string): readonly string[]
}

/** `current` returns the current graph of names, null while it is not open. */
export function namesOfGraph(current: () => Pick<NameGraph, 'link'> | null): KnownNames {
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
  }
}

/** The first run of words that has this form; a word of the text may be two of the form. */
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
