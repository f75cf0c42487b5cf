/** `gloss solve` and `gloss runs` with scripted models, as a person and as a program gets them. */
import { globSync } from 'node:fs'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { type RoleScripts, roleModels, startScriptedSolver } from '../../fakes/scripted-solver.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { withoutPace } from '../../fixtures/no-pace.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import { column } from '../../fixtures/service.ts'
import { writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { HAPLOTYPES } from '../../fixtures/worked-examples.ts'

/** Returns the command line in a folder with the units of an example, its models played by a scripted server. */
async function prepared(scripts: RoleScripts = {}) {
  const server = await startScriptedSolver(scripts)
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { json, run, ...cli } = cliFolder(temporaryFolder())
  const env = roleModels(server.url)
  cli.write('units.csv', HAPLOTYPES.units)
  await json('import units.csv --format csv', env)
  return {
    ...cli,
    server,
    json: (...args: string[]) => json(args, env),
    run: (...args: string[]) => run(args, env),
  }
}

test('a question is solved, shown and listed, and replayed without a call', async () => {
  const { json, run, server } = await prepared({ evaluator: () => ({ text: scored(4, 3, 2) }) })
  const solvedRun = await json('solve', HAPLOTYPES.question, '--proposers', '3')
  expect(solvedRun).toMatchObject({
    status: 'done',
    answer: `It was checked. ${solved('30')}`,
    watch: { rates: { extraTokensPer10k: expect.any(Number) } },
  })
  expect(solvedRun.stages).toMatchObject({
    propose: { calls: 3 },
    correct: { calls: 3 },
    refine: { calls: 3 },
    'evaluate.0': { calls: 3 },
    rank: { calls: 1 },
  })
  const before = server.requests.length
  expect(await json('runs', 'resume', solvedRun.run)).toMatchObject({
    answer: solvedRun.answer,
    ledger: solvedRun.ledger,
  })
  expect(server.requests).toHaveLength(before)
  const listed = await json('runs', 'list')
  expect(column(listed.runs, 'id')).toEqual([solvedRun.run])
  const short = await run('runs', 'show', solvedRun.run.slice(0, 6))
  expect(short.stdout).toContain(HAPLOTYPES.question)
  expect(short.stdout).toContain(solved('30'))
  expect(short.stdout).not.toContain('## propose/0')
  const { stdout } = await run('runs', 'show', solvedRun.run.slice(0, 6), '--full')
  expect(stdout).toContain('## propose/0')
  expect(stdout).toContain('## evaluate.0/2')
  expect(stdout).toContain(solved('30'))
  const page = await run('runs', 'show', solvedRun.run, '--format', 'html')
  expect(page.stdout).toMatch(/^<!doctype html>[\s\S]*&lt;answer&gt;/)
})

test('a person sees the stages, the scores, the answer and the ledger', async () => {
  const { run } = await prepared()
  const { stdout, stderr, code } = await run('solve', HAPLOTYPES.question, '--proposers', '2')
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /== propose\n[\s\S]*== refine\n[\s\S]*evaluate\.0\/0: 5 \/ 5 \/ 5 = 5 passes\n[\s\S]*response 1, by ranker/,
  )
  expect(stdout).toContain(solved('30'))
  expect(stdout).toMatch(/\nranker +\d+ +/)
})

test('the demonstration needs no model, says that it is scripted, and counts by real code', async () => {
  withoutPace()
  const cwd = temporaryFolder()
  const { stdout, stderr, code } = await runCli(['solve', '--demo'], { cwd })
  expect(code).toBe(0)
  expect(stderr.match(/the models’ answers are scripted/g)).toHaveLength(2)
  expect(stderr).toContain('evaluate.0/2: 3 / 3 / 1 = 2.6 fails')
  expect(stdout).toContain('<answer>\\boxed{30}</answer>')
  expect(stdout).toMatch(/\[1\] Which haplotypes successive single crossovers/)
  const listed = await runCli(['corpus', 'list'], { cwd })
  expect(listed.stdout).not.toContain('demonstration')
  expect(globSync('**/demonstration', { cwd })).toEqual([])
})

