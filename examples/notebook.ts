/**
 * A notebook as a script: papers in, questions out, every hit checked against its paper.
 *
 *     node notebook.ts FOLDER_OF_PAPERS
 */
import { isGlossFailure, openGloss } from '@gloss-papers/gloss'

const [papers = './papers'] = process.argv.slice(2)

await using gloss = await openGloss({ workspace: './notebook-corpora', settings: { corpus: 'notes' } })

const summary = await gloss.ingest([papers], {
  onPaper: ({ title, state, units }) => console.log(`${state.padEnd(20)} ${units} units  ${title}`),
})
console.log(`kept ${summary.kept} of ${summary.seen} papers: ${summary.units} units`)

const { hits, answerable } = await gloss.retrieve('Which IC50 did the bark extract show?', { k: 3 })
console.log(answerable ? 'The papers say:' : 'The papers do not say; the closest:')
for (const hit of hits) {
  const { isVerbatim, page } = await gloss.verify(hit)
  console.log(`${hit.rank}. ${hit.sentence.text} [${hit.title}, page ${page}, verbatim: ${isVerbatim}]`)
}

const { answer, citations, by } = await gloss.ask('Which IC50 did the bark extract show?')
console.log(`by ${by}: ${answer}`)
for (const { n, quote } of citations) console.log(`[${n}] ${quote}`)

for (const { name, units } of await gloss.graph.names('lupeol', { limit: 3 }))
  console.log(`${name}: ${units} units`)
for (const walk of await gloss.graph.connect('lupeol', 'Akt', { limit: 1 }))
  console.log(walk.map(({ from, to }) => `${from} - ${to}`).join(', '))

try {
  await gloss.retrieve('anything', { corpus: 'nobody' })
} catch (error) {
  if (!isGlossFailure(error, 'CORPUS_NOT_FOUND')) throw error
  console.log(`${error.code}: ${error.help}`)
}
