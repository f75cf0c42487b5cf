/** What a model wrote is held against the papers, letter by letter, wherever an answer comes from. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { type Served, serveSamples } from '../../fixtures/served-samples.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const TRUE = 'The methanolic bark extract showed an IC50 of 18.4 µg/mL'
const CHANGED = TRUE.replace('18.4', '13.4')
const SAID = `The paper says “${TRUE}” [1]. Another has “${CHANGED}”. And one more has “never seen a bark that glows”.`

let text = SAID
let model: Awaited<ReturnType<typeof startScriptedServer>>
let served: Served
beforeAll(async () => {
  model = await startScriptedServer({ answers: () => ({ text }) })
  served = await serveSamples({ llmUrl: model.url, llmModel: 'scripted' })
})
afterAll(async () => {
  await served.close()
  await model[Symbol.asyncDispose]()
})

const messages = [{ role: 'user', content: QUESTION }]
it.each([
  { face: '/ask', payload: { question: QUESTION } },
  { face: '/v1/chat/completions', payload: { model: 'gloss', messages } },
  { face: '/solve', payload: { question: QUESTION, pattern: 'single' } },
])('marks the quotations of an answer of $face', async ({ face, payload }) => {
  const { gloss, ...answer } = (await served.server.inject({ method: 'POST', url: face, payload })).json()
  const { marks } = gloss ?? answer
  expect(marks.map(({ kind, verdict }: { kind: string; verdict: string }) => [kind, verdict])).toEqual([
    ['quote', 'exact'],
    ['quote', 'altered'],
    ['quote', 'absent'],
  ])
  expect(marks[1]).toMatchObject({
    page: 1,
    title: expect.stringContaining('bark of Terminalia'),
    changes: [{ kind: 'number', paper: '18.4', answer: '13.4' }],
    says: expect.stringContaining('18.4'),
  })
})

it('names a sentence that a paper has with another number, and marks nothing without a model', async () => {
  text = `${CHANGED}, and the activity concentrated in the petroleum ether fraction [1].`
  const ask = async (payload: object) =>
    (await served.server.inject({ method: 'POST', url: '/ask', payload })).json()
  expect((await ask({ question: QUESTION })).marks).toMatchObject([
    { kind: 'sentence', changes: [{ kind: 'number' }] },
  ])
  expect(await ask({ question: QUESTION, usesModel: false })).not.toHaveProperty('marks')
})
