/** A synthesis that is killed with -9 and started again gives the same result as an undisturbed one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roleModels, startScriptedSolver } from '../../../../../tests/fakes/scripted-solver.ts'
import { startCli } from '../../../../../tests/fixtures/run-cli.ts'
import { rememberAbilities } from '../../../../../tests/fixtures/solved-run.ts'
import { synthesisScripts } from '../../../../../tests/fixtures/synthesis-scripts.ts'
import { temporaryFolder } from '../../../../../tests/fixtures/temporary-folder.ts'
import { HAPLOTYPES } from '../../../../../tests/fixtures/worked-examples.ts'

const KILLED_AFTER = [1, 3, 8, 14]

test('whatever the moment, it ends with the same files and no answer is paid for twice but those in flight', async () => {
  await using server = await startScriptedSolver(synthesisScripts())
  const cwd = temporaryFolder()
  const env = { ...roleModels(server.url), GLOSS_LLM_RETRIES: '0' }
  rememberAbilities(join(cwd, '.gloss'), server.url)
  writeFileSync(join(cwd, 'units.csv'), HAPLOTYPES.units)
  expect((await startCli(['import', 'units.csv', '--format', 'csv'], { cwd, env }).run()).code).toBe(0)
  const start = (out: string) =>
    startCli(['synthesise', '--out', out, '--count', '3', '--attempts', '5', '--yes'], { cwd, env })
  const whole = await start('whole').run()
  expect(whole.code, whole.stderr).toBe(0)
  const calls = server.requests.length
  let kills = 0
  for (const after of KILLED_AFTER) {
    const cli = start('killed')
    while (server.requests.length < calls + after && cli.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5))
    if (cli.child.exitCode === null) kills++
    cli.child.kill('SIGKILL')
    await cli.run()
  }
  expect(kills).toBe(KILLED_AFTER.length)
  const resumed = await start('killed').run()
  expect(resumed.code, resumed.stderr).toBe(0)
  for (const name of ['questions.jsonl', 'phrases.jsonl'])
    expect(readFileSync(join(cwd, 'killed', name), 'utf8')).toBe(
      readFileSync(join(cwd, 'whole', name), 'utf8'),
    )
  // At a kill, at most the four phrase questions of an attempt are under way.
  expect(server.requests.length - 2 * calls).toBeLessThanOrEqual(4 * KILLED_AFTER.length)
})
