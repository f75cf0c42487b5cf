/** Tests units written by a model over HTTP: consent before the first call, and no request made twice. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openScriptedServer,
  type ScriptedRequest,
  type ScriptedServer,
} from '../../fakes/scripted-llm/server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { startCli } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'

const PAPERS = 4
const { cwd, json, run, failure } = cliFolder()
let server: ScriptedServer
let env: Record<string, string>

beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), PAPERS)
  server = await openScriptedServer()
  env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
})
afterAll(() => server[Symbol.asyncDispose]())

const INGEST = 'ingest papers --topic none --summariser llm'

/** Returns the number of the compound in the request's paper. */
function compoundOf({ body }: ScriptedRequest): string {
  const prompt = (body.messages ?? []).map(({ content }) => content).join('\n')
  return /The binding of compound (\d+)/.exec(prompt)?.[1] ?? 'none'
}

function unitsOf(request: ScriptedRequest) {
  const quote = `Compound ${compoundOf(request)} binds its kinase.`
  return { text: `name,year,locator,topic,quote\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"${quote}"\n` }
}

describe('gloss ingest --summariser llm', () => {
  it('makes no call before consent or in a dry run, and prints the projected cost', async () => {
    const refused = await failure(INGEST, env)
    expect(refused).toMatchObject({ exit: 1, code: 'CONSENT_NEEDED' })
    expect(refused.stderr).toMatch(
      /4 papers to summarise: 4 calls .*about \d+ prompt and \d+ completion tokens, no price known/,
    )
    expect(refused.stderr).toContain('--yes')
    const { projection } = await json(`${INGEST} --dry-run`, env)
    expect(projection).toMatch(/^4 papers to summarise: 4 calls/)
    expect(server.requests).toHaveLength(0)
  })

  it('does not repeat calls for papers that were answered before it was killed', async () => {
    server.reply(unitsOf, unitsOf, 'stall')
    const killed = startCli([...INGEST.split(' '), '--yes'], { cwd, env })
    await expect.poll(() => server.requests.length, { timeout: 60_000 }).toBe(3)
    killed.child.kill('SIGKILL')
    await killed.run()

    server.reply(unitsOf, unitsOf)
    expect(await json(`${INGEST} --yes`, env)).toMatchObject({ seen: PAPERS, kept: PAPERS, units: PAPERS })
    expect(server.requests.map(compoundOf)).toEqual(['0', '1', '2', '2', '3'])
  })

  it('stores what the model said', async () => {
    const { units } = await json('units --kind unit', env)
    expect(units).toHaveLength(PAPERS)
    expect(units[0]).toMatchObject({
      text: expect.stringMatching(/^Compound \d binds its kinase\.$/),
      made: expect.stringMatching(/^llm:/),
    })
    expect(await json('corpus verify')).toEqual({ ok: true, problems: [] })
  })

  it('restores a dropped paper from cached answers, and needs consent only for new calls', async () => {
    const [{ id }] = (await json('papers', env)).papers
    const dropped = { papers: [{ state: 'dropped:by_hand' }] }
    const kept = { papers: [{ state: 'kept' }] }
    for (let time = 0; time < 2; time++) {
      expect(await json(`gate --drop ${id}`, env)).toMatchObject(dropped)
      const other = await failure(`gate --undo ${id}`, { ...env, GLOSS_LLM_MODEL: 'another-model' })
      expect(other).toMatchObject({ exit: 1, code: 'CONSENT_NEEDED' })
      expect(await json(`gate --undo ${id}`, env)).toMatchObject(kept)
    }
    expect(await json(INGEST, env)).toMatchObject({ unchanged: PAPERS })
    expect(server.requests).toHaveLength(5)
  })
})

describe('gloss ingest --summariser llm with a server in trouble', () => {
  const refused = { status: 400, body: '{"error": {"message": "content_filter"}}' }
  const failing = { status: 500, body: 'out of memory' }
  const settings = () => ({ ...env, GLOSS_LLM_RETRIES: '0', GLOSS_LLM_FIRST_TOKEN_MS: '300' })
  const inCorpus = (corpus: string) => `${INGEST} --corpus ${corpus} --yes`

  it('continues after papers that are refused, fail or stall; the same command tries these again', async () => {
    server.reply(refused, failing, 'stall', unitsOf)
    const first = await json(inCorpus('trouble'), settings())
    const failed = { model_refused: 1, model_unavailable: 1, model_timeout: 1 }
    expect(first).toMatchObject({ seen: PAPERS, kept: 1, failed, modelDown: '' })
    server.reply(unitsOf, unitsOf, refused)
    const second = await json(inCorpus('trouble'), settings())
    expect(second).toMatchObject({ kept: 3, unchanged: 1, failed: { model_refused: 1 }, modelDown: '' })
  })

  it('asks about no further paper after three failures in a row, and says so', async () => {
    server.reply(failing, failing, failing)
    const { code, stdout } = await run(inCorpus('down'), settings())
    expect([code, stdout]).toEqual([1, expect.stringContaining('4 failed (4 model_unavailable)')])
    expect(stdout).toMatch(/appears to be down \(.*out of memory.*Run the same command again/)
    server.reply(unitsOf, unitsOf, unitsOf, unitsOf)
    expect(await json(inCorpus('down'), settings())).toMatchObject({ kept: PAPERS })
  })

  it('leaves room for thoughts, and names the limit that was reached', async () => {
    server.reply(...Array.from({ length: 8 }, () => ({ text: '', finish: 'length' })))
    const small = { ...settings(), GLOSS_LLM_CONTEXT: '16384' }
    const { code, stdout } = await run(inCorpus('cut'), small)
    expect([code, stdout]).toEqual([1, expect.stringContaining('8 length')])
    expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 4_096 })
    expect((await json('papers --corpus cut', small)).papers[0].detail).toMatch(
      /limit of 4,096 tokens, thoughts included; GLOSS_SUMMARY_TOKENS raises it/,
    )
    server.reply(unitsOf, unitsOf, unitsOf, unitsOf)
    const larger = { ...small, GLOSS_SUMMARY_TOKENS: '6000' }
    expect(await json(`${inCorpus('cut')} --retry`, larger)).toMatchObject({ kept: PAPERS })
    expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 6_000 })
  })
})
