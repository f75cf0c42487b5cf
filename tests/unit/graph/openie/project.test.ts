/** What a pass is said to cost before it is begun, against the shares that were measured. */
import { expect, it } from 'vitest'
import { projectOpenIe } from '../../../../graph/openie/project.ts'
import { estimateTokens } from '../../../../models/index.ts'

const TEXT =
  'Lupeol from the bark inhibits the kinase AKT1 in human cells, whereas betulin does not. '.repeat(5)

async function* units(...texts: string[]) {
  for (const [at, text] of texts.entries()) yield { id: `unit ${at}`, text }
}

const options = { model: 'a-model', contextTokens: 32_768, prices: new Map(), cache: null }

it('answers are foreseen at .44 and 1.6 tokens for each of the text', async () => {
  const tokens = estimateTokens(TEXT)
  const { completionTokens, calls, units: seen } = await projectOpenIe(units(TEXT), options)
  expect([seen, calls]).toEqual([1, 2])
  expect(completionTokens).toBe(Math.ceil(0.44 * tokens) + Math.ceil(1.6 * tokens))
})

it('every text adds its own; an empty one is not asked about', async () => {
  const one = await projectOpenIe(units(TEXT), options)
  const all = await projectOpenIe(units(TEXT, ' ', TEXT), options)
  expect(all).toMatchObject({
    units: 3,
    calls: 4,
    promptTokens: 2 * one.promptTokens,
    completionTokens: 2 * one.completionTokens,
  })
})
