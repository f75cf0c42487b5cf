/** Tests that models' quotations are checked against the papers, letter by letter, in every kind of answer. */
import { tmpdir } from 'node:os'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openGloss, type ThinkEvent } from '../../../library/index.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
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
const FACES = [
  { face: '/ask', payload: { question: QUESTION } },
  { face: '/v1/chat/completions', payload: { model: 'gloss', messages } },
  { face: '/solve', payload: { question: QUESTION, pattern: 'single' } },
]
it.each(FACES)('marks the quotations of an answer of $face', async ({ face, payload }) => {
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

it('names the corpus of each mark, where several are asked', async () => {
  await served.server.inject({ method: 'POST', url: '/corpora', payload: { name: 'empty' } })
  const payload = { question: QUESTION, corpus: 'empty,main' }
  const { marks } = (await served.server.inject({ method: 'POST', url: '/ask', payload })).json()
  expect(marks.slice(0, 2)).toMatchObject([{ corpus: 'main' }, { corpus: 'main' }])
})

it('marks the answer of a run that is streamed, or kept, as when it is answered whole', async () => {
  text = SAID
  const { server } = served
  const payload = { question: QUESTION, pattern: 'single' }
  const accept = { accept: 'text/event-stream' }
  const { marks, problems, id } = (await server.inject({ method: 'POST', url: '/solve', payload })).json()
  expect([marks.length, problems]).toEqual([3, []])
  expect((await server.inject(`/runs/${id}`)).json()).toMatchObject({ marks, problems })
  for (const asked of [
    { method: 'POST', url: '/solve', payload, headers: accept } as const,
    { method: 'GET', url: `/runs/${id}/events`, headers: accept } as const,
  ]) {
    const last = (await server.inject(asked)).payload.trimEnd().split('\n').at(-1)!
    expect(JSON.parse(last.replace(/^data: /, ''))).toMatchObject({ answer: SAID, marks, problems })
  }
  const show = ['runs', 'show', id, '--workspace', served.gloss.config.workspace]
  expect(await answerOf(show, { cwd: tmpdir() })).toMatchObject({ marks, problems })
  expect((await runCli(show, { cwd: tmpdir() })).stdout).toContain('altered quotation: »The methanolic')
  expect((await server.inject(`/runs/${id}/trace?format=json`)).json()).toMatchObject({ marks, problems })
  for (const format of ['markdown', 'html'])
    for (const shown of [
      (await server.inject(`/runs/${id}/trace?format=${format}`)).payload,
      (await runCli([...show, '--format', format], { cwd: tmpdir() })).stdout,
    ])
      expect(shown, format).toMatch(/altered quotation.+number: .+18\\?\.4.+, not .+13\\?\.4.+, p\\?\. 1/s)
})

it('marks what a model wrote for the library, when it has ended', async () => {
  text = SAID
  const env = { GLOSS_LLM_URL: model.url, GLOSS_LLM_MODEL: 'scripted' }
  await using gloss = await openGloss({ workspace: served.gloss.config.workspace, env })
  let last: ThinkEvent | null = null
  for await (const event of gloss.think(QUESTION, { monitor: 'off' })) last = event
  expect(last).toMatchObject({
    type: 'finish',
    marks: [{ verdict: 'exact' }, { verdict: 'altered' }, { verdict: 'absent' }],
    problems: [],
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

it('gives an answer that cannot be checked without marks, and says why to whom it is given and in the log', async () => {
  text = SAID
  const damaged = await serveSamples({ llmUrl: model.url, llmModel: 'scripted' })
  onTestFinished(damaged.close)
  const { workspace } = damaged.gloss.config
  const cited = 'SELECT id FROM paper WHERE title LIKE ?'
  new Database(damaged.gloss.workspace.corpusPath('main'))
    .prepare(`UPDATE page SET boxes = x'00' WHERE paper NOT IN (${cited})`)
    .run('%bark of Terminalia%')
  const problems = [
    expect.stringMatching(/were not checked against the papers \[STORE_DAMAGED\]. Run `gloss/),
  ]
  for (const { face, payload } of FACES) {
    const answered = await damaged.server.inject({ method: 'POST', url: face, payload })
    const { gloss, choices, ...whole } = answered.json()
    expect([face, answered.statusCode]).toEqual([face, 200])
    expect(gloss ?? whole).toMatchObject({ problems })
    expect(choices?.[0].message.content ?? whole.answer).toBe(SAID)
  }
  const options = { cwd: tmpdir(), env: { GLOSS_LLM_URL: model.url, GLOSS_LLM_MODEL: 'scripted' } }
  for (const command of [['ask'], ['think'], ['solve', '--pattern', 'single', '--yes']]) {
    const args = [...command, QUESTION, '--workspace', workspace]
    expect(await answerOf(args, options)).toMatchObject({ answer: SAID, marks: [], problems })
    expect((await runCli(args, options)).stderr).toContain('were not checked against the papers')
  }
})
