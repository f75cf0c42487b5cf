/** `gloss think` with scripted models: the worked examples of Figures 2 and 4, as a person and as a program gets them. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import type { Json } from '../../fixtures/service.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'
import { HAPLOTYPES, WATTERSON, type WorkedExample } from '../../fixtures/worked-examples.ts'

const root = sharedFolder()

const folders = new Map<WorkedExample, Promise<string>>()

/** A folder with the units of an example, imported once for all tests: a turn changes nothing in it. */
function folderOf(example: WorkedExample): Promise<string> {
  const folder = folders.get(example) ?? imported(example)
  folders.set(example, folder)
  return folder
}

async function imported({ units }: WorkedExample): Promise<string> {
  const cwd = mkdtempSync(join(root, 'example-'))
  writeFileSync(join(cwd, 'units.csv'), units)
  await answerOf(['import', 'units.csv', '--format', 'csv'], { cwd })
  return cwd
}

async function prepared(example: WorkedExample) {
  const server = await startScriptedServer({ answers: example.answers })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const env = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted' }
  const cli = cliFolder(await folderOf(example))
  return {
    ...cli,
    think: (...args: string[]) => cli.json(['think', ...args], env),
    shown: (...args: string[]) => cli.run(['think', ...args], env),
  }
}

describe('Figure 2: the Watterson estimator', () => {
  test('doubt leads to a query and to the unit in the stream; the answer is 100,000, with no token for helpers', async () => {
    const { think } = await prepared(WATTERSON)
    const { answer, trace, ledger, finish, watch } = await think(WATTERSON.question)
    expect(answer).toMatch(/is 100,000\.$/)
    expect(answer).not.toContain('200,000')
    const injection = trace.find(({ kind }: Json) => kind === 'injection')
    expect(injection.queries.join(' ').toLowerCase()).toContain('watterson')
    expect(answer.slice(...injection.span)).toBe(injection.text)
    expect(injection.text).toContain('theta = 4 * N_e * mu')
    const own = answer.length - injection.text.length
    expect(watch).toMatchObject({
      characters: own,
      triggers: 1,
      injections: 1,
      rates: { triggersPer10k: 10_000 / own },
    })
    expect(finish).toBe('stop')
    expect(Object.keys(ledger)).toEqual(['proposer'])
    expect(ledger.proposer.calls).toBe(2)
  })

  test('the same with the published helpers, each in the ledger', async () => {
    const { think } = await prepared(WATTERSON)
    const { answer, ledger } = await think(WATTERSON.question, '--monitor', 'published')
    expect(answer).toMatch(/is 100,000\.$/)
    expect(Object.keys(ledger).sort()).toEqual(['injector', 'monitor', 'proposer', 'querier', 'sifter'])
  })

  test('a person sees the injected text apart, its source, and the ledger', async () => {
    const { shown } = await prepared(WATTERSON)
    const { stdout, stderr, code } = await shown(WATTERSON.question, '--show')
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('gloss:')])
    expect(stdout).toMatch(/\n {2}│ Wait a minute, by searching/)
    expect(stdout).toMatch(/\n {2}│ ↳ from the corpus, for "/)
    expect(stdout).toMatch(/\n {2}│ \[1\] /)
    expect(stdout).toMatch(/\nrole +calls +prompt tokens/)
    expect(stdout).toMatch(/\nproposer +2 +/)
    expect(stdout).toMatch(
      /; per 10,000: \d+\.\d\d triggers, \d+\.\d\d injections of ~\d+ tokens, ~\d+ extra tokens\n/,
    )
  })
})

/** Two names that six units each hold, never together, and one sentence with a number. */
const APART = ['Lupeol', 'Sertraline'].flatMap((name) =>
  ['rats', 'mice', 'dogs', 'cats', 'pigs', 'cows'].map(
    (host) => `${name} was given to ${host} in that trial.`,
  ),
)
const HALF_LIFE = 'The half-life of the product was 41 hours in the plasma of adult volunteers.'
const CERTAIN =
  `${'The trials of this family are old, and each of them had one compound and one host alone. '.repeat(3)}Lupeol potentiates ` +
  `Sertraline in the liver. ${HALF_LIFE.replace('41', '14')} `

