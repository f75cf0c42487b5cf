/** As many random damages as the safety review tried; the counts of what became of them are printed. */
import { expect, it } from 'vitest'
import { type Trial, tally, trial, wholeCorpus } from '../../fixtures/damage-trials.ts'
import { damages } from '../../fixtures/random-damage.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const COUNT = 540
const FIRST_SEED = 1
const TIMEOUT_MS = 1_800_000

it(
  `of ${COUNT} random damages, each is refused, found by verify, or changes nothing that can be seen`,
  async () => {
    const whole = await wholeCorpus(temporaryFolder())
    const trials: Trial[] = []
    for (const damage of damages(COUNT, FIRST_SEED)) trials.push(await trial(whole, damage))
    process.stdout.write(`${JSON.stringify(tally(trials), null, 2)}\n`)
    expect(trials.filter(({ fate }) => fate === 'served')).toEqual([])
  },
  TIMEOUT_MS,
)
