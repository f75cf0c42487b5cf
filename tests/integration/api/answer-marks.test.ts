/** Tests that models' quotations are checked against the papers, letter by letter, in every kind of answer. */
import { tmpdir } from 'node:os'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { openGloss, type ThinkEvent } from '../../../library/index.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { SAMPLE_PAPERS } from '../../fixtures/served-samples.ts'
import { openService, sharedSamples } from '../../fixtures/service.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const TRUE = 'The methanolic bark extract showed an IC50 of 18.4 µg/mL'
const CHANGED = TRUE.replace('18.4', '13.4')
const SAID = `The paper says “${TRUE}” [1]. Another has “${CHANGED}”. And one more has “never seen a bark that glows”.`

let text = SAID
const model = await startScriptedServer({ answers: () => ({ text }) })
afterAll(() => model[Symbol.asyncDispose]())
const settings = { llmUrl: model.url, llmModel: 'scripted' }
const env = { GLOSS_LLM_URL: model.url, GLOSS_LLM_MODEL: 'scripted' }
const service = sharedSamples(settings)
const { get, post } = service
const STREAM = { accept: 'text/event-stream' }
const THREE = [{ verdict: 'exact' }, { verdict: 'altered' }, { verdict: 'absent' }]

const messages = [{ role: 'user', content: QUESTION }]
const FACES = [
  { face: '/ask', payload: { question: QUESTION } },
  { face: '/v1/chat/completions', payload: { model: 'gloss', messages } },
  { face: '/solve', payload: { question: QUESTION, pattern: 'single' } },
]
it.each(FACES)('marks the quotations of an answer of $face', async ({ face, payload }) => {
  const { gloss, ...answer } = (await post(face, payload)).body
  const { marks } = gloss ?? answer
  expect(marks).toMatchObject(THREE.map((mark) => ({ kind: 'quote', ...mark })))
  expect(marks[1]).toMatchObject({
    page: 1,
    title: expect.stringContaining('bark of Terminalia'),
    changes: [{ kind: 'number', paper: '18.4', answer: '13.4' }],
    says: expect.stringContaining('18.4'),
  })
})

it('names the corpus of each mark if several are asked', async () => {
  await post('/corpora', { name: 'empty' })
  const { marks } = (await post('/ask', { question: QUESTION, corpus: 'empty,main' })).body
  expect(marks.slice(0, 2)).toMatchObject([{ corpus: 'main' }, { corpus: 'main' }])
})

it('marks the answer of a run alike in every form in which it is read', async () => {
  text = SAID
  const payload = { question: QUESTION, pattern: 'single' }
  const { marks, problems, id } = (await post('/solve', payload)).body
  expect([marks.length, problems]).toEqual([3, []])
  expect((await get(`/runs/${id}`)).body).toMatchObject({ marks, problems })
  const streams = [await post('/solve', payload, STREAM), await get(`/runs/${id}/events`, {}, STREAM)]
  for (const streamed of streams) {
    const last = streamed.text
      .trimEnd()
      .split('\n')
      .at(-1)!
      .replace(/^data: /, '')
    expect(JSON.parse(last)).toMatchObject({ answer: SAID, marks, problems })
  }
  const show = ['runs', 'show', id, '--workspace', service.gloss.config.workspace]
  expect(await answerOf(show, { cwd: tmpdir() })).toMatchObject({ marks, problems })
  expect((await runCli(show, { cwd: tmpdir() })).stdout).toContain('altered quotation: »The methanolic')
  expect((await get(`/runs/${id}/trace?format=json`)).body).toMatchObject({ marks, problems })
  for (const format of ['markdown', 'html']) {
    const printed = await runCli([...show, '--format', format], { cwd: tmpdir() })
    for (const shown of [(await get(`/runs/${id}/trace?format=${format}`)).text, printed.stdout])
      expect(shown, format).toMatch(/altered quotation.+number: .+18\\?\.4.+, not .+13\\?\.4.+, p\\?\. 1/s)
  }
})

it('marks what a model wrote for the library, when it has ended', async () => {
  text = SAID
  await using gloss = await openGloss({ workspace: service.gloss.config.workspace, env })
  let last: ThinkEvent | null = null
  for await (const event of gloss.think(QUESTION, { monitor: 'off' })) last = event
  expect(last).toMatchObject({ type: 'finish', marks: THREE, problems: [] })
})

it('names a sentence that a paper has with another number, and marks nothing without a model', async () => {
  text = `${CHANGED}, and the activity concentrated in the petroleum ether fraction [1].`
  const ask = async (more = {}) => (await post('/ask', { question: QUESTION, ...more })).body
  expect((await ask()).marks).toMatchObject([{ kind: 'sentence', changes: [{ kind: 'number' }] }])
  expect(await ask({ usesModel: false })).not.toHaveProperty('marks')
})

it('gives an answer that cannot be checked without marks, and says why in every form', async () => {
  text = SAID
  const damaged = await openService(settings, { papers: [SAMPLE_PAPERS] })
  const cited = 'SELECT id FROM paper WHERE title LIKE ?'
  new Database(damaged.gloss.workspace.corpusPath('main'))
    .prepare(`UPDATE page SET boxes = x'00' WHERE paper NOT IN (${cited})`)
    .run('%bark of Terminalia%')
  const problems = [
    expect.stringMatching(/were not checked against the papers \[STORE_DAMAGED\]. Run `gloss/),
  ]
  for (const { face, payload } of FACES) {
    const { status, body } = await damaged.post(face, payload)
    const { gloss, choices, ...whole } = body
    expect([face, status]).toEqual([face, 200])
    expect(gloss ?? whole).toMatchObject({ problems })
    expect(choices?.[0].message.content ?? whole.answer).toBe(SAID)
  }
  const options = { cwd: tmpdir(), env }
  for (const command of [['ask'], ['think'], ['solve', '--pattern', 'single', '--yes']]) {
    const args = [...command, QUESTION, '--workspace', damaged.gloss.config.workspace]
    expect(await answerOf(args, options)).toMatchObject({ answer: SAID, marks: [], problems })
    expect((await runCli(args, options)).stderr).toContain('were not checked against the papers')
  }
})
