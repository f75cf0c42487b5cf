import { expect, it } from 'vitest'
import { createFeatures, type FeatureOptions } from '../../../app/wiring/features.ts'
import { GlossError } from '../../../core/index.ts'

/** Returns a machine without parts, which records its messages and questions. */
function machine(options: Partial<FeatureOptions> = {}) {
  const fetched: string[] = []
  const told: string[] = []
  const store = {
    has: (name: string) => fetched.includes(name),
    fetch: async (name: string) => {
      await Promise.resolve()
      fetched.push(name)
    },
  }
  const onNotice = (message: string) => void told.push(message)
  return { fetched, told, features: createFeatures({ policy: 'ask', onNotice, store, ...options }) }
}

const SIZE = /\d+ MB to download, \d+ MB on disk/

it('asks with the size, and fetches once where it is agreed to', async () => {
  const asked: string[] = []
  const agree = async (sentence: string): Promise<boolean> => asked.push(sentence) > 0
  const { features, fetched } = machine({ agree })
  await Promise.all([features.need('ocr'), features.need('ocr')])
  await features.need('ocr')
  expect(asked).toEqual([expect.stringMatching(SIZE)])
  expect(fetched).toEqual(['ocr'])
})

const REFUSALS: readonly { readonly name: string; readonly options: Partial<FeatureOptions> }[] = [
  { name: 'the answer is no', options: { agree: async () => false } },
  { name: 'nobody can be asked', options: {} },
  { name: 'the settings forbid it', options: { policy: 'never', agree: async () => true } },
]
it.for(REFUSALS)(
  'fetches nothing where $name, and says what is missing and how to get it',
  async ({ options }) => {
    const { features, fetched } = machine(options)
    const failure: unknown = await features.need('models').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'FEATURE_MISSING', facts: { feature: 'models' } })
    expect((failure as GlossError).message).toMatch(SIZE)
    expect((failure as GlossError).help).toMatch(/gloss fetch/)
    expect(fetched).toEqual([])
  },
)

it('fetches unasked where the settings allow it, and tells the size', async () => {
  const { features, fetched, told } = machine({ policy: 'always' })
  await features.need('algebra')
  expect(fetched).toEqual(['algebra'])
  expect(told).toEqual([expect.stringMatching(SIZE)])
})

it('asks nobody for what can be done without', async () => {
  const asked: string[] = []
  const { features, fetched } = machine({
    agree: async (sentence): Promise<boolean> => asked.push(sentence) > 0,
  })
  expect(await features.want('algebra')).toBe(false)
  expect({ asked, fetched }).toEqual({ asked: [], fetched: [] })
  const allowed = machine({ policy: 'always' })
  expect(await allowed.features.want('algebra')).toBe(true)
})

it('does without what cannot be fetched, and tries again for what is needed', async () => {
  let isDown = true
  const told: string[] = []
  const store = {
    has: () => false,
    fetch: async () => {
      if (isDown) throw new GlossError('FEATURE_UNFETCHED', 'The package registry could not be reached.')
    },
  }
  const { features } = machine({ policy: 'always', store, onNotice: (message) => void told.push(message) })
  expect(await features.want('ocr')).toBe(false)
  expect(told.at(-1)).toMatch(/could not be reached/)
  await expect(features.need('ocr')).rejects.toMatchObject({ code: 'FEATURE_UNFETCHED' })
  isDown = false
  await features.need('ocr')
})
