/** Tests units written by a model over HTTP: consent before the first call, and no request made twice. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openScriptedServer,
  type ScriptedRequest,
  type ScriptedServer,
} from '../../fakes/scripted-llm/server.ts'
import { answerOf, lastObject, runCli, startCli } from '../../fixtures/run-cli.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const PAPERS = 4
const cwd = sharedFolder()
let server: ScriptedServer
let env: Record<string, string>

beforeAll(async () => {
  writeSmallPapers(join(cwd, 'papers'), PAPERS)
  server = await openScriptedServer()
  env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const args = ['ingest', 'papers', '--topic', 'none', '--summariser', 'llm']

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
  it('makes no call before consent, and prints the projected cost', async () => {
    const { code, stdout, stderr } = await runCli([...args, '--json'], { cwd, env })
    expect(code).toBe(1)
    expect(lastObject(stdout)).toMatchObject({ error: { code: 'CONSENT_NEEDED' } })
    expect(stderr).toMatch(
      /4 papers to summarise: 4 calls .*about \d+ prompt and \d+ completion tokens, no price known/,
    )
    expect(stderr).toContain('--yes')
    expect(server.requests).toHaveLength(0)
  })

  it('prints the projected cost in a dry run, and stores nothing', async () => {
    const { projection } = await answerOf<{ projection: string }>([...args, '--dry-run'], { cwd, env })
    expect(projection).toMatch(/^4 papers to summarise: 4 calls/)
    expect(server.requests).toHaveLength(0)
  })

  it('does not repeat calls for papers that were answered before it was killed', async () => {
    server.reply(unitsOf, unitsOf, 'stall')
    const killed = startCli([...args, '--yes'], { cwd, env })
    while (server.requests.length < 3) await sleep(20)
    killed.child.kill('SIGKILL')
    await killed.run()

    server.reply(unitsOf, unitsOf)
    const result = await answerOf<{ kept: number }>([...args, '--yes'], { cwd, env })
    expect(result).toMatchObject({ seen: PAPERS, kept: PAPERS, units: PAPERS })
    expect(server.requests.map(compoundOf)).toEqual(['0', '1', '2', '2', '3'])
  })

  it('stores what the model said, with the true year and place', async () => {
    const { units } = await answerOf<{ units: unknown[] }>(['units', '--kind', 'unit'], { cwd, env })
    expect(units).toHaveLength(PAPERS)
    expect(units[0]).toMatchObject({
      text: expect.stringMatching(/^Compound \d binds its kinase\.$/),
      made: expect.stringMatching(/^llm:/),
    })
    expect(await answerOf(['corpus', 'verify'], { cwd })).toEqual({ ok: true, problems: [] })
  })

  it('takes a paper back in from cached answers, and needs consent for new calls', async () => {
    const { papers } = await answerOf<{ papers: { id: string }[] }>(['papers'], { cwd, env })
    const [id = ''] = papers.map((paper) => paper.id)
    const gate = async (...more: string[]) =>
      lastObject((await runCli(['gate', ...more, '--json'], { cwd, env })).stdout)
    expect(await gate('--drop', id)).toMatchObject({ papers: [{ state: 'dropped:by_hand' }] })
    expect(await gate('--undo', id)).toMatchObject({ papers: [{ state: 'kept' }] })
    await gate('--drop', id)
    const other = { ...env, GLOSS_LLM_MODEL: 'another-model' }
    const asked = await runCli(['gate', '--undo', id, '--json'], { cwd, env: other })
    expect(asked.code).toBe(1)
    expect(lastObject(asked.stdout)).toMatchObject({ error: { code: 'CONSENT_NEEDED' } })
    expect(await gate('--undo', id)).toMatchObject({ papers: [{ state: 'kept' }] })
    expect(server.requests).toHaveLength(5)
  })

  it('needs no consent where every answer is cached', async () => {
    expect(await answerOf(args, { cwd, env })).toMatchObject({ unchanged: PAPERS })
    expect(server.requests).toHaveLength(5)
  })
})

describe('gloss ingest --summariser llm with a server in trouble', () => {
  const refused = { status: 400, body: '{"error": {"message": "content_filter"}}' }
  const failing = { status: 500, body: 'out of memory' }
  const settings = () => ({ ...env, GLOSS_LLM_RETRIES: '0', GLOSS_LLM_FIRST_TOKEN_MS: '300' })
  const inCorpus = (corpus: string) => [...args, '--corpus', corpus, '--yes']

  it('goes on after papers that are refused, fail or stall, and asks for these again with the same command', async () => {
    const run = { cwd, env: settings() }
    server.reply(refused, failing, 'stall', unitsOf)
    const first = await answerOf(inCorpus('trouble'), run)
    const failed = { model_refused: 1, model_unavailable: 1, model_timeout: 1 }
    expect(first).toMatchObject({ seen: PAPERS, kept: 1, failed, modelDown: '' })
    server.reply(unitsOf, unitsOf, refused)
    const second = await answerOf(inCorpus('trouble'), run)
    expect(second).toMatchObject({ kept: 3, unchanged: 1, failed: { model_refused: 1 }, modelDown: '' })
  })

  it('asks no further paper once three in a row failed, and says so', async () => {
    server.reply(failing, failing, failing)
    const { code, stdout } = await runCli(inCorpus('down'), { cwd, env: settings() })
    expect(code).toBe(1)
    expect(stdout).toContain('4 failed (4 model_unavailable)')
    expect(stdout).toMatch(/counts as down \(.*out of memory.*Run the same command again/)
    server.reply(unitsOf, unitsOf, unitsOf, unitsOf)
    expect(await answerOf(inCorpus('down'), { cwd, env: settings() })).toMatchObject({ kept: PAPERS })
  })

  it('leaves room for thoughts, and names the limit where it was reached', async () => {
    const cut = { text: '', finish: 'length' }
    server.reply(...Array.from({ length: 8 }, () => cut))
    const run = { cwd, env: { ...settings(), GLOSS_LLM_CONTEXT: '16384' } }
    const { code, stdout } = await runCli(inCorpus('cut'), run)
    expect(code).toBe(1)
    expect(stdout).toContain('8 length')
    expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 4_096 })
    const { papers } = await answerOf<{ papers: { detail: string }[] }>(['papers', '--corpus', 'cut'], run)
    expect(papers[0]?.detail).toMatch(
      /limit of 4,096 tokens, thoughts included; GLOSS_SUMMARY_TOKENS raises it/,
    )
    const more = { cwd, env: { ...run.env, GLOSS_SUMMARY_TOKENS: '6000' } }
    server.reply(unitsOf, unitsOf, unitsOf, unitsOf)
    expect(await answerOf([...inCorpus('cut'), '--retry'], more)).toMatchObject({ kept: PAPERS })
    expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 6_000 })
  })
})
