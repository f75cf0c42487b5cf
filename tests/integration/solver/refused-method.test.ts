/** An answer that was continued by another method than the others does not compare with them: solve, think and the proxy say so. */
import { expect, it, onTestFinished } from 'vitest'
import { type Script, type ScriptedRequest, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { type RoleScripts, startScriptedSolver } from '../../fakes/scripted-solver.ts'
import { doubtfulAnswers, doubtfulQuestion, LAST_WORDS } from '../../fixtures/doubtful-turn.ts'
import { solved } from '../../fixtures/eigen1-run.ts'
import { rememberAbilities } from '../../fixtures/known-abilities.ts'
import { haplotypeWorkspace } from '../../fixtures/proxied.ts'
import { answerOf } from '../../fixtures/run-cli.ts'
import { samplePaper, serve } from '../../fixtures/served-samples.ts'
import { asking, BODY, jsonOf, openServedSolver, solverSettings } from '../../fixtures/served-solver.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const FILTERED: Script = {
  fault: { kind: 'status', status: 400, body: '{"error":{"code":"content_filter","message":"filtered"}}' },
}
const isContinued = ({ body }: ScriptedRequest) => body.messages?.at(-1)?.role === 'assistant'

/** Refuses one continuation, whatever it is of. */
function refusingOnce(answer: (request: ScriptedRequest) => Script): (request: ScriptedRequest) => Script {
  let refused = 0
  return (request) => (isContinued(request) && refused++ === 0 ? FILTERED : answer(request))
}

it('a run with one proposer by another method names both in its problems, and the reason in what failed', async () => {
  const scripts: RoleScripts = { proposer: refusingOnce(() => ({ text: solved('30') })) }
  const { origin } = await openServedSolver(scripts, { settings: { continuation: 'auto' } })
  const run = await jsonOf(`${origin}/solve`, asking(BODY))
  expect(run.status).toBe('done')
  expect(run.watch.problems).toEqual([
    'The text was continued by more than one method: 1 call by prefix, 1 call by tool-call in place of prefix. See `gloss doctor --servers`.',
  ])
  expect(run.watch.failures).toMatchObject([
    { stage: 'continuation', code: 'MODEL_REFUSED', message: expect.stringContaining('filtered'), count: 1 },
  ])
  const again = await jsonOf(`${origin}/solve`, asking(BODY))
  expect(again.watch).toMatchObject({ problems: [], failures: [] })
})

it('a run whose models are continued each by its own method has no problem', async () => {
  await using models = await startScriptedSolver()
  const own = temporaryFolder()
  rememberAbilities(own, models.url, ['corrector'])
  const settings = solverSettings(models.url, { workspace: own, continuation: 'auto' })
  const served = await serve(settings, { papers: [samplePaper('bark-extract-lupeol')] })
  onTestFinished(() => served.close())
  const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
  const run = await jsonOf(`${origin}/solve`, asking(BODY))
  expect(JSON.stringify(models.requests.map(({ body }) => body))).toContain('interrupted')
  expect(run.watch.problems).toEqual([])
})

const workspace = await haplotypeWorkspace()

it('think and the proxy say it of a turn', async () => {
  await using models = await startScriptedServer({
    answers: (request) =>
      isContinued(request) && JSON.stringify(request.body).includes('haplotypes respond')
        ? FILTERED
        : doubtfulAnswers()(request),
  })
  rememberAbilities(workspace, models.url)
  const served = await serve({ workspace, llmUrl: models.url, llmModel: 'proposer' })
  onTestFinished(() => served.close())
  const origin = await served.server.listen({ host: '127.0.0.1', port: 0 })
  const answer = await jsonOf(`${origin}/v1/chat/completions`, asking(doubtfulQuestion))
  expect(answer.choices[0].message.content).toContain(LAST_WORDS.trim())
  const problem = expect.stringMatching(
    /^The text was continued by more than one method: 1 call by .* in place of prefix/,
  )
  expect(answer.gloss.problems).toEqual([problem])
  const env = { GLOSS_WORKSPACE: workspace, GLOSS_LLM_URL: models.url, GLOSS_LLM_MODEL: 'proposer' }
  const { content } = doubtfulQuestion.messages[0]
  const turn = await answerOf<{ readonly watch: { readonly problems: readonly string[] } }>(
    ['think', content],
    { cwd: workspace, env },
  )
  expect(turn.watch.problems).toEqual([problem])
})
