/** Damage at random places of a corpus file: damaged data is never served as intact. All 540 of them: random-damage.long.test.ts. */
import { expect, it } from 'vitest'
import { trial, wholeCorpus } from '../../fixtures/damage-trials.ts'
import { damages } from '../../fixtures/random-damage.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const COUNT = 20
const FIRST_SEED = 50_000

it(`of ${COUNT} random damages, each is refused, found by verify, or changes nothing that can be seen`, async () => {
  const whole = await wholeCorpus(temporaryFolder())
  const served = []
  for (const damage of damages(COUNT, FIRST_SEED)) {
    const result = await trial(whole, damage)
    if (result.fate === 'served') served.push(result)
  }
  expect(served).toEqual([])
})
