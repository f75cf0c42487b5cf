import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../../core/index.ts'
import { createModelSifter } from '../../../../monitor/index.ts'
import { chatPlaying, type Play, saying } from '../../../fakes/playing-chat.ts'
import { evidenceOf, never } from '../../../fixtures/monitor-looks.ts'

const EVIDENCE = ['θ = 4N_e μ', 'Rain falls.', 'θ = 2N_e μ always', 'Sites segregate.'].map((text) =>
  evidenceOf(text),
)

function sift(plays: readonly Play[], evidence = EVIDENCE, signal = never) {
  const chat = chatPlaying(...plays)
  const sifter = createModelSifter({ chat, modes: new Map() })
  return { chat, sifting: sifter.sift(['theta formula', 'diploid'], evidence, signal) }
}

describe('sifter by a model', () => {
  it('scores all units of a trigger with one call', async () => {
    const { chat, sifting } = sift([saying('{"scores": [2, 0, -1, 1]}')])
    expect(await sifting).toMatchObject({ worths: [2, 0, -1, 1], usage: { completionTokens: 5 } })
    expect(chat.requests).toHaveLength(1)
    const content = chat.requests[0]?.messages[0]?.content
    expect(content).toContain('theta formula\ndiploid')
    expect(content).toContain('["θ = 4N_e μ","Rain falls.","θ = 2N_e μ always","Sites segregate."]')
    expect(chat.requests[0]).toMatchObject({ temperature: 0, maxTokens: 512 })
  })

  it('asks once more where the scores do not fit the units', async () => {
    const { chat, sifting } = sift([saying('{"scores": [2, 0]}'), saying('{"scores": [1, 1, 1, 1]}')])
    expect((await sifting).worths).toEqual([1, 1, 1, 1])
    expect(chat.requests).toHaveLength(2)
  })

  it.each([
    { name: 'garbage twice', plays: [saying('I like them all'), saying('really')], tokens: 10 },
    {
      name: 'scores out of range twice',
      plays: [saying('{"scores": [7, 0, 0, 0]}'), saying('{"scores": [3, 0, 0, 0]}')],
      tokens: 10,
    },
    {
      name: 'a server that fails',
      plays: [[new GlossError('MODEL_UNAVAILABLE', 'down', {})]],
      tokens: undefined,
    },
  ])('lets all pass as unsifted after $name', async ({ plays, tokens }) => {
    const { worths, usage } = await sift(plays).sifting
    expect(worths).toEqual(['unsifted', 'unsifted', 'unsifted', 'unsifted'])
    expect(usage?.completionTokens).toBe(tokens)
    expect(usage?.estimated).toBe(tokens === undefined ? undefined : true)
  })

  it('hands on what is no failure of the model', async () => {
    await expect(sift([[new TypeError('a bug')]]).sifting).rejects.toThrow(TypeError)
    await expect(sift([saying('x')], EVIDENCE, AbortSignal.abort(new Error('left'))).sifting).rejects.toThrow(
      'left',
    )
  })

  it('asks about a single unit, too', async () => {
    const { chat, sifting } = sift([saying('{"scores": [1]}')], EVIDENCE.slice(0, 1))
    expect((await sifting).worths).toEqual([1])
    expect(chat.requests).toHaveLength(1)
  })

  it('asks nothing about nothing', async () => {
    const { chat, sifting } = sift([], [])
    expect(await sifting).toEqual({ worths: [] })
    expect(chat.requests).toHaveLength(0)
  })
})