describe('an answer without a word of doubt', () => {
  const example: WorkedExample = {
    ...WATTERSON,
    units: `name,year,locator,topic,quote\n${APART.map((quote, at) => `P${at},N/A,N/A,Drugs,"${quote}"`).join(
      '\n',
    )}`,
    answers: ({ body }) => {
      const last = body.messages?.at(-1)
      const written = last?.role === 'assistant' ? last.content : ''
      if (written.includes('searching')) return { text: ' That is all.' }
      const text = `${CERTAIN}${'Nothing else is known of them, and no further trial was begun since. '.repeat(6)}`
      return { text: text.startsWith(written) ? text.slice(written.length) : text, paceMs: 2 }
    },
  }
  test.each([
    { monitor: 'lexical', triggers: 0 },
    { monitor: 'unseen', triggers: 1 },
    { monitor: 'lexical+unseen', triggers: 1 },
  ])(
    'joins two names that no unit joins: $monitor triggers $triggers times',
    async ({ monitor, triggers }) => {
      const { think } = await prepared(example)
      const { trace, watch } = await think('What of the trials?', '--monitor', monitor, '--floor', 'none')
      expect(watch).toMatchObject({ triggers, injections: triggers, problems: [] })
      const queries = trace.flatMap((event: Json) => event.queries ?? []).join(' ')
      if (triggers > 0) expect(queries).toMatch(/lupeol.*sertraline/i)
    },
  )

  test('is checked at its end for what the corpus contradicts and what it never says', async () => {
    const { think, shown, write, json } = await prepared({ ...example })
    const args = ['What of the trials?', '--monitor', 'off', '--check']
    const paper = `# Trials of two compounds\n\n${HALF_LIFE} Nothing more was asked of them, and all of them went home.\n`
    write('paper.md', paper)
    await json('ingest paper.md --topic none')
    const { marked } = await think(...args)
    expect(marked).toMatchObject([
      {
        mark: 'unseen',
        names: ['lupeol', 'sertraline'],
        text: 'Lupeol potentiates Sertraline in the liver.',
      },
      { mark: 'contradicted', changes: [{ paper: '41', answer: '14' }] },
    ])
    const { stdout } = await shown(...args)
    expect(stdout).toContain('No statement of the corpus has both lupeol and sertraline.')
    expect(stdout).toMatch(/The paper says "41", not "14": »The half-life of the product was 41 hours/)
  })
})

describe('Figure 4: haplotypes', () => {
  test('two facts are injected, code counts, and the answer is 30', async () => {
    const { think } = await prepared(HAPLOTYPES)
    const { answer, trace } = await think(HAPLOTYPES.question, '--code')
    const injection = trace.find(({ kind }: Json) => kind === 'injection')
    const code = trace.find(({ kind }: Json) => kind === 'code')
    expect(injection.text).toContain('switches once')
    expect(injection.text).toContain('both chromosomes')
    expect(code.result).toContain("'output': '8 30\\n'")
    expect(answer).toMatch(/<answer>\\boxed\{30\}<\/answer>$/)
    expect(answer).not.toContain('I expect 32')
  })

  test('without a monitor it guesses 32', async () => {
    const { think } = await prepared(HAPLOTYPES)
    const { answer } = await think(HAPLOTYPES.question, '--monitor', 'off')
    expect(answer).toContain('\\boxed{32}')
  })
})

const BREAK = { kind: 'hang-up', afterFrames: 2 } as const

describe('a turn without an answer', () => {
  test.each([
    { name: 'an empty answer', script: { text: '' }, code: 0, calls: 1 },
    { name: 'a refusal', script: { fault: { kind: 'status', status: 400 } }, code: 1, calls: 1 },
    { name: 'an answer that breaks off', script: { text: 'So it is.', fault: BREAK }, code: 1, calls: 5 },
  ] as const)('reports only what it cost: $name', async ({ script, code, calls }) => {
    const server = await startScriptedServer({ answers: () => script })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const model = { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'm', GLOSS_LLM_RETRIES: '0' }
    const env = { ...model, GLOSS_CONTINUATION: 'prefix' }
    const ran = await runCli(['think', 'What is theta?', '--json'], { cwd: await folderOf(WATTERSON), env })
    const said = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '')
    expect(ran.code).toBe(code)
    expect(said.ledger?.proposer ?? said.error.facts).toMatchObject({ calls })
    if (code === 1) expect(ran.stderr).toMatch(new RegExp(`\\nproposer +${calls} \\(${calls} failure`))
    // Opening the names and the index beside it, which its end interrupts, is no failure of theirs.
    expect(ran.stderr).not.toContain('was closed while it was read')
  })
})

describe('what never worked', () => {
  test('is reported at the end, also with an answer (E17)', async () => {
    const { think, shown } = await prepared(WATTERSON)
    const words = [WATTERSON.question, '--monitor', 'logprob']
    const { code, stderr, stdout } = await shown(...words)
    expect(code).toBe(0)
    expect(stdout).toContain('is 200,000')
    expect(stderr).toMatch(/gloss: The monitor could not judge any of \d+ looks?: .*\[LOGPROBS_MISSING\]/)
    const { watch } = await think(...words)
    expect(watch).toMatchObject({ looks: 0, problems: [expect.stringContaining('LOGPROBS_MISSING')] })
  })
})
