/** Tests clients that disconnect at any moment: the model server is freed, nothing waits any more, and no error is thrown unseen. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../core/index.ts'
import { type Chance, chanceOf } from '../../../packages/lab/checks/streams/stream-case.ts'
import { openStreamLab } from '../../../packages/lab/checks/streams/streams.ts'
import type { StartedServer } from '../../fakes/scripted-llm/server.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'

const SEEDS = seededCases(200)
const CLIENTS = seededCases(90)
// Requests of clients that are gone may still be on their way to the service.
const SETTLING_MS = 300

const rejections: unknown[] = []
const onRejection = (reason: unknown) => void rejections.push(reason)
beforeEach(() => void process.on('unhandledRejection', onRejection))
afterEach(() => void process.off('unhandledRejection', onRejection))

const lab = await openStreamLab()
afterAll(() => lab[Symbol.asyncDispose]())

/** How each request ended, when the last that is still on its way has. */
async function endingsOf({ requests, open }: StartedServer): Promise<string[]> {
  await pause(SETTLING_MS)
  while (open() > 0) await pause(5)
  return Promise.all(requests.map(async ({ ended }) => (await ended).how))
}

/** The real clock, which knows who waits for it. */
function watchedClock(): Clock & { waiting(): number } {
  const waiting = new Set<symbol>()
  return {
    ...systemClock,
    waiting: () => waiting.size,
    after(ms, action) {
      const id = Symbol('timer')
      waiting.add(id)
      const cancel = systemClock.after(ms, () => {
        waiting.delete(id)
        action()
      })
      return () => {
        waiting.delete(id)
        cancel()
      }
    },
  }
}

/** Leaves behind some thoughts, by a signal or by reading no further; or by a signal after some turns of the event loop. */
async function leaveTurn(seed: number, chance: Chance, clock: Clock): Promise<void> {
  const leaving = new AbortController()
  const { thoughts } = lab.open(seed, clock, leaving.signal)
  const how = chance.pick(['signal', 'reader', 'some time'] as const)
  let left = how === 'some time' ? Number.POSITIVE_INFINITY : chance.between(1, 60)
  if (how === 'some time') void turns(chance.between(0, 60)).then(() => leaving.abort(new Error('gone')))
  const reading = async () => {
    for await (const _ of thoughts) {
      if (--left > 0) continue
      if (how === 'reader') break
      leaving.abort(new Error('gone'))
    }
  }
  await reading().catch((error: unknown) => {
    if (error !== leaving.signal.reason) throw error
  })
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

it(`a turn that is left at ${SEEDS} seeded moments leaves nothing behind`, async () => {
  const clock = watchedClock()
  for (let seed = 0; seed < SEEDS; seed++) {
    await leaveTurn(seed, chanceOf(7 * seed + 1), clock)
    expect({ seed, waiting: clock.waiting() }).toEqual({ seed, waiting: 0 })
  }
  const endings = await endingsOf(lab.upstream)
  expect(endings.filter((how) => how === 'left').length).toBeGreaterThan(SEEDS / 4)
  expect(rejections).toEqual([])
})

// Said in full it takes ten seconds: longer than anybody stays.
const DOUBTFUL =
  'I am not sure how many ACE haplotypes respond to lisinopril. Perhaps I recall it wrongly. '.repeat(40)

it(`clients of the service that leave at ${CLIENTS} seeded moments leave nothing open`, async () => {
  const workspace = await haplotypeWorkspace()
  const answers = () => ({ text: DOUBTFUL, paceMs: 10 })
  await using proxied = await openProxied(answers, { settings: { workspace, llmRetryWaitMs: 1 } })
  const leave = async (seed: number) => {
    const chance = chanceOf(seed)
    const messages = [{ role: 'user', content: 'How many?' }]
    const body = JSON.stringify({ model: 'gloss', stream: chance.isLuck(0.7), messages })
    const leaving = new AbortController()
    const sent = { method: 'POST', body, signal: leaving.signal }
    const asked = fetch(`${proxied.url}/chat/completions`, sent).then((answer) => answer.text())
    void turns(chance.between(0, 400)).then(() => leaving.abort(new Error('gone')))
    await expect(asked).rejects.toThrow('gone')
  }
  for (let seed = 0; seed < CLIENTS; seed += 10)
    await Promise.all(Array.from({ length: 10 }, (_, at) => leave(seed + at)))
  const endings = await endingsOf(proxied.upstream)
  expect(endings.length).toBeGreaterThan(CLIENTS / 4)
  expect(endings.filter((how) => how !== 'left')).toEqual([])
  expect(rejections).toEqual([])
})
