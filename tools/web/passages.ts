/**
 * Selects the sentences of a page that answer a question best, in the order of the page, for use without a model.
 * Scored by BM25 over the page's own sentences (Robertson and Zaragoza 2009, k1 1.2 and b 0.75, the usual values).
 */
import { sentences, words } from '../../core/index.ts'

export interface Passages {
  readonly text: string
  /** Share of the question's terms in the passages, 0 to 1. */
  readonly coverage: number
}

const K1 = 1.2
const B = 0.75
const GAP = ' … '

interface Sentence {
  readonly text: string
  readonly terms: readonly string[]
  readonly words: number
}

export function bestPassages(text: string, question: string, maxWords: number): Passages {
  const found = sentences(text).map(({ start, end }) => sentenceOf(text.slice(start, end)))
  const asked = [...new Set(words(question))]
  const scores = scoresOf(found, asked)
  const ranked = found
    .map((_, i) => i)
    .filter((i) => asked.length === 0 || (scores[i] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const taken: number[] = []
  let count = 0
  for (const i of ranked) {
    const length = found[i]?.words ?? 0
    if (count + length > maxWords) continue
    taken.push(i)
    count += length
  }
  taken.sort((a, b) => a - b)
  const terms = new Set(taken.flatMap((i) => found[i]?.terms ?? []))
  const covered = asked.filter((term) => terms.has(term)).length
  return { text: joined(taken, found), coverage: asked.length === 0 ? 0 : covered / asked.length }
}

export function firstWords(text: string, maxWords: number): string {
  const end = [...text.matchAll(/\S+/g)][maxWords]?.index
  return end === undefined ? text : `${text.slice(0, end).trimEnd()}…`
}

function sentenceOf(text: string): Sentence {
  const plain = text.replace(/\s+/g, ' ')
  return { text: plain, terms: words(plain), words: plain.split(' ').length }
}

function scoresOf(found: readonly Sentence[], asked: readonly string[]): number[] {
  const meanTerms = found.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, found.length) || 1
  const weights = asked.map((term) => {
    const holding = found.filter(({ terms }) => terms.includes(term)).length
    return Math.log(1 + (found.length - holding + 0.5) / (holding + 0.5))
  })
  return found.map(({ terms }) =>
    asked.reduce((score, term, i) => {
      const times = terms.filter((other) => other === term).length
      const length = 1 - B + (B * terms.length) / meanTerms
      return score + ((weights[i] ?? 0) * times * (K1 + 1)) / (times + K1 * length)
    }, 0),
  )
}

function joined(taken: readonly number[], found: readonly Sentence[]): string {
  return taken.reduce((text, i, at) => {
    const gap = at === 0 ? '' : i === (taken[at - 1] ?? 0) + 1 ? ' ' : GAP
    return `${text}${gap}${found[i]?.text ?? ''}`
  }, '')
}
