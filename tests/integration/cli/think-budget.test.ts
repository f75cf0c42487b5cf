/** `gloss think` and /v1 within a budget, and answers that repeat themselves, counted by the server. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Script, type ScriptedRequest, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'

const workspace = await haplotypeWorkspace()
const SENTENCE = 'The size is known, and number NN of these sentences says how. '
const LONG = Array.from({ length: 500 }, (_, n) => SENTENCE.replace('NN', String(n))).join('')

interface Turn {
  readonly answer: string
  readonly finish: string
  readonly watch: { readonly problems: readonly string[] }
}

/** Says the text, as far as the request allows, in one token after the other. */
function saying(text: string, script: Script = {}) {
  return ({ body }: ScriptedRequest): Script => {
    const words = text.match(/\s*\S+/g) ?? []
    const most = Number(body['max_tokens'] ?? words.length)
    return { ...script, text: words.slice(0, most), ...(most < words.length ? { finish: 'length' } : {}) }
  }
}

async function think(text: string, args: readonly string[], script: Script = {}) {
  const server = await startScriptedServer({ answers: saying(text, script) })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const env = { GLOSS_WORKSPACE: workspace, GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted' }
  const options = { cwd: workspace, env }
  const asked = ['think', 'What is theta?', '--monitor', 'off', ...args]
  const turn = await answerOf<Turn>(asked, options)
  const tokens = server.requests.map(({ counted }) => counted.promptTokens + counted.completionTokens)
  return { turn, server, tokens: tokens.reduce((sum, one) => sum + one, 0) }
}

describe('a budget of one turn', () => {
  test.each([1_000, 5_000])(
    'of %i tokens cuts the answer, which is shown, and that is said',
    async (budget) => {
      const { turn, tokens } = await think(LONG, ['--budget-tokens', String(budget)])
      expect(tokens).toBeLessThanOrEqual(1.02 * budget)
      expect(tokens).toBeGreaterThan(0.9 * budget)
      expect(LONG.startsWith(turn.answer)).toBe(true)
      expect(turn.finish).toBe('length')
      expect(turn.watch.problems).toEqual([
        `The answer was cut, because its budget of ${budget} tokens is used up.`,
      ])
    },
  )

  test('of a second ends the answer with what was written by then', async () => {
    const { turn } = await think(LONG, ['--budget-seconds', '1'], { paceMs: 20 })
    expect(turn.finish).toBe('length')
    expect(turn.answer.length).toBeGreaterThan(0)
    expect(turn.watch.problems).toEqual(['The run has used up its budget of 1 seconds.'])
  })

  test('that holds no answer is an error, and no request is sent', async () => {
    const server = await startScriptedServer({ answers: saying(LONG) })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const env = { GLOSS_WORKSPACE: workspace, GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted' }
    const asked = ['think', 'What is theta?', '--monitor', 'off', '--budget-tokens', '5']
    const { code, stderr } = await runCli(asked, { cwd: workspace, env })
    expect(code).toBe(1)
    expect(stderr).toContain('BUDGET_REACHED')
    expect(server.requests).toEqual([])
  })

  test('in dollars is refused where the price is not known', async () => {
    const env = {
      GLOSS_WORKSPACE: workspace,
      GLOSS_LLM_URL: 'http://127.0.0.1:9/v1',
      GLOSS_LLM_MODEL: 'unpriced',
    }
    const { stderr } = await runCli(['think', 'What?', '--budget-cost', '1'], { cwd: workspace, env })
    expect(stderr).toContain('the table lacks unpriced (proposer)')
  })

  test('that is enough changes nothing, and none is sent to the server', async () => {
    const { turn, server } = await think('It is 4.', [])
    expect(turn).toMatchObject({ answer: 'It is 4.', finish: 'stop', watch: { problems: [] } })
    expect(server.requests[0]?.body).not.toHaveProperty('max_tokens')
  })
})

test('an answer that repeats itself is cut, and that is said', async () => {
  const { turn, server } = await think(SENTENCE.repeat(500), [])
  expect(turn.answer.length).toBeLessThan(4_000)
  expect(turn.finish).toBe('length')
  expect(turn.watch.problems.join()).toMatch(
    /^The model repeated itself: its answer was cut after \d+ characters\.$/,
  )
  expect(server.requests).toHaveLength(1)
})

describe('the header x-gloss-budget', () => {
  const asked = async (headers: Readonly<Record<string, string>>, text = LONG) => {
    const proxied = await openProxied(saying(text), { settings: { workspace } })
    onTestFinished(() => proxied[Symbol.asyncDispose]())
    const answer = await fetch(`${proxied.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'What is theta?' }] }),
    })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }

  test('limits a watched answer, and the report says so', async () => {
    const { body } = await asked({ 'x-gloss-budget': '{"tokens": 1000}' })
    expect(body.usage.total_tokens).toBeLessThanOrEqual(1_020)
    expect(body.choices[0].finish_reason).toBe('length')
    expect(body.gloss.problems).toContain('The answer was cut, because its budget of 1000 tokens is used up.')
  })

  test('is refused with an unknown limit', async () => {
    expect((await asked({ 'x-gloss-budget': '{"pounds": 1}' })).status).toBe(400)
  })

  test('is needed for a cut: without it an answer that repeats itself is the client’s own', async () => {
    const { body } = await asked({}, SENTENCE.repeat(100))
    expect(body.choices[0].message.content).toBe(SENTENCE.repeat(100).trimEnd())
  })
})
