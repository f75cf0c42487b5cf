/** How often is the front matter right? Prints a table over the labelled papers and writes docs/figures/describe.json. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeLabelled } from '../lib/labelled-papers.ts'

const FIGURES = join(import.meta.dirname, '..', '..', 'docs', 'figures')

const figures = await describeLabelled()
console.table(
  figures.papers.map(({ file, title, abstract, year, state }) => ({ file, title, abstract, year, state })),
)
console.log(
  `title ${figures.title.right} of ${figures.title.of} · abstract ${figures.abstract.right} of ${figures.abstract.of} · ` +
    `year ${figures.year.right} of ${figures.year.of}`,
)
for (const paper of figures.papers) {
  if (paper.title === false) console.log(`${paper.file} title: ${paper.found.title}`)
  if (paper.abstract === false) console.log(`${paper.file} abstract: ${paper.found.abstract.slice(0, 160)}`)
  if (paper.year === false) console.log(`${paper.file} year: ${paper.found.year}`)
}
mkdirSync(FIGURES, { recursive: true })
const published = {
  title: figures.title,
  abstract: figures.abstract,
  year: figures.year,
  papers: figures.papers.map(({ found: _found, ...rest }) => rest),
}
writeFileSync(join(FIGURES, 'describe.json'), `${JSON.stringify(published, null, 2)}\n`)
