/** `--monitor ./mine.js` and `--pattern ./mine.js`: user's modules in place of built-in parts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import type { Json } from '../../fixtures/service.ts'
import { sharedFolder, temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { WATTERSON } from '../../fixtures/worked-examples.ts'

const cwd = sharedFolder()
beforeAll(async () => {
  writeFileSync(join(cwd, 'units.csv'), WATTERSON.units)
  await answerOf(['import', 'units.csv', '--format', 'csv'], { cwd })
})

let modules = 0
/** Returns the options of a command and the path of a new module with this text, since Node loads a path only once. */
async function prepared(module: string) {
  const server = await startScriptedServer({ answers: WATTERSON.answers })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const mine = `./mine-${++modules}.mjs`
  writeFileSync(join(cwd, mine), module)
  return { options: { cwd, env: { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted' } }, mine }
}

const think = ({ options, mine }: Awaited<ReturnType<typeof prepared>>) =>
  answerOf<Json>(['think', WATTERSON.question, '--monitor', mine], options)

const monitor = (look: string) => `export const monitor = { name: 'mine', timeoutMs: 200, look: ${look} }`

test('a monitor of the user’s own decides when evidence is sought', async () => {
  const never = await think(await prepared(monitor('() => ({ isInDoubt: false })')))
  expect(never.watch).toMatchObject({ triggers: 0 })
  expect(never.watch.looks).toBeGreaterThan(0)
  expect(never.answer).toContain('is 200,000')
  const always = await think(
    await prepared(monitor('({ window }) => ({ isInDoubt: window.includes("Watterson") })')),
  )
  expect(always.watch.triggers).toBeGreaterThan(0)
  expect(always.answer).toContain('is 100,000')
})

test.each([
  { name: 'throws', look: '() => { throw new Error("out of order") }', says: 'out of order' },
  { name: 'hangs', look: '() => new Promise(() => undefined)', says: 'within 200 ms' },
])(
  'of a monitor that $name the looks fail, the text goes on, and the problem is named',
  async ({ look, says }) => {
    const { answer, watch } = await think(await prepared(monitor(look)))
    expect(answer).toContain('is 200,000')
    expect(watch.problems.join(' ')).toContain(says)
  },
)

test('a pattern of the user’s own answers, and its run is kept under its name', async () => {
  const { options, mine } = await prepared(
    `export const pattern = {
      name: 'mine', title: 'Mine', summary: 'Asks once.',
      roles: [{ name: 'writer', does: 'writes' }], most: { questions: 1, maxTokens: 500 },
      run: (question, runner) => runner.ask('answer/0', 'writer', [{ role: 'user', content: question }]),
    }`,
  )
  const solved = await answerOf<Json>(['solve', WATTERSON.question, '--pattern', mine], options)
  expect(solved).toMatchObject({
    status: 'done',
    pattern: 'mine',
    answer: expect.stringContaining('200,000'),
  })
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
