/** Tests `lightrag`: the sources of each mode, the order in which units become hits, and how keywords are read. */
import { describe, expect, it } from 'vitest'
import { lightRagBackend } from '../../../retrieval/lightrag/index.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'
import { factGround, type Near } from '../../fixtures/fact-ground.ts'

const UNITS = [
  { text: 'p53 binds mdm2', cosine: 0.3, facts: ['p53 > binds > mdm2'] },
  { text: 'p53 in the nucleus', cosine: 0.6, facts: ['p53 > is in > nucleus'] },
  { text: 'lupeol in bark', cosine: 0.5, facts: ['lupeol > is in > bark'] },
  { text: 'a bridge', cosine: 0.9 },
  { text: 'a heart', cosine: 0.1 },
]
/** Near the low keyword: p53; near the high one: the fact of lupeol. */
const NEAR: Near = {
  p53: [0.9, 0],
  'p53 binds mdm2': [0.3, 0],
  'p53 is in nucleus': [0.3, 0],
  'lupeol is in bark': [0, 0.9],
}
const ASKED = { low: [1], high: [0, 1], 'What of it?': [0, 0, 1], silence: [] }
const BOTH = '{"high_level_keywords": ["high"], "low_level_keywords": ["low"]}'

async function opened({
  units = UNITS,
  near = NEAR,
  mode = undefined as Mode,
  answer = BOTH as string | null,
} = {}) {
  const made = await factGround(units, near, ASKED)
  const backend = lightRagBackend(made.ground, mode, answer === null ? null : modelSaying(answer))
  return { ...made, backend, ask: (text = 'What of it?', more = {}) => made.ask(backend, text, more) }
}
type Mode = Parameters<typeof lightRagBackend>[1]

describe('the hits of lightrag', () => {
  it.each([
    { mode: 'local', is: ['p53 in the nucleus', 'p53 binds mdm2'] },
    { mode: 'global', is: ['lupeol in bark'] },
    { mode: 'hybrid', is: ['p53 in the nucleus', 'lupeol in bark', 'p53 binds mdm2'] },
    // In turn: the nearest unit, the nearest of the entities, the nearest of the relations; then the second of each.
    { mode: 'mix', is: ['a bridge', 'p53 in the nucleus', 'lupeol in bark', 'p53 binds mdm2'] },
    { mode: undefined, is: ['a bridge', 'p53 in the nucleus', 'lupeol in bark', 'p53 binds mdm2'] },
  ] as const)('are those of $mode: $is', async ({ mode, is }) => {
    expect((await (await opened({ mode })).ask()).texts).toEqual(is)
  })

  it('have scores that fall with the place, and keep to the filter', async () => {
    const { ask } = await opened()
    expect((await ask('What of it?', { k: 3 })).hits.map(({ score }) => score)).toEqual([1, 1 / 2, 1 / 3])
    const papers = (await ask()).hits.map(({ text }) => text).slice(1, 3)
    const { texts } = await ask('What of it?', { filter: { papers } })
    expect(texts).toEqual(papers)
  })

  it.each([
    ['near enough', 0.21, ['lupeol in bark']],
    ['too far', 0.15, []],
  ])('come of names and facts that are %s', async (_, cosine, is) => {
    const near: Near = { bark: [cosine, 0], lupeol: [cosine, 0], 'lupeol is in bark': [cosine, 0] }
    expect((await (await opened({ near, mode: 'local' })).ask()).texts).toEqual(is)
  })
})

describe('the keywords of lightrag', () => {
  const ONE = '{"high_level_keywords": [], "low_level_keywords": ["a", "b"]}'
  it.each([
    ['an object', BOTH, ['low', 'high']],
    ['an object in a fence', `Here:\n\`\`\`json\n${BOTH}\n\`\`\``, ['low', 'high']],
    ['more keys than requested', `{"note": "", ${BOTH.slice(1)}`, ['low', 'high']],
    ['one level', ONE, ['a, b']],
  ])('are read from %s, and embedded at once with the question', async (_, answer, keywords) => {
    const { ask, embedded } = await opened({ answer })
    const { usage } = await ask()
    expect(embedded).toEqual([['What of it?', ...keywords]])
    expect(usage).toEqual({ calls: 1, promptTokens: 100, completionTokens: 10, cost: null })
  })

  it.each([
    'lupeol, inhibition',
    BOTH.slice(0, 40),
    '{"high_level_keywords": "x", "low_level_keywords": []}',
    '{"high_level_keywords": [], "low_level_keywords": []}',
    '',
    null,
  ])('are the words of the question if a model is missing or cannot be read: %s', async (answer) => {
    const { ask, embedded } = await opened({ answer })
    await ask('Who sold birch bark?')
    expect(embedded).toEqual([['Who sold birch bark?', 'sold, birch, bark']])
  })
})
