/** Tests how often a paper is opened and read in one run, whatever the run projects, shows or stores. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Gloss, type IngestRequest, ingestPaths } from '../../../app/index.ts'
import { type StartedServer, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { openedGloss } from '../../fixtures/opened-gloss.ts'
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

interface Read {
  readonly folder?: string
  readonly workspace?: string
  readonly server?: StartedServer
}

async function readsOf(
  request: Omit<IngestRequest, 'paths'>,
  { folder = writeFolder(), workspace = temporaryFolder(), server }: Read,
) {
  const env = server === undefined ? {} : { GLOSS_LLM_URL: server.url, GLOSS_LLM_MODEL: 'scripted-model' }
  const { gloss, reads } = counting(await openedGloss({ workspace }, env))
  const whole = { topic: 'none', workers: 2, ...request, paths: [folder] }
  const never = new AbortController().signal
  const result = await ingestPaths(gloss, whole, () => undefined, never)
  await gloss.close()
  return { reads, result, asked: server?.requests.length ?? 0 }
}

function scripted(): Promise<StartedServer> {
  return startScriptedServer({ answers: () => ({ text: ANSWER, finish: 'stop' }) })
}

const AGREEING = { summariser: 'llm', consent: async () => true } as const
const ALL = { seen: 6, kept: 5, copies: 1, failed: { bad_encoding: 1 } }

describe('an ingest reads each paper exactly once', () => {
  it.each<[string, Omit<IngestRequest, 'paths'>, result: object, asked: number]>([
    ['with extracted units', {}, {}, 0],
    ['with units by a model, whose cost is projected', AGREEING, { units: 5 }, 5],
    ['in a dry run', { dryRun: true }, {}, 0],
    [
      'in a dry run that projects the cost of a model',
      { summariser: 'llm', dryRun: true },
      { units: 0, projection: expect.stringContaining('5 papers') },
      0,
    ],
  ])('%s', async (_, request, result, asked) => {
    await using server = await scripted()
    const found: number[] = []
    const onFound = (papers: number) => void found.push(papers)
    const read = await readsOf({ ...request, onFound }, request.summariser === 'llm' ? { server } : {})
    expect(read).toMatchObject({ result: { ...ALL, ...result }, asked })
    expect(read.reads).toEqual(READ_ONCE)
    // The number of papers for a progress bar.
    expect(found).toEqual([7])
  })

  it('and nothing that is unchanged, about which no model is asked', async () => {
    await using server = await scripted()
    const run = { folder: writeFolder(), workspace: temporaryFolder(), server }
    const first = await readsOf(AGREEING, run)
    const consent = async () => {
      throw new Error('Asked for consent to nothing')
    }
    const second = await readsOf({ summariser: 'llm', consent }, run)
    expect(second.reads).toEqual({})
    expect(second.result).toMatchObject({ ...ALL, unchanged: 6, units: 5, window: null })
    expect(second.asked).toBe(first.asked)

    writeFileSync(join(run.folder, 'paper-0001.txt'), smallPaper(9))
    const third = await readsOf(AGREEING, run)
    expect(third.reads).toEqual({ 'paper-0001.txt': 1 })
    expect(third.asked).toBe(first.asked + 1)
  })
})
