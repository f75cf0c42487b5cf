/**
 * Measures how many titles, abstracts, authors, years and headings of labelled papers are found.
 * Run: npm run measure describe [-- --failures]
 */
import { parseArgs } from 'node:util'
import { type Count, describeLabelled } from '../../../tests/fixtures/labelled-papers.ts'
import {
  confidenceRows,
  type FrontMatterFigures,
  figuresOf,
  GOOD_ABSTRACT_F1,
  type JudgedPaper,
  judgeLabelled,
} from './describe/labelled-front-matter.ts'

const { values } = parseArgs({ options: { failures: { type: 'boolean', default: false } } })

const figures = await describeLabelled()
const papers = await judgeLabelled()
const halves = {
  even: figuresOf(papers.filter(({ half }) => half === 'even')),
  odd: figuresOf(papers.filter(({ half }) => half === 'odd')),
  all: figuresOf(papers),
}
console.log(
  "publishers' PDFs ../shared/papers/real:",
  `title ${share(figures.title)} · abstract ${share(figures.abstract)} · year ${share(figures.year)}`,
)
console.log('../shared/papers/labelled, by turns in the order of file names:')
console.table(Object.fromEntries(Object.entries(halves).map(([name, half]) => [name, rowOf(half)])))
console.table(confidenceRows(papers))
for (const paper of figures.papers) {
  if (paper.title === false) console.log(`${paper.file} title: ${paper.found.title}`)
  if (paper.abstract === false) console.log(`${paper.file} abstract: ${paper.found.abstract.slice(0, 160)}`)
  if (paper.year === false) console.log(`${paper.file} year: ${paper.found.year}`)
}
if (values.failures) for (const paper of papers) for (const line of failuresOf(paper)) console.log(line)

function share({ right, of }: Count): string {
  return `${right} of ${of}`
}

function rowOf({ title, abstract, authors, year, doi, journal, headings }: FrontMatterFigures) {
  return {
    title: share(title),
    abstract: share(abstract),
    authors: share(authors),
    year: share(year),
    doi: share(doi),
    journal: share(journal),
    'headings P / R / F1': [headings.precision, headings.recall, headings.f1]
      .map((value) => value.toFixed(3))
      .join(' / '),
  }
}

function* failuresOf({ file, half, found, ...judged }: JudgedPaper): Iterable<string> {
  const name = `[${half}] ${file}`
  if (judged.title === false) yield `${name} title: ${found.title}`
  if (judged.abstractF1 !== null && judged.abstractF1 < GOOD_ABSTRACT_F1)
    yield `${name} abstract ${judged.abstractF1.toFixed(2)}: ${found.abstract.slice(0, 90)} … ${found.abstract.slice(-90)}`
  if (judged.authors === false) yield `${name} authors: ${found.authors.join(' | ')}`
  if (judged.year === false) yield `${name} year: ${found.year}`
  if (judged.doi === false) yield `${name} doi: ${found.doi}`
  const { headings } = judged
  if (headings !== null && (headings.matched < headings.labelled || headings.matched < headings.found))
    yield `${name} headings ${headings.matched} of ${headings.labelled}, ${headings.found} found: ${found.headings.join(' | ')}`
}
