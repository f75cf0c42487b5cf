/** `--monitor ./mine.js` and `--pattern ./mine.js`: user's modules in place of built-in parts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { runCli } from '../../fixtures/run-cli.ts'
import type { Json } from '../../fixtures/service.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { WATTERSON } from '../../fixtures/worked-examples.ts'

const { json, write } = cliFolder()
beforeAll(async () => {
  write('units.csv', WATTERSON.units)
  await json('import units.csv --format csv')
})

let modules = 0
/** Runs a command with a new module of this text, since Node loads a path only once, and returns its answer. */
async function answerWith(module: string, argsWith: (path: string) => readonly string[]): Promise<Json> {
  await using server = await startScriptedServer({ answers: WATTERSON.answers })
  const name = `mine-${++modules}.mjs`
  write(name, module)
  return await json(argsWith(`./${name}`), { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted' })
}

const think = (look: string) =>
  answerWith(monitor(look), (path) => ['think', WATTERSON.question, '--monitor', path])

const monitor = (look: string) => `export const monitor = { name: 'mine', timeoutMs: 200, look: ${look} }`

test('a monitor of the user decides when evidence is sought', async () => {
  const never = await think('() => ({ isInDoubt: false })')
  expect([never.watch.triggers, never.watch.looks > 0]).toEqual([0, true])
  expect(never.answer).toContain('is 200,000')
  const always = await think('({ window }) => ({ isInDoubt: window.includes("Watterson") })')
  expect(always.watch.triggers).toBeGreaterThan(0)
  expect(always.answer).toContain('is 100,000')
})

test.each([
  { name: 'throws', look: '() => { throw new Error("out of order") }', says: 'out of order' },
  { name: 'hangs', look: '() => new Promise(() => undefined)', says: 'within 200 ms' },
])(
  'the looks of a monitor that $name fail; the text continues, and the problem is named',
  async ({ look, says }) => {
    const { answer, watch } = await think(look)
    expect(answer).toContain('is 200,000')
    expect(watch.problems.join(' ')).toContain(says)
  },
)

const PATTERN = `export const pattern = {
  name: 'mine', title: 'Mine', summary: 'Asks once.',
  roles: [{ name: 'writer', does: 'writes' }], most: { questions: 1, maxTokens: 500 },
  run: (question, runner) => runner.ask('answer/0', 'writer', [{ role: 'user', content: question }]),
}`

test('a pattern of the user answers, and its run is stored under its name', async () => {
  const run = await answerWith(PATTERN, (path) => ['solve', WATTERSON.question, '--pattern', path])
  const answer = expect.stringContaining('200,000')
  expect(run).toMatchObject({ status: 'done', pattern: 'mine', answer })
})

test.each([
  { option: '--monitor', place: './absent.mjs', says: 'There is no module' },
  { option: '--monitor', place: './mine.mjs', says: 'does not export `monitor`' },
  { option: '--pattern', place: './mine.mjs', says: 'does not export `pattern`' },
  { option: '--monitor', place: 'http://127.0.0.1:1', says: 'only a backend may be a server' },
])('$option $place is refused before a model is asked: $says', async ({ option, place, says }) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'mine.mjs'), 'export const other = 1')
  const options = { cwd: folder, env: { GLOSS_LLM_URL: 'http://127.0.0.1:1', GLOSS_LLM_MODEL: 'none' } }
  const command = option === '--monitor' ? 'think' : 'solve'
  const { code, stderr } = await runCli([command, 'why?', option, place], options)
  expect([code, stderr]).toEqual([1, expect.stringContaining(says)])
  expect(stderr).toContain('[PLUGIN_INVALID]')
})
