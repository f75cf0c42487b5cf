/** Tests `hipporag`: where walks start by setting, which models are used, and the reasons for hits. */
import { describe, expect, it } from 'vitest'
import {
  ASKING_HIPPO,
  hippoRagBackend,
  PUBLISHED_HIPPO,
  UNFILTERED_HIPPO,
} from '../../../retrieval/hipporag/index.ts'
import { modelSaying } from '../../fakes/saying-chat.ts'
import { factGround } from '../../fixtures/fact-ground.ts'

const P53 = 'p53 binds mdm2'
const NUCLEUS = 'mdm2 in the nucleus'
const LUPEOL = 'lupeol in bark'
const UNITS = [
  { text: P53, cosine: 0.3, names: 'gene:p53, gene:mdm2', facts: ['p53 > binds > mdm2'] },
  { text: NUCLEUS, cosine: 0.2, names: 'gene:mdm2', facts: ['mdm2 > is in > nucleus'] },
  { text: LUPEOL, cosine: 0.4, facts: ['lupeol > is in > bark'] },
  { text: 'a bridge', cosine: 0.1 },
]
const NEAR = { 'lupeol is in bark': 0.8, 'p53 binds mdm2': 0.4, 'mdm2 is in nucleus': 0.2 }
const PICKED = '{"fact": [["p53", "binds", "mdm2"]]}'
const STRICTLY = `[[ ## fact_after_filter ## ]]\n${PICKED}\n\n[[ ## completed ## ]]`

async function opened(
  settings?: Parameters<typeof hippoRagBackend>[1],
  answer: string | null = null,
  near = NEAR,
) {
  const made = await factGround(UNITS, near)
  const backend = hippoRagBackend(made.ground, settings, answer === null ? null : modelSaying(answer))
  return { ...made, backend, ask: (text: string, explain = false) => made.ask(backend, text, { explain }) }
}

describe('a walk of hipporag starts', () => {
  it.each([
    ['at the names of the question', undefined, null, 'What of p53 in bark?', P53],
    ['at the nearest facts if it has none', undefined, null, 'What is it in bark?', LUPEOL],
    ['at facts alone, as published', UNFILTERED_HIPPO, null, 'What of p53?', LUPEOL],
    ['at names and at the facts that a model picks', ASKING_HIPPO, PICKED, 'Which bark?', P53],
    ['at nothing that a model leaves out', ASKING_HIPPO, '{"fact": []}', 'Which bark?', LUPEOL],
    ['at all facts if a model cannot be read', ASKING_HIPPO, 'Well.', 'Which bark?', LUPEOL],
    ['at the facts that a model picks as published', PUBLISHED_HIPPO, STRICTLY, 'Which bark?', P53],
  ])('%s', async (_, settings, answer, question, first) => {
    const { texts } = await (await opened(settings, answer)).ask(question)
    expect(texts[0]).toBe(first)
  })
})

describe('what hipporag takes and says', () => {
  it('is an answer by vectors alone where the model keeps no fact as published', async () => {
    const { hits, by, usage } = await (await opened(PUBLISHED_HIPPO, 'Well.')).ask('What of p53?')
    expect([by, usage?.calls]).toEqual(['vanilla', 1])
    expect(hits.map(({ text, score }) => [text, Number(score.toFixed(6))])).toEqual([
      [LUPEOL, 0.4],
      [P53, 0.3],
      [NUCLEUS, 0.2],
      ['a bridge', 0.1],
    ])
    expect(await (await opened(PUBLISHED_HIPPO, STRICTLY)).ask('p53?')).not.toHaveProperty('by')
  })

  it('is the usage of the model that the settings ask, and none of another', async () => {
    const asking = await (await opened(ASKING_HIPPO, PICKED)).ask('p53?')
    expect(asking.usage).toEqual({ calls: 1, promptTokens: 100, completionTokens: 10, cost: null })
    for (const settings of [undefined, UNFILTERED_HIPPO])
      expect(await (await opened(settings, PICKED)).ask('What is in bark?')).not.toHaveProperty('usage')
  })

  it('is the facts it started from, whether a hit states them, and the names on the way', async () => {
    const { ask } = await opened(UNFILTERED_HIPPO)
    const { hits } = await ask('Which bark?', true)
    const hit = hits.find(({ text }) => text === LUPEOL)!
    expect(hit.why.facts?.map(({ subject, isStated }) => [subject, isStated])).toEqual([
      ['lupeol', true],
      ['p53', false],
      ['mdm2', false],
    ])
    expect(hit.why.facts?.[0]?.cosine).toBeCloseTo(0.8, 2)
    expect(hit.paths).toEqual(expect.arrayContaining([`lupeol > ${LUPEOL}`, `bark > ${LUPEOL}`]))
    expect(hit.why.terms).toEqual([{ term: 'bark', score: 1 }])
    const [plain] = (await ask('Which bark?')).hits
    expect(plain?.why).toEqual({ cosine: expect.any(Number), walk: { names: [] } })
  })

  it('names a fact once that a model picked twice, and follows facts from name to name', async () => {
    const twice = STRICTLY.replace(PICKED, '{"fact": [["p53", "binds", "mdm2"], ["p53", "binds", "mdm2"]]}')
    const { hits } = await (await opened(PUBLISHED_HIPPO, twice)).ask('p53?', true)
    expect(hits[0]?.why.facts).toHaveLength(1)
    const ours = await (await opened()).ask('What of p53?', true)
    expect(ours.hits.find(({ text }) => text === NUCLEUS)?.paths).toEqual([`p53 > mdm2 > ${NUCLEUS}`])
  })
})
