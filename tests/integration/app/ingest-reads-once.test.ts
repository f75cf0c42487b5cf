/** Tests how often a paper is opened and read in one run, whatever the run projects, shows or stores. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Gloss, type IngestRequest, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { type StartedServer, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { smallPaper, writeSmallPapers } from '../../fixtures/small-papers.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const QUOTE = 'Compound 1 binds its kinase.'
const ANSWER = `name,year,locator,topic,quote\nSYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,"${QUOTE}"\n`
/** Three text files and a copy of one, a file that is not text, and two records of a list. */
const READ_ONCE = {
  'bytes.txt': 1,
  'paper-0000.txt': 1,
  'paper-0001.txt': 1,
  'paper-0002.txt': 1,
  'records.jsonl#1': 1,
  'records.jsonl#2': 1,
}

function writeFolder(): string {
  const folder = temporaryFolder()
  writeSmallPapers(folder, 3)
  copyFileSync(join(folder, 'paper-0002.txt'), join(folder, 'paper-0003.txt'))
  writeFileSync(join(folder, 'bytes.txt'), Buffer.from([0, 255, 254, 0, 129]))
  const record = (number: number) => `{"id":"r${number}","title":"Title ${number}","abstract":"It is so."}\n`
  writeFileSync(join(folder, 'records.jsonl'), record(1) + record(2))
  return folder
}

/** Returns the same Gloss with a counting reader. */
function counting(gloss: Gloss): { readonly gloss: Gloss; readonly reads: Record<string, number> } {
  const reads: Record<string, number> = {}
  const openReader: Gloss['openReader'] = async (...settings) => {
    const reader = await gloss.openReader(...settings)
    return {
      ...reader,
      read(source, bytes, signal) {
        const name = basename(source.path)
        reads[name] = (reads[name] ?? 0) + 1
        return reader.read(source, bytes, signal)
      },
    }
  }
  return { gloss: { ...gloss, openReader }, reads }
}

async function readsOf(
  request: Omit<IngestRequest, 'paths'>,
  server: StartedServer | null = null,
  folder = writeFolder(),
  workspace = temporaryFolder(),
) {
  const env = server === null ? {} : { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
  const opened = await openGloss(loadConfig({ workspace }, env))
  const { gloss, reads } = counting(opened)
  try {
    const never = new AbortController().signal
    const whole = { topic: 'none', workers: 2, ...request, paths: [folder] }
    const result = await ingestPaths(gloss, whole, () => undefined, never).catch((error: unknown) => error)
    return { reads, result, asked: server?.requests.length ?? 0 }
  } finally {
    await opened.close()
  }
}

function scripted(): Promise<StartedServer> {
  return startScriptedServer({ answers: () => ({ text: ANSWER, finish: 'stop' }) })
}

const agreeing = { summariser: 'llm', consent: async () => true } as const
const ALL = { seen: 6, kept: 5, copies: 1, failed: { bad_encoding: 1 } }

describe('an ingest reads each paper exactly once', () => {
  it('with extracted units', async () => {
    const { reads, result } = await readsOf({})
    expect(reads).toEqual(READ_ONCE)
    expect(result).toMatchObject(ALL)
  })

  it('with units by a model and their projected cost', async () => {
    await using server = await scripted()
    const { reads, result, asked } = await readsOf(agreeing, server)
    expect(reads).toEqual(READ_ONCE)
    expect(result).toMatchObject({ ...ALL, units: 5 })
    expect(asked).toBe(5)
  })

  it('and nothing of what is unchanged, nor asks about it, with units by a model', async () => {
    await using server = await scripted()
    const [folder, workspace] = [writeFolder(), temporaryFolder()]
    const first = await readsOf(agreeing, server, folder, workspace)
    const consent = async () => {
      throw new Error('Asked for consent to nothing')
    }
    const second = await readsOf({ summariser: 'llm', consent }, server, folder, workspace)
    expect(second.reads).toEqual({})
    expect(second.result).toMatchObject({ ...ALL, unchanged: 6, units: 5, window: null })
    expect(second.asked).toBe(first.asked)

    writeFileSync(join(folder, 'paper-0001.txt'), smallPaper(9))
    const third = await readsOf(agreeing, server, folder, workspace)
    expect(third.reads).toEqual({ 'paper-0001.txt': 1 })
    expect(third.asked).toBe(first.asked + 1)
  })

  it('in a dry run', async () => {
    const { reads, result } = await readsOf({ dryRun: true })
    expect(reads).toEqual(READ_ONCE)
    expect(result).toMatchObject(ALL)
  })

  it('in a dry run that projects the cost of a model', async () => {
    await using server = await scripted()
    const { reads, result, asked } = await readsOf({ summariser: 'llm', dryRun: true }, server)
    expect(reads).toEqual(READ_ONCE)
    expect(result).toMatchObject({ ...ALL, units: 0, projection: expect.stringContaining('5 papers') })
    expect(asked).toBe(0)
  })

  it('with the number of papers for a progress bar', async () => {
    await using server = await scripted()
    const found: number[] = []
    const { reads } = await readsOf({ ...agreeing, onFound: (papers) => found.push(papers) }, server)
    expect(reads).toEqual(READ_ONCE)
    expect(found).toEqual([7])
  })
})
