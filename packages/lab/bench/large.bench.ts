/**
 * Measures the cost of a question in a large corpus on one PostgreSQL server, by backend, with one client: processor time of all processes
 * (including the database), wall time, the first answer of a new server, and its resident memory. The texts are the passages of five sets,
 * followed by passages made of sentences from neighbouring ones, so that names still occur together.
 * Run: TEST_POSTGRES=postgres://… npm run measure large -- [--units 200000] [--backends words,hybrid,walk] [--seconds 20]   (an empty
 * database)
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomIndex, seededRandom } from '../../../core/index.ts'
import { circumstances } from '../lib/circumstances.ts'
import {
  address,
  askFor,
  printRows,
  readSet,
  startGloss,
  waitForEnd,
  withServers,
} from './postgres-processes.ts'

const SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train', '2wiki-half']
const SENTENCES_A_PASSAGE = 4
const NEIGHBOURS = 10
const { values: options } = parseArgs({
  options: {
    units: { type: 'string', default: '200000' },
    backends: { type: 'string', default: 'words,hybrid,walk' },
    seconds: { type: 'string', default: '20' },
  },
})

/** Writes this many passages as a BEIR folder. */
async function writePassages(folder: string, count: number): Promise<void> {
  const real = (await Promise.all(SETS.map((set) => readSet(set, 'corpus.jsonl')))).flat()
  const sentences = real.map(({ text }) => text.split(/(?<=[.?!])\s+/))
  const random = seededRandom(7)
  const below = (end: number) => randomIndex(random, end)
  const file = createWriteStream(join(folder, 'corpus.jsonl'))
  for (let at = 0; at < count; at++) {
    const near = below(real.length)
    const pick = () => {
      const some = sentences[(near + below(NEIGHBOURS)) % real.length]!
      return some[below(some.length)]!
    }
    const { title = '', text } = real[at] ?? {
      title: real[near]!.title,
      text: Array.from({ length: SENTENCES_A_PASSAGE }, pick).join(' '),
    }
    if (!file.write(`${JSON.stringify({ _id: `p${at}`, title, text })}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

async function secondsOf(work: Promise<void>): Promise<number> {
  const started = performance.now()
  await work
  return (performance.now() - started) / 1_000
}

async function measure(): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-large-'))
  const folder = temporary.path
  await writePassages(folder, Number(options.units))
  const importSeconds = await secondsOf(waitForEnd(startGloss(folder, 'import', folder, '--format', 'beir')))
  const namesSeconds = await secondsOf(waitForEnd(startGloss(folder, 'graph', 'build')))
  console.log(circumstances(), { units: Number(options.units), importSeconds, namesSeconds })
  const rows: Record<string, string | number>[] = []
  for (const backend of options.backends.split(',')) {
    // Each backend gets a new server, so that its first answer and its memory are not affected by the others.
    const asked = await withServers(1, folder, (origins, children) =>
      askFor(Number(options.seconds), 1, backend, origins, children),
    )
    rows.push({ backend, ...asked })
  }
  printRows(rows)
}

if (address === '') console.log('skipped: TEST_POSTGRES names no server')
else await measure()
