/** One model on servers of five kinds: what a prefix, an answer and thoughts become there, by solve, think and the proxy. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LedgerRow } from '../../../models/index.ts'
import { type Model, openServerOf, SERVER_KINDS, THINKING } from '../../fakes/server-kinds.ts'
import { scored } from '../../fixtures/eigen1-run.ts'
import { haplotypeWorkspace } from '../../fixtures/proxied.ts'
import { answerOf } from '../../fixtures/run-cli.ts'
import { serve } from '../../fixtures/served-samples.ts'
import { asking, jsonOf, solverSettings } from '../../fixtures/served-solver.ts'

const SOLUTION = 'Theta is four times the population size times the mutation rate, which gives 42 here.'
const ANSWER = `${SOLUTION}\n<answer>\\boxed{42}</answer>`
const PREFIX = 'I will answer user'
const COUNTED =
  'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen'
const MODEL: Model = {
  thoughts:
    'The question is a simple one. I know the formula for it and shall write it down as it is, without a search.',
  says(prompt, name) {
    if (/numbers from one to/.test(prompt)) return COUNTED
    if (name === 'ranker') return 'FINAL DECISION: <select>Response 1</select>'
    return name === 'evaluator' ? scored(5, 5, 5) : ANSWER
  },
}
/** A server with shorter tokens than most, for thoughts and answer once. */
const WHOLE_TOKENS = Math.ceil((ANSWER.length + MODEL.thoughts.length) / 3)

interface Turn {
  readonly answer: string
  readonly ledger: Readonly<
    Record<'proposer', { readonly promptTokens: number; readonly completionTokens: number }>
  >
}

/** What a probe asks. */
const TRIAL = /Write the numbers from one|Name the months|What is a lion/
const AGENTS = ['proposer', 'corrector', 'refiner', 'evaluator', 'ranker']

const workspace = await haplotypeWorkspace()

const CASES = SERVER_KINDS.flatMap((kind) => THINKING.map((thinking) => ({ kind, thinking })))

describe.each(CASES)('on $kind, a model that thinks $thinking', ({ kind, thinking }) => {
  async function opened() {
    const models = await openServerOf(kind, thinking, MODEL)
    onTestFinished(() => models[Symbol.asyncDispose]())
    const settings = solverSettings(models.url, { workspace, continuation: 'auto' })
    const served = await serve(settings)
    onTestFinished(() => served.close())
    return { models, origin: await served.server.listen({ host: '127.0.0.1', port: 0 }) }
  }

  it('solve asks each agent once, with its prefix, and hands on whole solutions', async () => {
    const { models, origin } = await opened()
    const settings = { proposers: 2, retrieval: 'none', searchesWeb: false }
    const run = await jsonOf(`${origin}/solve`, asking({ question: 'What is theta?', settings }))
    expect(run).toMatchObject({ status: 'done', failures: [], answer: expect.stringContaining(ANSWER) })
    const asked = models.requests
      .map(({ body, counted }) => ({ agent: body.model, sent: JSON.stringify(body.messages), counted }))
      .map((one, place) => ({ ...one, begun: models.begun[place] ?? '' }))
      .filter(({ sent }) => !TRIAL.test(sent))
    const calls = AGENTS.map((name) => asked.filter(({ agent }) => agent === name).length)
    expect(calls).toEqual([2, 2, 2, 2, 1])
    for (const { agent, sent, begun } of asked) {
      if (agent !== 'evaluator') expect(kind === 'hosted' ? sent : begun).toContain(PREFIX)
      if (agent !== 'proposer') expect(sent).toContain(SOLUTION)
      expect(sent).not.toMatch(/come to an end/)
    }
    expect(run.ledgers.total.calls).toBe(models.requests.length)
    const billed: LedgerRow[] = run.ledgers.byStage.filter(({ role }: LedgerRow) => role !== 'prepare')
    const sum = (tokens: readonly number[]) => tokens.reduce((total, one) => total + one, 0)
    const written = asked.map(({ counted }) => counted.completionTokens)
    expect(sum(billed.map(({ promptTokens }) => promptTokens))).toBe(
      sum(asked.map(({ counted }) => counted.promptTokens)),
    )
    expect(sum(billed.map(({ completionTokens }) => completionTokens))).toBe(sum(written))
    expect(Math.max(...written)).toBeLessThanOrEqual(WHOLE_TOKENS)
  })

  it('think and the proxy say what the model says, see one another’s question alone, and count its tokens', async () => {
    const { models, origin } = await opened()
    const body = { messages: [{ role: 'user', content: 'What is theta?' }], model: 'proposer' }
    const { choices, usage } = await jsonOf(`${origin}/v1/chat/completions`, asking(body))
    const said = thinking === 'in tags' ? `<think>\n${MODEL.thoughts}\n</think>\n\n${ANSWER}` : ANSWER
    expect(choices[0].message.content).toBe(said)
    const env = { GLOSS_WORKSPACE: workspace, GLOSS_LLM_URL: models.url, GLOSS_LLM_MODEL: 'proposer' }
    const turn = await answerOf<Turn>(['think', 'What is theta?'], { cwd: workspace, env })
    expect(turn.answer).toBe(said)
    const asked = models.requests.filter((request) => !TRIAL.test(JSON.stringify(request.body.messages)))
    expect(asked.map((request) => request.body.messages)).toEqual([body.messages, body.messages])
    const billed = [usage.prompt_tokens, turn.ledger.proposer.promptTokens]
    const written = [usage.completion_tokens, turn.ledger.proposer.completionTokens]
    expect(billed).toEqual(asked.map(({ counted }) => counted.promptTokens))
    expect(written).toEqual(asked.map(({ counted }) => counted.completionTokens))
  })
})
