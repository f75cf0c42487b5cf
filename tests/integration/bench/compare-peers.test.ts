/** Peers of the benchmark: what is missing or fails is named, and the others are measured. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Comparison, compare, type PeerSide, type Task } from '../../../bench/peers/compare.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'fixtures', 'scripted-peer.ts')
const embedder = {
  dims: 2,
  embed: (texts: readonly string[]) =>
    Promise.resolve(texts.map((text) => new Float32Array([text.length, 1]))),
}

function scripted(behaviour: string, more: Partial<PeerSide> = {}): PeerSide {
  return {
    name: behaviour,
    command: process.execPath,
    args: [SCRIPT, behaviour],
    against: ['ours'],
    build: null,
    round: {},
    ...more,
  }
}

function compareWith(peers: readonly PeerSide[], worth: Task['worth'] = () => 0.5): Promise<Comparison> {
  const task: Task = {
    name: 'a task',
    per: 'question',
    quality: 'recall',
    ours: [{ name: 'ours', round: () => ({ wallMs: [1, 2, 3], cpuMs: 6, found: ['ours'] }) }],
    peers,
    worth,
  }
  return compare(task, { rounds: 2, embedder })
}

it('gives the version, the times, the worth and what preparing took, and how many times as long ours takes', async () => {
  const { peers } = await compareWith([scripted('answers', { build: {} })])
  const twice = { least: 0.5, median: 0.5, most: 0.5 }
  expect(peers).toEqual([
    {
      name: 'answers',
      version: '1.2.3',
      wallMs: 4,
      cpuMs: 4,
      worth: 0.5,
      built: { wallSeconds: 1, cpuSeconds: 0.5, bytes: 1000 },
      against: [{ ours: 'ours', cpuRatio: twice, wallRatio: twice }],
    },
  ])
})

it('takes the first setting with which a peer is as good as ours', async () => {
  const worth = (found: readonly unknown[]) => (found[0] === 'ours' ? 0.8 : Number(found[0]) / 100)
  const { peers } = await compareWith([scripted('answers', { settings: [50, 70, 90, 95] })], worth)
  expect(peers.map(({ setting, worth: is }) => [setting, is])).toEqual([[90, 0.9]])
})

it('gives a peer the vectors that it asks for', async () => {
  const seen: unknown[] = []
  await compareWith([scripted('asks for vectors')], (found) => {
    seen.push(found[0])
    return 1
  })
  expect(seen.at(-1)).toEqual([3, 1, 3, 1, 2])
})

it('leaves out what is not installed, and names it', async () => {
  const nowhere = scripted('no program', { command: join(import.meta.dirname, 'no-such-python') })
  const { missing, failed, peers, ours } = await compareWith([nowhere, scripted('missing')])
  expect({ missing, failed, peers }).toEqual({ missing: ['no program', 'missing'], failed: [], peers: [] })
  expect(ours[0]?.wallMs).toBe(2)
})

it('names a peer that fails with the reason, and measures the others', async () => {
  const faults = ['ends at once', 'prints', 'reports an error', 'another form']
  const { failed, peers } = await compareWith([
    ...faults.map((fault) => scripted(fault)),
    scripted('answers'),
  ])
  expect(peers.map(({ name }) => name)).toEqual(['answers'])
  const reasons = Object.fromEntries(failed.map(({ name, reason }) => [name, reason]))
  expect(reasons['ends at once']).toBe('it ended (exit status 3): no memory left')
  expect(reasons['prints']).toBe('it said what is no message: Loading...')
  expect(reasons['reports an error']).toBe('ValueError: too small')
  expect(reasons['another form']).toContain('its answer has another form')
})

it('does not take a fault of ours for one of a peer', async () => {
  const worth = () => {
    throw new RangeError('ours')
  }
  await expect(compareWith([scripted('answers')], worth)).rejects.toThrow('ours')
})
