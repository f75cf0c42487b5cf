/**
 * Finds chemicals, diseases, genes and species by linear-chain conditional random fields, one for each kind, whose weights were learned
 * from sentences with hand-annotated names (packages/lab/training/names). Processes one sentence at a time.
 */
import { createSequenceLabellers, readSequenceWeights } from '../../core/sequences/index.ts'
import { canonical } from './canonical.ts'
import { isGenericName } from './generic-words.ts'
import type { FoundSpan } from './mention.ts'
import { createNameFeatures } from './name-features.ts'
import { nameForm } from './name-form.ts'
import { isUnitSymbol } from './quantities.ts'

// If two kinds claim the same words, the longer name counts; of equally long names, the first kind.
const KINDS = ['species', 'gene', 'chemical', 'disease'] as const

/** As in the collections from which the weights were learned: letters and digits together, each mark alone. */
const TOKEN = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu

/**
 * "Terminalia lacustris" within a sentence. Of 247 diseases in four collections that are written with one capital within a sentence ("Wilms
 * tumour"), one ends like this ("Neisseria meningitidis"); of 163 species 83 do. The end of such a word is not a plural.
 */
const LATIN_NAME =
  /^\p{Lu}\p{Ll}{3,} \p{Ll}+(?<!(?:it|os|as|es|lys)is)(?<=is|us|um|ii|ae|ens|ans|oides|genes)$/u

let bundled: ReturnType<typeof openFinder> | null = null

function openFinder() {
  const files = KINDS.map((kind) => new URL(`./weights/${kind}.bin`, import.meta.url))
  return { label: createSequenceLabellers(files.map(readSequenceWeights)), featuresOf: createNameFeatures() }
}

/** Finds a sentence's names. `heads` has the last word of each short form's long form. The weights load in .1 s, once per thread. */
export function findScienceNames(sentence: string, heads: ReadonlyMap<string, string>): FoundSpan[] {
  bundled ??= openFinder()
  const tokens = sentence.match(TOKEN) ?? []
  const ends: number[] = []
  for (const token of tokens) ends.push(sentence.indexOf(token, ends.at(-1)) + token.length)
  const labels = bundled.label(bundled.featuresOf(tokens, heads))
  const found = KINDS.flatMap((kind, at) =>
    labelledSpans(labels[at]!).flatMap(({ from, to }): FoundSpan[] => {
      const [start, end] = [ends[from]! - tokens[from]!.length, ends[to - 1]!]
      const surface = sentence.slice(start, end)
      const isLatin = (kind === 'species' || (kind === 'disease' && start > 0)) && LATIN_NAME.test(surface)
      const name = isLatin ? canonical(surface) : nameForm(canonical(surface), surface)
      return name === '' || isGenericName(name) || isUnitSymbol(surface)
        ? []
        : [{ start, end, name, kind: isLatin ? 'species' : kind }]
    }),
  )
  return withoutOverlaps(found, sentence.length)
}

/** Returns the longest of overlapping names; marks taken offsets, so that a sentence of ten thousand names is not quadratic. */
function withoutOverlaps(found: readonly FoundSpan[], length: number): FoundSpan[] {
  const taken = new Uint8Array(length)
  return found
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .filter(({ start, end }) => {
      if (taken.subarray(start, end).includes(1)) return false
      taken.fill(1, start, end)
      return true
    })
}

/** Returns the tokens `from` to `to - 1` of each name: a `B-` label and the `I-` labels of its kind after it. */
export function labelledSpans(labels: readonly string[]): { from: number; to: number; label: string }[] {
  const spans: { from: number; to: number; label: string }[] = []
  for (const [at, label] of labels.entries()) {
    if (label === 'O') continue
    const last = spans.at(-1)
    if (label.startsWith('I-') && last?.to === at && last.label === label.slice(2)) last.to = at + 1
    else spans.push({ from: at, to: at + 1, label: label.slice(2) })
  }
  return spans
}
