/** Decides by DOI or title whether a work in a catalogue is the paper that was read; a different paper is never accepted. */
import { type Description, DOUBTFUL_BELOW } from '../../corpus/index.ts'
import type { CatalogueWork } from './catalogue.ts'

/** Share of words that near-equal titles have in common (F1 over words). Chosen, not measured. */
const NEAR_EQUAL = 0.9
/** Likeness below which papers differ even if DOIs are equal: the DOI that was read may be a reference's. Chosen, not measured. */
const DIFFERENT = 0.5
/** Minimum number of words of a title: shorter ones ("Editorial") belong to many papers. Chosen, not measured. */
const MIN_TITLE_WORDS = 4

type FrontMatter = Pick<Description, 'title' | 'authors' | 'doi' | 'confidence'>

/**
 * Returns whether the DOIs are equal, unless both titles are known and plainly different; or titles of four words or more are near-equal,
 * unless both author lists are known and share no family name.
 */
export function isSameWork(read: FrontMatter, work: CatalogueWork): boolean {
  const likeness = Math.max(
    titleLikeness(read.title, work.title),
    titleLikeness(read.title, `${work.title} ${work.subtitle}`),
  )
  if (read.doi !== null && read.doi.toLowerCase() === work.doi?.toLowerCase()) {
    const isTitleKnown = read.title !== '' && read.confidence.title >= DOUBTFUL_BELOW && work.title !== ''
    return !isTitleKnown || likeness >= DIFFERENT
  }
  if (likeness < NEAR_EQUAL || wordsOf(read.title).length < MIN_TITLE_WORDS) return false
  const [known, said] = [familyNames(read.authors), familyNames(work.authors)]
  return known.length === 0 || said.length === 0 || known.some((name) => said.includes(name))
}

/** Returns F1 over the words of two titles, 0 to 1, ignoring case, accents and punctuation. */
function titleLikeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)]
  if (left.length === 0 || right.length === 0) return 0
  const open = [...right]
  let shared = 0
  for (const word of left) {
    const at = open.indexOf(word)
    if (at < 0) continue
    open.splice(at, 1)
    shared++
  }
  return (2 * shared) / (left.length + right.length)
}

/** Returns the last word of each name, and the first, since some catalogues reverse names. */
function familyNames(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const words = wordsOf(name)
    return [words.at(-1), words[0]].flatMap((word) => (word === undefined || word.length < 2 ? [] : [word]))
  })
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
