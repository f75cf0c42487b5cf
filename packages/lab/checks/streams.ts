/**
 * Checks that no character is lost, doubled or moved between a model and a reader. Runs 10,000 seeded streams (argv[2]) from seed 0
 * (argv[3]) over HTTP: cut anywhere, broken, interrupted for code and injections, every tenth through the whole service. Exits with 1 if a
 * check fails. Several processes share the work.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { checkStreams, type StreamsReport } from './streams/streams.ts'

const DEFAULT_STREAMS = 10_000
const TOGETHER = 32
// A process keeps the requests it received; small shares limit its memory.
const MAX_STREAMS_PER_PROCESS = 1_000
const MAX_PROCESSES = 4
const MAX_SHOWN = 20

interface Share {
  readonly from: number
  readonly streams: number
}

if (process.send === undefined)
  await checkAll(Number(process.argv[2] ?? DEFAULT_STREAMS), Number(process.argv[3] ?? 0))
else process.once('message', (share: Share) => void checkShare(share))

async function checkAll(streams: number, from: number): Promise<void> {
  const startedMs = performance.now()
  const shares = sharesOf(streams, from)
  const reports: StreamsReport[] = []
  const work = async () => {
    for (let share = shares.shift(); share !== undefined; share = shares.shift())
      reports.push(await inChild(share))
  }
  const processes = Math.min(MAX_PROCESSES, availableParallelism())
  await Promise.all(Array.from({ length: processes }, work))
  tell(reports, (performance.now() - startedMs) / 1_000)
}

function sharesOf(streams: number, from: number): Share[] {
  const shares: Share[] = []
  for (let at = 0; at < streams; at += MAX_STREAMS_PER_PROCESS)
    shares.push({ from: from + at, streams: Math.min(MAX_STREAMS_PER_PROCESS, streams - at) })
  return shares
}

async function inChild(share: Share): Promise<StreamsReport> {
  const child = fork(import.meta.filename)
  child.send(share)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process for seeds from ${share.from} on ended with ${code}`)
  })
  const [report] = await Promise.race([once(child, 'message'), ended])
  child.kill()
  ended.catch(() => undefined)
  return report as StreamsReport
}

async function checkShare({ from, streams }: Share): Promise<void> {
  process.send?.(await checkStreams({ from, streams, together: TOGETHER }))
}

function tell(reports: readonly StreamsReport[], seconds: number): void {
  const sum = (part: 'streams' | 'calls' | 'breaks' | 'injections' | 'codeBlocks') =>
    reports.reduce((total, report) => total + report[part], 0)
  const problems = reports.flatMap((report) => report.problems)
  for (const problem of problems.slice(0, MAX_SHOWN)) console.log(`PROBLEM ${problem}`)
  if (problems.length > 0) console.log('One seed alone: npm run measure streams -- 1 SEED')
  console.log(
    `${sum('streams')} streams in ${sum('calls')} calls, ${sum('breaks')} broken off, with ${sum('injections')} injections and ` +
      `${sum('codeBlocks')} blocks of code, in ${seconds.toFixed(0)} s: ` +
      (problems.length === 0 ? 'every character once and in order.' : `${problems.length} problems.`),
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
