/**
 * Runs one task with Gloss and with each peer, taking turns in the same run, and compares preparation, time and quality of the answers.
 * Ratios are of CPU time in the same round, so that other load on the machine affects both sides.
 */
import { z } from 'zod'
import { percentile } from '../../../../comparison/metrics.ts'
import type { Embedder } from '../../../../models/index.ts'
import { openPeer, type Peer, PeerFailure, type PeerProgram } from './peer-process.ts'

const Built = z.object({
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  /** Size on disk. */
  bytes: z.number().nullable(),
})
const Round = z.object({
  /** Wall time of each item. */
  wallMs: z.array(z.number()),
  /** CPU time of all items; null if the system does not report it. */
  cpuMs: z.number().nullable(),
  /** Result of each item. */
  found: z.array(z.unknown()),
  /** Part of the wall time spent on embedding, for which both sides use the embedder of Gloss. */
  embedMs: z.number().optional(),
})
export type Built = z.infer<typeof Built>
export type Round = z.infer<typeof Round>

/** An implementation of Gloss, run in this process. */
export interface OurSide {
  readonly name: string
  /** Absent if there is nothing to prepare. */
  build?(): Promise<Built> | Built
  round(): Promise<Round> | Round
}

export interface PeerSide extends PeerProgram {
  /** Names of the Gloss implementations to compare it with. */
  readonly against: readonly string[]
  /** Arguments of its commands; `build` is null if there is nothing to prepare. */
  readonly build: Readonly<Record<string, unknown>> | null
  readonly round: Readonly<Record<string, unknown>>
  /** Settings from the fastest to the most exact; the first whose answers are as good as those of `against[0]` is used. */
  readonly settings?: readonly number[]
}

export interface Task {
  readonly name: string
  /** Unit of work that times are given for: `question`, `page`. */
  readonly per: string
  /** Name of the quality measure, such as `nDCG@10`; null if answers are not judged. */
  readonly quality: string | null
  readonly ours: readonly OurSide[]
  readonly peers: readonly PeerSide[]
  /** Returns the quality of a round's answers, 0 to 1. */
  worth(found: readonly unknown[]): number
  /** Number of parts to divide the time of a round by; if absent, its number of items, and wall time is their median. */
  readonly parts?: number
}

/** Milliseconds per part; medians of the rounds. */
export interface Measured {
  readonly name: string
  readonly wallMs: number
  readonly cpuMs: number | null
  readonly worth: number | null
  readonly built: Built | null
}

/** CPU time of Gloss over that of the peer: below 1, Gloss is faster. */
export interface Ratio {
  readonly least: number
  readonly median: number
  readonly most: number
}

export interface Compared extends Measured {
  readonly version: string
  readonly setting?: number
  readonly against: readonly {
    readonly ours: string
    readonly cpuRatio: Ratio | null
    readonly wallRatio: Ratio
  }[]
}

export interface Comparison {
  readonly task: string
  readonly per: string
  readonly quality: string | null
  readonly ours: readonly Measured[]
  readonly peers: readonly Compared[]
  /** Names of the peers that are not installed. */
  readonly missing: readonly string[]
  readonly failed: readonly { readonly name: string; readonly reason: string }[]
}

interface Time {
  readonly wallMs: number
  readonly cpuMs: number | null
}

/** State of one side between rounds. */
interface Running {
  readonly name: string
  readonly built: Built | null
  readonly times: Time[]
  worth: number | null
}

interface OurRunning extends Running {
  readonly side: OurSide
}

interface PeerRunning extends Running {
  readonly side: PeerSide
  readonly peer: Peer
  readonly setting: number | undefined
}

export interface CompareOptions {
  readonly rounds: number
  readonly embedder: Pick<Embedder, 'dims' | 'embed'>
}

/** Runs the task. Throws the errors of Gloss; a peer that fails is listed with its reason, and the others continue. */
export async function compare(task: Task, { rounds, embedder }: CompareOptions): Promise<Comparison> {
  const missing: string[] = []
  const failed: { name: string; reason: string }[] = []
  const ours: OurRunning[] = []
  for (const side of task.ours) ours.push(await prepareOurs(side, task))
  let peers: PeerRunning[] = []
  const trying = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      failed.push({ name, reason: reasonOf(error) })
      return false
    }
  }
  for (const side of task.peers)
    await trying(side.name, async () => {
      const peer = await openPeer(side, embedder)
      if ('missing' in peer) missing.push(side.name)
      else peers.push(await preparePeer({ task, side, peer, wanted: wantedOf(side, ours) }))
    })
  for (let round = 0; round < rounds; round++) {
    const isLast = round === rounds - 1
    for (const one of ours) take(one, await one.side.round(), task, isLast)
    for (const one of peers)
      if (!(await trying(one.name, async () => take(one, await askRound(one), task, isLast)))) {
        peers = peers.filter((other) => other !== one)
        await one.peer.close()
      }
  }
  for (const { peer } of peers) await peer.close()
  return {
    task: task.name,
    per: task.per,
    quality: task.quality,
    ours: ours.map(measuredOf),
    peers: peers.map((one) => comparedOf(one, ours)),
    missing,
    failed,
  }
}

