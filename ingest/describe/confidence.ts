/** Rates a description's reliability: of the labelled papers where the same rule found something, the share where it was right. */
import type { AuthorRule } from './authors.ts'
import type { TitleRule } from './title.ts'
import type { YearRule } from './year.ts'

/** Number of right results, and of all; each rule is judged alone, even if a more trusted one came before it. */
type Count = readonly [right: number, of: number]

// Counted on 2026-11-22 over the 50 papers of `npm run measure describe`, titles and authors also over 29 other files by eye.
const TITLES: Readonly<Record<TitleRule, Count>> = {
  largest: [66, 67],
  // Line numbers of a manuscript, misread as words.
  numbered: [0, 4],
  // Recognised from a picture, or not a title at all; seldom a title of rare words.
  unechoed: [3, 8],
  // Marked by the source itself; below, the first line of a plain text. Both chosen, not measured.
  marked: [19, 20],
  'first-line': [6, 10],
  none: [0, 1],
}
const AUTHORS: Readonly<Record<AuthorRule, Count>> = {
  'below-title': [62, 65],
  'with-other-words': [2, 9],
  elsewhere: [2, 3],
  none: [0, 1],
}
const YEARS: Readonly<Record<YearRule, Count>> = {
  citation: [34, 34],
  stamp: [7, 7],
  volume: [28, 28],
  copyright: [20, 20],
  published: [9, 10],
  received: [19, 26],
  dated: [30, 41],
  none: [0, 1],
}

export function titleConfidence(rule: TitleRule): number {
  return shareOf(TITLES[rule])
}

/** Rates the names. Names below a doubtful title are no more reliable than the title. */
export function authorConfidence(rule: AuthorRule, title: TitleRule): number {
  return Math.min(
    shareOf(AUTHORS[rule]),
    title === 'unechoed' || title === 'none' ? shareOf(TITLES[title]) : 1,
  )
}

export function yearConfidence(rule: YearRule): number {
  return shareOf(YEARS[rule])
}

/** Applies Laplace's rule of succession, as counts are small: 7 of 7 gives .89. Rounded to two decimals; 0 if nothing was found. */
function shareOf([right, of]: Count): number {
  if (right === 0 && of <= 1) return 0
  return Math.round((100 * (right + 1)) / (of + 2)) / 100
}
