/** The same stream, answers and clock give the same thoughts and the same trace, whatever they are. */
import { expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { BrokenAnswerError } from '../../../models/index.ts'
import {
  type Chance,
  chanceOf,
  masterText,
  tokensIn,
} from '../../../packages/lab/checks/streams/stream-case.ts'
import { type Asked, continuingChat, type Saying } from '../../fakes/continuing-chat.ts'
import { evidence, fakeInquiry, NO, type Ran, runLoop, YES } from '../../fakes/fake-thinking.ts'
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts'
import { seededCases } from '../../fixtures/seeded-cases.ts'

const SEEDS = seededCases(300)
// Shorter than a stride: in a longer one a look is waited for, and the clock stands still meanwhile.
const LONGEST_TOKEN = 30

async function run(seed: number): Promise<Ran> {
  const chance = chanceOf(seed)
  const clock = createManualClock()
  const master = masterText(chance, { least: 100, most: 1_500, codeBlocks: chance.between(0, 2) })
  const windowCharacters = chance.between(80, 200)
  const chat = continuingChat(({ written }, call) => saying(master, written, call, { seed, clock }))
  return runLoop(chat, {
    clock,
    inquiry: slowInquiry(chanceOf(-seed), clock),
    execute: async (code) => `${code.length}`,
    settings: {
      windowCharacters,
      strideCharacters: Math.ceil(windowCharacters / 2),
      hold: 'never',
      cutWithinCharacters: chance.between(1, 300),
      maxInjections: chance.between(1, 4),
      inquiryMs: chance.pick([60, 30_000]),
    },
  })
}

/** What is left of the master, in pieces with pauses between them; the first two calls may break off. */
function saying(
  master: string,
  written: Asked['written'],
  call: number,
  { seed, clock }: { readonly seed: number; readonly clock: ManualClock },
): Saying {
  const chance = chanceOf(seed * 1_000 + call)
  const said = written.text.replaceAll(/<execution_results>\d+<\/execution_results>| ?⟦[^⟧]*⟧ ?/g, '').length
  const tokens = tokensIn(master.slice(said), chance, { longestToken: LONGEST_TOKEN, splitsPairs: false })
  const pieces = tokens.flatMap((text) => [
    { type: 'text' as const, text },
    () => clock.advance(chance.between(0, 20)),
  ])
  const broken = new BrokenAnswerError(new GlossError('MODEL_STREAM_BROKEN', 'It ended.'), {
    text: '',
    reasoning: '',
    usage: null,
  })
  if (call < 2 && chance.isLuck(0.4)) return [...pieces.slice(0, chance.between(1, pieces.length)), broken]
  return [...pieces, { type: 'finish', reason: 'stop' }]
}

/** Each move takes its time, sometimes more than there is. */
function slowInquiry(chance: Chance, clock: ManualClock) {
  const later = (mostMs: number) =>
    new Promise<void>((resolve) => void clock.after(chance.between(0, mostMs), resolve))
  let units = 0
  return fakeInquiry(
    async () => {
      await later(40)
      return chance.pick([YES, NO])
    },
    {
      clock,
      find: async () => {
        await later(40)
        return [evidence(`u${units++ % 5}`)]
      },
      injector: {
        name: 'slow',
        write: async ({ evidence: [unit] }) => {
          await later(40)
          return { text: `⟦${unit?.unit}⟧` }
        },
      },
    },
  )
}

it(`the same seed gives the same thoughts and the same trace, for ${SEEDS} seeds`, async () => {
  let injections = 0
  for (let seed = 0; seed < SEEDS; seed++) {
    const [one, other] = [await run(seed), await run(seed)]
    expect({ seed, thoughts: other.thoughts }).toEqual({ seed, thoughts: one.thoughts })
    injections += one.trace.filter(({ kind }) => kind === 'injection').length
  }
  expect(injections).toBeGreaterThan(SEEDS / 2)
})