/** Returns the reason of a peer's failure. Throws any other error. */
function reasonOf(error: unknown): string {
  if (error instanceof PeerFailure) return error.message
  if (error instanceof z.ZodError) return `its answer has another form: ${z.prettifyError(error)}`
  throw error
}

/** Prepares a Gloss implementation with a first round, which warms it up and sets the quality that peers must reach. */
async function prepareOurs(side: OurSide, task: Task): Promise<OurRunning> {
  const built = (await side.build?.()) ?? null
  const { found } = await side.round()
  return { side, name: side.name, built, times: [], worth: task.quality === null ? null : task.worth(found) }
}

function wantedOf({ against: [first] }: PeerSide, ours: readonly Running[]): number {
  return ours.find(({ name }) => name === first)?.worth ?? 0
}

interface Preparing {
  readonly task: Task
  readonly side: PeerSide
  readonly peer: Peer
  readonly wanted: number
}

async function preparePeer({ task, side, peer, wanted }: Preparing): Promise<PeerRunning> {
  try {
    const built = side.build === null ? null : Built.parse(await peer.ask({ do: 'build', ...side.build }))
    let setting: number | undefined
    for (setting of side.settings ?? [undefined]) {
      const { found } = await askRound({ side, peer, setting })
      if (task.quality === null || task.worth(found) >= wanted) break
    }
    return { side, peer, setting, name: side.name, built, times: [], worth: null }
  } catch (error) {
    await peer.close()
    throw error
  }
}

async function askRound({
  side,
  peer,
  setting,
}: Pick<PeerRunning, 'side' | 'peer' | 'setting'>): Promise<Round> {
  const command = { do: 'round', ...side.round, ...(setting === undefined ? {} : { setting }) }
  return Round.parse(await peer.ask(command))
}

/** Records a round. Answers are the same in each round, so only those of the last are judged. */
function take(one: Running, round: Round, task: Task, isLast: boolean): void {
  one.times.push(timeOf(round, task))
  if (isLast && task.quality !== null) one.worth = task.worth(round.found)
}

function timeOf({ wallMs, cpuMs, embedMs = 0 }: Round, { parts }: Task): Time {
  const count = parts ?? wallMs.length
  const wall = parts === undefined ? percentile(wallMs, 0.5) : wallMs.reduce((sum, ms) => sum + ms, 0) / count
  return { wallMs: wall - embedMs / count, cpuMs: cpuMs === null ? null : cpuMs / count }
}

function measuredOf({ name, times, worth, built }: Running): Measured {
  const wall = times.map(({ wallMs }) => wallMs)
  const cpu = times.map(({ cpuMs }) => cpuMs)
  return {
    name,
    wallMs: percentile(wall, 0.5),
    cpuMs: isKnown(cpu) ? percentile(cpu, 0.5) : null,
    worth,
    built,
  }
}

function comparedOf(one: PeerRunning, ours: readonly Running[]): Compared {
  const { side, peer, setting, times } = one
  const against = ours
    .filter(({ name }) => side.against.includes(name))
    .map((our) => {
      const cpu = times.map(({ cpuMs }, round) => quotient(our.times[round]!.cpuMs, cpuMs))
      const wall = times.map(({ wallMs }, round) => our.times[round]!.wallMs / wallMs)
      return { ours: our.name, cpuRatio: isKnown(cpu) ? spread(cpu) : null, wallRatio: spread(wall) }
    })
  return { ...measuredOf(one), version: peer.version, ...(setting === undefined ? {} : { setting }), against }
}

function isKnown(values: readonly (number | null)[]): values is readonly number[] {
  return values.every((value) => value !== null)
}

function quotient(ours: number | null, theirs: number | null): number | null {
  return ours === null || theirs === null ? null : ours / theirs
}

function spread(values: readonly number[]): Ratio {
  return { least: Math.min(...values), median: percentile(values, 0.5), most: Math.max(...values) }
}
