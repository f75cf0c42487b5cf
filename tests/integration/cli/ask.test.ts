/** `gloss ask` as a person and as a program get it. */
import { beforeAll, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { putIngested } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const QUESTION = 'Which IC50 did the methanolic bark extract show?'
const cwd = sharedFolder()

beforeAll(() => putIngested(cwd))

it('gloss ask prints the best statements with their sources, and says that no model wrote them', async () => {
  const { code, stdout } = await runCli(['ask', QUESTION], { cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/18\.4 µg\/mL[\s\S]*No model was used[\s\S]*\[1\] Cytotoxic triterpenes .* p\. 1/)
})

it('gloss ask --json prints one object', async () => {
  const answer = await answerOf<{ answerable: boolean; by: string }>(['ask', QUESTION], { cwd })
  expect(answer).toMatchObject({ question: QUESTION, corpus: 'main', answerable: true, by: 'units' })
})

it('gloss ask says where it doubts that the papers answer', async () => {
  const { stdout } = await runCli(['ask', 'Which IC50 did the bark extract show against HeLa cells?'], {
    cwd,
  })
  expect(stdout).toMatch(/Doubtful: no place found[\s\S]*may be about something else/)
})

it('gloss ask says that the papers do not say, and shows the nearest places as such', async () => {
  const { stdout } = await runCli(['ask', 'Who won the football world cup in 1954?'], { cwd })
  expect(stdout).toMatch(
    /^Your papers do not say\.\n\nThe nearest places, which the answer does not cite:\n\[1\] /,
  )
})