test('a budget ends it with the best answer so far, and a larger one continues it', async () => {
  const { json } = await prepared()
  const solvedRun = await json('solve', HAPLOTYPES.question, '--budget-steps', '5')
  expect(solvedRun).toMatchObject({ status: 'budget', answer: solved('30') })
  const more = await json('runs', 'resume', solvedRun.run, '--budget-steps', '1000')
  expect(more).toMatchObject({ status: 'done', answer: `It was checked. ${solved('30')}` })
})

test('a server that is down ends it with the reason and how to resume', async () => {
  const { run } = await prepared({ proposer: () => ({ fault: { kind: 'status', status: 401 } }) })
  const { code, stdout } = await run('solve', HAPLOTYPES.question)
  expect(code).toBe(1)
  expect(stdout).toMatch(/Failed; no answer yet\. To resume: gloss runs resume [0-9a-f]+/)
  expect(stdout).toContain('NO_SOLUTION')
})

test('a run that may take millions of tokens needs consent, by a budget or --yes', async () => {
  const { run, server } = await prepared()
  const costly = ['solve', HAPLOTYPES.question, '--pattern', 'rethinker']
  const { code, stderr } = await run(...costly)
  expect(code).toBe(1)
  expect(stderr).toContain('15,130,624 tokens')
  expect(stderr).toMatch(/--yes .*--budget-tokens/)
  expect(stderr).toContain('[CONSENT_NEEDED]')
  expect(server.requests).toEqual([])
  const limited = await run(...costly, '--budget-steps', '1')
  expect(limited.stderr).not.toContain('CONSENT_NEEDED')
  expect(server.requests.length).toBeGreaterThan(0)
})

const DOUBTFUL =
  'Each gamete has one crossover, and both chromosomes may be recombinant. Is that so? '.repeat(8)

test('what never worked is reported to people, to programs, and for each run of a file (E17)', async () => {
  const { run, read, write } = await prepared({ proposer: () => ({ text: `${DOUBTFUL}${solved('30')}` }) })
  const settings = ['--proposers', '2', '--monitor', 'logprob', '--no-code', '--no-web']
  const { stdout, stderr, code } = await run('solve', HAPLOTYPES.question, ...settings)
  expect(code).toBe(0)
  expect(stderr).toMatch(/\ngloss: The monitor could not judge any of \d+ looks: .*\[LOGPROBS_MISSING\]\n/)
  expect(stdout).toMatch(/looks 0, triggers 0, queries 0, injections 0/)
  write('questions.json', JSON.stringify([{ id: 'q', query: HAPLOTYPES.question, gt: '30' }]))
  const file = await run('solve', '--file', 'questions.json', '--out', 'results', '--yes', ...settings)
  expect(file.stderr).toContain('The monitor could not judge any of')
  expect(file.stderr).toContain('each run stops at 500,000 tokens; --budget-tokens sets another limit')
  expect(file.stdout).toContain('Of 1 run, 1 asked for evidence and got none')
  const row = JSON.parse(read('results', 'answers.jsonl'))
  expect(row).toMatchObject({
    isUnhelped: true,
    watch: { problems: [expect.stringContaining('LOGPROBS_MISSING')] },
  })
  const report = await run('eval', 'answers', 'results')
  expect(report.stderr).toMatch(/gloss: results, 1 of 1 runs: The monitor could not judge any of/)
  const page = read('results', 'report.md')
  expect(page).toMatch(/## Problems\n\n- results, 1 of 1 runs: The monitor/)
  expect(page).toMatch(/\| monitor \| logprob \| all/)
})

describe('a setting that the pattern does not have', () => {
  // No model is reached: errors in the settings are reported before any request.
  const env = { GLOSS_LLM_URL: 'http://127.0.0.1:9/v1', GLOSS_LLM_MODEL: 'x' }
  it.each([
    ['--no-web', 'MODEL_UNAVAILABLE', 'did not answer'],
    ['--no-code', 'MODEL_UNAVAILABLE', 'did not answer'],
    ['--rounds=3', 'INPUT_INVALID', 'there is no setting rounds. The settings are temperature'],
  ])('%s ends with %s', async (option, code, sentence) => {
    const cwd = temporaryFolder()
    writeSmallPapers(cwd, 1)
    await runCli(['ingest', cwd, '--topic', 'none'], { cwd })
    const { stdout, stderr } = await runCli(['solve', '--pattern', 'single', option, 'Why?'], { cwd, env })
    expect(stdout + stderr).toContain(`[${code}]`)
    expect(stdout + stderr).toContain(sentence)
  })
})
