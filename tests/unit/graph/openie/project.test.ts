/** What OpenIE of a unit is projected to take: as much as published answers were long. */
import { expect, it } from 'vitest'
import { projectOpenIe } from '../../../../graph/openie/project.ts'
import { estimateTokens } from '../../../../models/index.ts'

async function* unitsWith(...texts: readonly string[]) {
  yield* texts.map((text, place) => ({ id: `u${place}`, text }))
}

it('projects .44 tokens of entities and 1.6 of facts for each token of the text, rounded up', async () => {
  const text = 'ACE inhibitors lower the blood pressure of patients. '.repeat(20)
  const tokens = estimateTokens(text)
  expect(tokens).toBeGreaterThan(100)
  const projected = await projectOpenIe(unitsWith(text, ' ', text), {
    model: 'gpt-4o',
    contextTokens: 8_192,
    prices: new Map(),
    cache: null,
  })
  expect(projected).toMatchObject({
    units: 3,
    calls: 4,
    cachedCalls: 0,
    completionTokens: 2 * (Math.ceil(0.44 * tokens) + Math.ceil(1.6 * tokens)),
  })
})
