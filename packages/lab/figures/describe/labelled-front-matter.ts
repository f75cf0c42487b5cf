/** Describes and judges, in two halves, the papers whose front matter is known from their authors' or publishers' source. */
import { readFileSync } from 'node:fs'
import { closingAsync } from '../../../../core/index.ts'
import { openPaperPool } from '../../../../ingest/adapters/paper-pool.ts'
import { type Count, sourceOf, TEST_LIMITS } from '../../../../tests/fixtures/labelled-papers.ts'
import { sharedPath } from '../../../../tests/fixtures/shared.ts'
import { type HeadingCounts, headingCounts, plain, sameNames, tokenF1 } from './scores.ts'

interface Label {
  readonly file: string
  readonly title: string
  /** Null or absent if the paper has none. */
  readonly abstract?: string | null
  readonly abstract_scored: boolean
  readonly year: number | null
  /** Years of the printed and of the electronic edition. */
  readonly years?: readonly number[]
  readonly headings?: readonly string[] | null
  readonly doi?: string | null
  readonly journal?: string | null
}

/**
 * Alternates in the order of file names. The failures of both halves were read while the rules were written, so neither is held out:
 * the halves show the spread; only papers that the authors have never seen show the quality on others.
 */
export type Half = 'even' | 'odd'

/** Verdicts; null if the label has no value. */
export interface JudgedPaper {
  readonly file: string
  readonly half: Half
  readonly state: string
  readonly title: boolean | null
  readonly abstractF1: number | null
  readonly authors: boolean | null
  readonly year: boolean | null
  readonly doi: boolean | null
  readonly journal: boolean | null
  readonly headings: HeadingCounts | null
  readonly confidence: { readonly title: number; readonly authors: number; readonly year: number }
  readonly found: {
    readonly title: string
    readonly authors: readonly string[]
    readonly abstract: string
    readonly year: number | null
    readonly doi: string | null
    readonly headings: readonly string[]
  }
}

export interface FrontMatterFigures {
  readonly papers: number
  readonly title: Count
  /** Papers whose abstract has a token F1 of at least .9; a paper without an abstract is right if none is found. */
  readonly abstract: Count
  readonly authors: Count
  readonly year: Count
  readonly doi: Count
  readonly journal: Count
  readonly headings: { readonly precision: number; readonly recall: number; readonly f1: number }
}

export const GOOD_ABSTRACT_F1 = 0.9

const NAMES_OF = JSON.parse(
  readFileSync(new URL('labelled-authors.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>

/** Reads the labelled papers of `../shared/papers/labelled`; some 20 s. */
export async function judgeLabelled(): Promise<JudgedPaper[]> {
  const folder = (...parts: string[]) => sharedPath('papers', 'labelled', ...parts)
  const labels = JSON.parse(readFileSync(folder('labels.json'), 'utf8')) as Label[]
  labels.sort((a, b) => (a.file < b.file ? -1 : 1))
  await using reader = closingAsync(openPaperPool({ workers: 1, limits: TEST_LIMITS }))
  const papers: JudgedPaper[] = []
  for (const [at, label] of labels.entries()) {
    const bytes = readFileSync(folder(label.file))
    const reading = await reader.read(sourceOf(label.file, bytes), bytes, AbortSignal.timeout(120_000))
    if (!reading.ok) throw new Error(`${label.file} was not read: ${reading.detail}`)
    papers.push(judged(label, at % 2 === 0 ? 'even' : 'odd', reading.description))
  }
  return papers
}

type Reading = Extract<
  Awaited<ReturnType<ReturnType<typeof openPaperPool>['read']>>,
  { ok: true }
>['description']

function judged(label: Label, half: Half, found: Reading): JudgedPaper {
  const names = NAMES_OF[label.file]
  const years = label.years ?? (label.year === null ? [] : [label.year])
  const { title, authors, abstract, year, doi, confidence, publication } = found
  return {
    file: label.file,
    half,
    state: 'read',
    title: plain(title) === plain(label.title),
    abstractF1: label.abstract_scored ? tokenF1(abstract, label.abstract ?? '') : null,
    authors: names === undefined ? null : sameNames(authors, names),
    year: years.length === 0 ? null : year !== null && years.includes(year),
    doi: label.doi == null ? null : label.doi.toLowerCase() === doi?.toLowerCase(),
    journal: label.journal == null ? null : sameJournal(publication.journal, label.journal),
    headings: label.headings == null ? null : headingCounts(found.sections, found.bodyEnd, label.headings),
    confidence,
    found: {
      title,
      authors,
      abstract,
      year,
      doi,
      headings: found.sections
        .filter(({ level, start }) => level === 1 && start < found.bodyEnd)
        .map(({ heading }) => heading),
    },
  }
}

/** Compares abbreviated journal names: each word begins a word of the label, in order ("J Clin Exp Dent"). */
function sameJournal(found: string | null, label: string): boolean {
  if (found === null) return false
  const words = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const whole = words(label)
  if (words(found).join('') === whole.map((word) => word[0]).join('')) return true
  return words(found).every((word) => whole.some((full) => full.startsWith(word)))
}

export function figuresOf(papers: readonly JudgedPaper[]): FrontMatterFigures {
  const headings = papers.flatMap((paper) => paper.headings ?? [])
  const sum = (pick: (counts: HeadingCounts) => number) =>
    headings.reduce((total, counts) => total + pick(counts), 0)
  const precision =
    sum(({ matched }) => matched) /
    Math.max(
      1,
      sum(({ found }) => found),
    )
  const recall =
    sum(({ matched }) => matched) /
    Math.max(
      1,
      sum(({ labelled }) => labelled),
    )
  return {
    papers: papers.length,
    title: count(papers.map(({ title }) => title)),
    abstract: count(
      papers.map(({ abstractF1 }) => (abstractF1 === null ? null : abstractF1 >= GOOD_ABSTRACT_F1)),
    ),
    authors: count(papers.map(({ authors }) => authors)),
    year: count(papers.map(({ year }) => year)),
    doi: count(papers.map(({ doi }) => doi)),
    journal: count(papers.map(({ journal }) => journal)),
    headings: {
      precision,
      recall,
      f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall),
    },
  }
}

function count(verdicts: readonly (boolean | null)[]): Count {
  const judgedOnes = verdicts.filter((verdict) => verdict !== null)
  return { right: judgedOnes.filter((verdict) => verdict).length, of: judgedOnes.length }
}

/** Number of right values among those of equal confidence: their share should equal the confidence. */
export interface ConfidenceRow {
  readonly value: 'title' | 'authors' | 'year'
  readonly confidence: number
  readonly right: number
  readonly of: number
}

export function confidenceRows(papers: readonly JudgedPaper[]): ConfidenceRow[] {
  const rows = new Map<string, { right: number; of: number }>()
  for (const paper of papers) {
    for (const value of ['title', 'authors', 'year'] as const) {
      if (paper[value] === null) continue
      const key = `${value} ${paper.confidence[value]}`
      const row = rows.get(key) ?? { right: 0, of: 0 }
      rows.set(key, { right: row.right + Number(paper[value]), of: row.of + 1 })
    }
  }
  return [...rows].sort().map(([key, counts]) => {
    const [value, confidence] = key.split(' ')
    return { value: value as ConfidenceRow['value'], confidence: Number(confidence), ...counts }
  })
}
