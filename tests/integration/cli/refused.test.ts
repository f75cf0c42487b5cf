/** Tests files that are not papers: refused with the deciding figures, and kept if a person decides so. */
import { beforeAll, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import type { Json } from '../../fixtures/service.ts'
import { CERTIFICATE, CHINESE, ENGLISH, RANDOM_LETTERS } from '../../fixtures/unusual-texts.ts'

const { json, run, write } = cliFolder()
const listed = async (name: string) =>
  (await json('papers --corpus main')).papers.find(({ path }: Json) => path.endsWith(name))

beforeAll(() => {
  const texts = { certificate: CERTIFICATE, chinese: CHINESE, letters: RANDOM_LETTERS, paper: ENGLISH }
  for (const [name, text] of Object.entries(texts)) write(`papers/${name}.txt`, text)
})

it('a text that is no prose in a language of the topic is refused, and counted by reason', async () => {
  const dropped = { not_prose: 1, unreadable: 2 }
  expect(await json('ingest papers')).toMatchObject({ seen: 4, kept: 1, dropped, failed: {} })
  expect((await listed('chinese.txt')).state).toBe('dropped:unreadable')
  // Without a topic every language is accepted.
  const answer = await json('ingest papers --corpus all --topic none')
  expect(answer).toMatchObject({ kept: 2, dropped: { not_prose: 1, unreadable: 1 } })
})

it('the figures that decided are stored with the paper', async () => {
  const { id, state, units } = await listed('certificate.txt')
  expect([state, units]).toEqual(['dropped:not_prose', 0])
  const { prose, explanation } = await json(`gate --explain ${id} --corpus main`)
  expect(prose.inSentences).toBeLessThan(0.2)
  expect(explanation.join('\n')).toMatch(/its text is not prose[\s\S]*% of its \d+ words stand in sentences/)
})

it('a person can keep such a paper, also through the next ingest', async () => {
  const { id } = await listed('certificate.txt')
  const { stdout, code } = await run(`gate --keep ${id} --corpus main`)
  expect([code, stdout]).toEqual([0, expect.stringContaining('kept:')])
  expect(await json('ingest papers --corpus main')).toMatchObject({ kept: 2, unchanged: 4 })
  expect((await listed('certificate.txt')).state).toBe('kept')
})
