/** Compiled against the declarations of the package, never run: what must compile, and what must not. */
import {
  type BackendPlugIn,
  type EmbedderPlugIn,
  type GatePlugIn,
  isGlossFailure,
  type MonitorPlugIn,
  openGloss,
  type PatternPlugIn,
  type RetrievedHits,
} from '@gloss-papers/gloss'

const backend: BackendPlugIn = { name: 'mine', open: () => ({ retrieve: () => [{ unit: 'id', score: 1 }] }) }
const embedder: EmbedderPlugIn = { name: 'mine', dims: 1, embed: async (texts) => texts.map(() => [1]) }
const gate: GatePlugIn = { name: 'mine', decide: () => ({ keep: true }) }
const monitor: MonitorPlugIn = {
  name: 'mine',
  look: ({ window }) => ({ isInDoubt: window.includes('perhaps') }),
}
const pattern: PatternPlugIn = {
  ...{ name: 'mine', title: 'Mine', summary: 'Asks once.', roles: [{ name: 'solver', does: 'answers' }] },
  most: { questions: 1, maxTokens: 100 },
  run: (question, { ask }) => ask('answer/0', 'solver', [{ role: 'user', content: question }]),
}
await using gloss = await openGloss({
  plugIns: { backends: { backend }, embedder, gate, monitor, patterns: [pattern] },
})

const answer: RetrievedHits = await gloss.retrieve('?', {
  k: 3,
  filter: { years: { from: 2020 }, kinds: ['unit'] },
})
const span: readonly [number, number] | null | undefined = answer.hits[0]?.span
for await (const event of gloss.think('?', { monitor: 'off' })) if (event.type === 'text') event.text.trim()
const solved = await gloss.solve('?', { pattern: 'mine', onStage: (stage) => stage.trim() })
const figures = await gloss.evaluate({ backends: ['words'], data: 'folder' })
const ndcg: number | undefined = figures.backends['words']?.['ndcg@10']
try {
  await gloss.deleteCorpus('main')
} catch (error) {
  if (isGlossFailure(error, 'CORPUS_BUSY')) error.help.trim()
}

// @ts-expect-error a hit needs its score
const noScore: BackendPlugIn = { name: 'x', open: () => ({ retrieve: () => [{ unit: 'id' }] }) }
// @ts-expect-error there is no such option
await gloss.retrieve('?', { limit: 3 })
// @ts-expect-error hits cannot be changed
answer.hits.push()
// @ts-expect-error an answer may be null
solved.answer.trim()
// @ts-expect-error there is no such kind
await gloss.retrieve('?', { filter: { kinds: ['page'] } })

export { ndcg, noScore, span }
