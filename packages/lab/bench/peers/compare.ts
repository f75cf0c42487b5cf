/**
 * One task done by us and by each peer, by turns in the same run: what each takes to prepare, its time, what its answers are worth. Ratios
 * are of CPU time round by round, so that what else the machine does falls on both.
 */
import { z } from 'zod'
import { percentile } from '../../../../comparison/metrics.ts'
import type { Embedder } from '../../../../models/index.ts'
import { openPeer, type Peer, PeerFailure, type PeerProgram } from './peer-process.ts'

const Built = z.object({
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  /** On disk. */
  bytes: z.number().nullable(),
})
const Round = z.object({
  /** Of each item. */
  wallMs: z.array(z.number()),
  /** Of all items; null where the system does not tell. */
  cpuMs: z.number().nullable(),
  /** What came of each item. */
  found: z.array(z.unknown()),
  /** Part of the wall times that went into embedding, which is ours on both sides. */
  embedMs: z.number().optional(),
})
export type Built = z.infer<typeof Built>
export type Round = z.infer<typeof Round>

/** One of ours, in this process. */
export interface OurSide {
  readonly name: string
  /** Absent where there is nothing to prepare. */
  build?(): Promise<Built> | Built
  round(): Promise<Round> | Round
}

export interface PeerSide extends PeerProgram {
  /** Names of ours that it is compared with. */
  readonly against: readonly string[]
  /** Arguments of its commands; `build: null` where there is nothing to prepare. */
  readonly build: Readonly<Record<string, unknown>> | null
  readonly round: Readonly<Record<string, unknown>>
  /** From the fastest to the most exact; the first is taken whose answers are worth as much as those of `against[0]`. */
  readonly settings?: readonly number[]
}

export interface Task {
  readonly name: string
  /** What time is given for: `question`, `page`. */
  readonly per: string
  /** What the answers are worth, by name: `nDCG@10`; null where they are not judged. */
  readonly quality: string | null
  readonly ours: readonly OurSide[]
  readonly peers: readonly PeerSide[]
  /** What a round's answers are worth, 0 to 1. */
  worth(found: readonly unknown[]): number
  /** Into how many parts the time of a round is divided; its items where it is absent, and wall time is then their median. */
  readonly parts?: number
}

/** In ms for one part; medians of the rounds. */
export interface Measured {
  readonly name: string
  readonly wallMs: number
  readonly cpuMs: number | null
  readonly worth: number | null
  readonly built: Built | null
}

/** Ours over theirs: below 1 we are faster. */
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
  /** Peers that are not installed. */
  readonly missing: readonly string[]
  readonly failed: readonly { readonly name: string; readonly reason: string }[]
}

interface Time {
  readonly wallMs: number
  readonly cpuMs: number | null
}

/** One side on its way through the rounds. */
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

/** Throws what our side throws; a peer that fails is named with its reason, and the others go on. */
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

/** Throws what is no fault of a peer. */
function reasonOf(error: unknown): string {
  if (error instanceof PeerFailure) return error.message
  if (error instanceof z.ZodError) return `its answer has another form: ${z.prettifyError(error)}`
  throw error
}

/** With a first round, which warms up and says what the answers of peers must be worth. */
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

/** Answers are the same in each round: those of the last one are judged. */
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
