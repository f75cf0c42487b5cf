/** A budget in dollars where prices are known, and where they are not; what is projected before anything is asked. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { continueRun, type SolveRequest, startRun } from '../../../app/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'
import { type RoleScripts, roleModels, startScriptedSolver } from '../../fakes/scripted-solver.ts'
import { QUESTIONS, SET_SCRIPTS } from '../../fixtures/question-set.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { openSolver, PATIENT } from '../../fixtures/solved-run.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { HAPLOTYPES } from '../../fixtures/worked-examples.ts'

interface Outcome {
  readonly run: string
  readonly status: string
  readonly ledger: Readonly<Record<string, { readonly cost: number | null }>>
}

interface Refused {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly facts: { readonly field: string }
  }
}

const AGENTS = ['proposer', 'corrector', 'refiner', 'evaluator', 'ranker']

function tableOf(models: readonly string[], usd = 0): string {
  const file = join(temporaryFolder(), 'prices.json')
  const priced = models.map((model) => [model, { prompt: usd, completion: usd }])
  writeFileSync(file, JSON.stringify({ models: Object.fromEntries(priced) }))
  return file
}

async function prepared(scripts: RoleScripts = {}) {
  const cwd = temporaryFolder()
  const server = await startScriptedSolver(scripts)
  onTestFinished(() => server[Symbol.asyncDispose]())
  writeFileSync(join(cwd, 'units.csv'), HAPLOTYPES.units)
  writeFileSync(join(cwd, 'questions.json'), JSON.stringify(QUESTIONS))
  const options = { cwd, env: { ...roleModels(server.url), ...PATIENT } }
  await answerOf(['import', 'units.csv', '--format', 'csv'], options)
  const withPrices = (file: string) => ({ ...options, env: { ...options.env, GLOSS_PRICES: file } })
  return { options, withPrices, server }
}

/** What a command that fails prints for programs. */
async function refusalOf(args: readonly string[], options: Parameters<typeof runCli>[1]): Promise<Refused> {
  const { stdout, code } = await runCli([...args, '--json'], options)
  expect(code).not.toBe(0)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

const SOLVE = ['solve', HAPLOTYPES.question, '--proposers', '2', '--no-web', '--no-code']

describe('a cost budget', () => {
  test('is refused before anything is asked, naming models, roles and GLOSS_PRICES', async () => {
    const { options, server } = await prepared()
    const { error } = await refusalOf([...SOLVE, '--budget-cost', '1'], options)
    expect(error).toMatchObject({ code: 'INPUT_INVALID', facts: { field: 'budget.cost' } })
    for (const role of AGENTS) expect(error.message).toContain(`${role} (${role})`)
    expect(error.message).toContain('GLOSS_PRICES')
    expect(server.requests).toEqual([])
    // Nothing was written down either.
    expect(await answerOf(['runs', 'list'], options)).toEqual({ runs: [] })
  })

  test('holds with the user’s own table, and can be given to a run that is resumed only with one', async () => {
    const { options, withPrices } = await prepared()
    const free = await answerOf<Outcome>([...SOLVE, '--budget-cost', '1'], withPrices(tableOf(['*'])))
    expect(free).toMatchObject({ status: 'done', ledger: { proposer: { cost: 0 } } })
    const dear = withPrices(tableOf(AGENTS, 1_000_000))
    const ended = await answerOf<Outcome>([...SOLVE, '--budget-cost', '1500'], dear)
    expect(ended).toMatchObject({ status: 'budget' })
    const again = ['runs', 'resume', ended.run, '--budget-cost', '1600']
    expect(await refusalOf(again, options)).toMatchObject({ error: { code: 'INPUT_INVALID' } })
    const more = await answerOf<Outcome>(['runs', 'resume', ended.run, '--budget-cost', '1000000'], dear)
    expect(more).toMatchObject({ status: 'done' })
  })

  test.each<
    [string, Omit<SolveRequest, 'question'>, lacks: string, settings?: Readonly<Record<string, string>>]
  >([
    ['the model of a backend', { backend: 'vanna' }, 'retriever (retriever)'],
    ['nothing for a backend without a model', { backend: 'words' }, ''],
    ['nothing for a backend that is not used', { backend: 'vanna', settings: { retrieval: 'none' } }, ''],
    [
      'the reader of web pages',
      { settings: { searchesWeb: true } },
      'reader (reader)',
      { GLOSS_SEARCH_URL: 'http://127.0.0.1:1' },
    ],
    ['a monitor that is a model', { monitor: 'model' }, 'monitor (monitor)'],
    [
      'the helpers of the published monitor',
      { monitor: 'published', settings: { hasSifter: false } },
      'monitor (monitor); proposer-model (querier, injector)',
      { GLOSS_LLM_MODEL: 'proposer-model' },
    ],
    [
      'the sifter of what code finds',
      { settings: { retrieval: 'explicit' } },
      'sieve (sifter)',
      { GLOSS_LLM_SIFTER_MODEL: 'sieve' },
    ],
  ])('needs the price of %s', async (_, request, lacks, settings = {}) => {
    const { gloss, server } = await openSolver(SET_SCRIPTS, {
      settings: { ...PATIENT, ...settings, GLOSS_PRICES: tableOf(AGENTS) },
    })
    const asked = { settings: { searchesWeb: false, ...request.settings } }
    const start = () =>
      startRun(gloss, { question: { id: 'q', text: 'Why?' }, ...request, ...asked, budget: { cost: 1 } })
    if (lacks === '') expect((await start()).plan.budget.cost).toBe(1)
    else {
      const message = await start().then(String, (error: Error) => error.message)
      expect(message).toContain(`the table lacks ${lacks}.`)
    }
    expect(server.requests).toEqual([])
  })
})

test('every command refuses a price table with a fault, and names its line', async () => {
  const file = tableOf([])
  writeFileSync(file, '{"models": {\n  "mine": {"prompt": "free", "completion": 0}\n}}')
  const options = { cwd: temporaryFolder(), env: { GLOSS_PRICES: file } }
  const { stderr, code } = await runCli(['runs', 'list'], options)
  expect(code).not.toBe(0)
  expect(stderr).toContain(
    `${file} cannot be used:\n  line 2: models > mine > prompt: a number of US dollars`,
  )
})

describe('what solving will take', () => {
  test('is noted before one question, by the mean of runs like it once there are some', async () => {
    const { options, withPrices } = await prepared()
    const priced = withPrices(tableOf(AGENTS, 1))
    const first = await runCli(SOLVE, options)
    // 2 proposers, 2 + 2 correctors, 2 refiners, 2 x 5 evaluations, 2 of the ranker.
    expect(first.stderr).toContain(
      'gloss: 1 run: at most 20 model turns, which may write 658,944 tokens (price unknown)',
    )
    expect(first.stderr).toContain('200,000 to 480,000 tokens (Table 3)')
    expect(first.stderr.indexOf('at most')).toBeLessThan(first.stderr.indexOf('== propose'))
    const second = await runCli(SOLVE, priced)
    expect(second.stderr).toContain('658,944 tokens (at most $0.66)')
    expect(second.stderr).toMatch(
      /By the mean of 1 measured run with .*: about [\d,]+ tokens in all, (?:about|less than) \$0\.\d\d\./,
    )
    // Another plan is another run.
    const other = await runCli([...SOLVE, '--max-tokens', '1000'], priced)
    expect(other.stderr).toContain('may write 20,000 tokens')
    expect(other.stderr).not.toContain('measured run')
  })

  test('is asked for before a set, and nothing is asked of a model without consent', async () => {
    const { options, server } = await prepared(SET_SCRIPTS)
    const set = 'solve --file questions.json --out results --proposers 2 --no-web --no-code'.split(' ')
    const refused = await refusalOf(set, options)
    expect(refused.error).toMatchObject({ code: 'CONSENT_NEEDED' })
    expect(refused.error.message).toContain('3 runs: at most 60 model turns')
    expect(server.requests).toEqual([])
    await answerOf([...set, '--yes'], options)
    // There is nothing left to agree to.
    await answerOf(set, options)
    const more = await refusalOf([...set, '--runs', '3'], options)
    expect(more.error.message).toMatch(/^6 runs: .* By the mean of 3 measured runs/)
  })
})

test('a run whose price table lost a model is refused, not continued as if it were free', async () => {
  const { gloss } = await openSolver({}, { settings: { ...PATIENT, GLOSS_PRICES: tableOf(AGENTS) } })
  const question = { id: 'q', text: HAPLOTYPES.question }
  const settings = { proposers: 2, searchesWeb: false }
  const record = await startRun(gloss, { question, settings, budget: { cost: 1 } })
  const prices = new Map([...gloss.prices].filter(([model]) => model !== 'refiner'))
  await expect(continueRun({ ...gloss, prices }, record, { signal: NEVER })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: expect.stringContaining('refiner (refiner)'),
  })
})
