import { describe, expect, test } from 'vitest'
import { loadConfig, openGloss } from '../../../app/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const CASES: {
  readonly name: string
  readonly corpora: readonly string[]
  readonly read: string
  readonly write: string
}[] = [
  { name: 'an empty workspace', corpora: [], read: 'main', write: 'main' },
  { name: 'one corpus', corpora: ['thesis'], read: 'thesis', write: 'thesis' },
  { name: 'main among several', corpora: ['main', 'thesis'], read: 'main', write: 'main' },
  { name: 'several without main', corpora: ['a', 'b'], read: 'main', write: 'main' },
  { name: 'the sample papers alone', corpora: ['sample'], read: 'sample', write: 'main' },
  {
    name: 'the demonstration beside one',
    corpora: ['demonstration', 'thesis'],
    read: 'thesis',
    write: 'thesis',
  },
  {
    name: 'a subset for ablations beside its corpus',
    corpora: ['thesis', 'thesis_12-5-percent'],
    read: 'thesis',
    write: 'thesis',
  },
]

describe('The corpus that is meant where none is named', () => {
  test.each(CASES)('$name', async ({ corpora, read, write }) => {
    const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }, {}))
    for (const name of corpora) await (await gloss.workspace.createCorpus(name)).close()
    expect(await gloss.defaultCorpus('read')).toBe(read)
    expect(await gloss.defaultCorpus('write')).toBe(write)
    await gloss.close()
  })
})
