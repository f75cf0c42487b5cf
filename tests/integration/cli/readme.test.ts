/** The first steps of README.md print what it shows. `npm run readme` types them through npx; here they run in this process. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { differenceOf, readmeSteps } from '../../../scripts/dev/readme-steps.ts'
import { runCli, SAMPLE_PAPERS } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const steps = await readmeSteps()

/** `npx gloss retrieve "a question"` as arguments; `npx ingest` is `gloss ingest`. */
function argumentsOf(command: string): string[] {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const [npx, program, ...rest] = words
  if (npx !== 'npx' || (program !== 'gloss' && program !== 'ingest'))
    throw new Error(`README shows a first step that is no command of Gloss: ${command}`)
  return program === 'ingest' ? ['ingest', ...rest] : rest
}

it('the first steps of README.md print what it shows, after npm start has made its corpus', async () => {
  const cwd = temporaryFolder()
  cpSync(SAMPLE_PAPERS, join(cwd, 'papers'), { recursive: true })
  await putIngested(cwd, undefined, 'sample')
  const typed = steps.filter(({ command }) => !command.endsWith(' serve'))
  expect(typed.length).toBeGreaterThan(3)
  for (const { command, shown } of typed) {
    const { code, stdout } = await runCli(argumentsOf(command), { cwd, env: { npm_command: 'exec' } })
    expect({ command, code, difference: differenceOf(shown, stdout) }).toEqual({
      command,
      code: 0,
      difference: null,
    })
  }
})

it.each([
  { name: 'another number', shown: ['Kept 12 of 15.'], came: 'Kept 13 of 15.', isSame: false },
  { name: 'another time', shown: ['89 units in 2.5 s.'], came: '89 units in 12.1 s.', isSame: true },
  { name: 'a line too many', shown: ['one'], came: 'one\ntwo', isSame: false },
  {
    name: 'lines that are left out',
    shown: ['one', '…', 'four'],
    came: 'one\ntwo\nthree\nfour',
    isSame: true,
  },
  {
    name: 'words that are left out',
    shown: ['See … for more.'],
    came: 'See this page for more.',
    isSame: true,
  },
  { name: 'nothing shown', shown: [], came: 'one', isSame: false },
])('comparing tells $name', ({ shown, came, isSame }) => {
  expect(differenceOf(shown, came) === null).toBe(isSame)
})
