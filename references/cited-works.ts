/** Links which papers cite which: matches the entries of all lists to the papers of the corpus and to each other. */

import { type MissingWork, missingWorks } from './missing-works.ts'
import type { CitingPaper, ReferenceEntry } from './read-list.ts'
import { keysOfReference, plainWords, titleKey, type WorkKeys } from './work-keys.ts'

export interface CitedWorks {
  /** Returns for each entry of the paper's list the id of the cited paper; null if it is not in the corpus. */
  cites(paper: string): readonly (string | null)[]
  /** Returns the papers whose lists have this one, without itself. */
  citedBy(paper: string): readonly string[]
  /** Returns other papers of the corpus that are the same work: a preprint and its printed version. */
  versions(paper: string): readonly string[]
  /** Returns cited works that the corpus lacks, those cited by most papers first. */
  missing(): readonly MissingWork[]
}

const MAX_YEARS_APART = 3

export function linkCitedWorks(papers: readonly CitingPaper[]): CitedWorks {
  const find = paperFinder(papers)
  const cites = new Map(papers.map(({ id, entries }) => [id, entries.map((entry) => find(entry, id))]))
  const versions = versionsOf(papers)
  const citedBy = new Map<string, Set<string>>()
  for (const [citing, cited] of cites)
    for (const id of cited) {
      if (id === null) continue
      // A paper that cites the preprint cites the printed paper.
      for (const work of [id, ...(versions.get(id) ?? [])])
        if (work !== citing) citedBy.set(work, (citedBy.get(work) ?? new Set()).add(citing))
    }
  return {
    cites: (paper) => cites.get(paper) ?? [],
    citedBy: (paper) => [...(citedBy.get(paper) ?? [])].toSorted(),
    versions: (paper) => versions.get(paper) ?? [],
    missing: () => missingWorks(papers, cites),
  }
}

/** Returns a function that finds the paper an entry cites: by a key, or by a title that the entry contains as a whole. */
function paperFinder(papers: readonly CitingPaper[]) {
  const byKey = new Map<string, CitingPaper>()
  const byOpening = new Map<string, CitingPaper[]>()
  for (const paper of papers) {
    for (const key of paper.keys.keys) if (!byKey.has(key)) byKey.set(key, paper)
    const words = plainWords(paper.title).split(' ')
    if (titleKey(paper.title) === null) continue
    const opening = words.slice(0, 4).join(' ')
    byOpening.set(opening, [...(byOpening.get(opening) ?? []), paper])
  }
  return (entry: ReferenceEntry, from: string): string | null => {
    const work = keysOfReference(entry.raw, entry.fields)
    for (const key of work.keys) {
      const paper = byKey.get(key)
      if (
        paper !== undefined &&
        paper.id !== from &&
        (/^(?:doi|arxiv) /.test(key) || mayBe(paper, entry, work))
      )
        return paper.id
    }
    const words = plainWords(entry.raw).split(' ')
    for (let at = 0; at + 4 <= words.length; at++) {
      const rest = () => words.slice(at).join('')
      const found = byOpening
        .get(words.slice(at, at + 4).join(' '))
        ?.find(
          (paper) =>
            paper.id !== from &&
            rest().startsWith(plainWords(paper.title).replaceAll(' ', '')) &&
            mayBe(paper, entry, work),
        )
      if (found !== undefined) return found.id
    }
    return null
  }
}

/** Titles and places coincide by chance: the years must be near, and one of the paper's authors, if known, must be named. */
function mayBe(paper: CitingPaper, { raw }: ReferenceEntry, { year }: WorkKeys): boolean {
  const isNear =
    paper.keys.year === null || year === null || Math.abs(paper.keys.year - year) <= MAX_YEARS_APART
  return isNear && (paper.authors.length === 0 || hasAuthor(paper.authors, plainWords(raw)))
}

function hasAuthor(authors: readonly string[], plain: string): boolean {
  const names = new Set(plain.split(' '))
  return authors.some((author) =>
    plainWords(author)
      .split(' ')
      .some((name) => name.length > 2 && names.has(name)),
  )
}

function versionsOf(papers: readonly CitingPaper[]): Map<string, string[]> {
  const byKey = Map.groupBy(
    papers.flatMap((paper) => paper.keys.keys.map((key) => ({ key, paper }))),
    ({ key }) => key,
  )
  const pairs = [...byKey].flatMap(([key, same]) => (key.startsWith('place ') ? [] : pairsOf(key, same)))
  const found = Map.groupBy(pairs, ([one]) => one)
  return new Map(
    [...found].map(([one, others]) => [one, [...new Set(others.map(([, other]) => other))].toSorted()]),
  )
}

/** Pairs each paper with each other one that has the same identifier, or the same title and a common author. */
function pairsOf(key: string, same: readonly { readonly paper: CitingPaper }[]): [string, string][] {
  return same.flatMap(({ paper: one }) =>
    same.flatMap(({ paper: other }): [string, string][] =>
      one.id !== other.id && (!key.startsWith('title ') || areSameWork(one, other))
        ? [[one.id, other.id]]
        : [],
    ),
  )
}

function areSameWork(one: CitingPaper, other: CitingPaper): boolean {
  const isNear =
    one.keys.year === null ||
    other.keys.year === null ||
    Math.abs(one.keys.year - other.keys.year) <= MAX_YEARS_APART
  const isNamed = one.authors.length > 0 && other.authors.length > 0
  return isNear && (!isNamed || hasAuthor(one.authors, plainWords(other.authors.join(' '))))
}
