/** Tests files that are not papers: refused with the deciding figures, and kept if a person decides so. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'
import { CERTIFICATE, CHINESE, ENGLISH, RANDOM_LETTERS } from '../../fixtures/unusual-texts.ts'

interface Listed {
  readonly id: string
  readonly path: string
  readonly state: string
  readonly detail: string
  readonly units: number
}

const cwd = sharedFolder()
const folder = join(cwd, 'papers')
const gloss = <Answer = Record<string, unknown>>(...args: string[]) => answerOf<Answer>(args, { cwd })
const listed = async (name: string) => {
  const { papers } = await gloss<{ papers: Listed[] }>('papers')
  return papers.find(({ path }) => path.endsWith(name))!
}
let ingested: Record<string, unknown>

beforeAll(async () => {
  mkdirSync(folder)
  const texts = { certificate: CERTIFICATE, chinese: CHINESE, letters: RANDOM_LETTERS, paper: ENGLISH }
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, `${name}.txt`), text)
  ingested = await gloss('ingest', folder)
})

describe('gloss ingest', () => {
  it('refuses what is no text in a language of the topic, and counts it by reason', () => {
    expect(ingested).toMatchObject({ seen: 4, kept: 1, dropped: { not_prose: 1, unreadable: 2 }, failed: {} })
  })

  it('stores the figures that decided with the paper', async () => {
    const certificate = await listed('certificate.txt')
    expect(certificate).toMatchObject({ state: 'dropped:not_prose', units: 0 })
    expect((await listed('chinese.txt')).state).toBe('dropped:unreadable')
    const row = await gloss<{ prose: { inSentences: number }; explanation: string[] }>(
      'gate',
      '--explain',
      certificate.id,
    )
    expect(row.prose.inSentences).toBeLessThan(0.2)
    expect(row.explanation.join('\n')).toMatch(
      /its text is not prose[\s\S]*% of its \d+ words stand in sentences/,
    )
  })

  it('does so under every topic, but takes every language where no topic is set', async () => {
    const answer = await gloss('ingest', folder, '--corpus', 'all', '--topic', 'none')
    expect(answer).toMatchObject({ kept: 2, dropped: { not_prose: 1, unreadable: 1 } })
  })
})

describe('a person', () => {
  it('can keep such a paper, also through the next ingest', async () => {
    const { id } = await listed('certificate.txt')
    const { stdout, code } = await runCli(['gate', '--keep', id], { cwd })
    expect({ stdout, code }).toMatchObject({ stdout: expect.stringContaining('kept:'), code: 0 })
    expect(await gloss('ingest', folder)).toMatchObject({ kept: 2, unchanged: 4 })
    expect((await listed('certificate.txt')).state).toBe('kept')
  })
})
