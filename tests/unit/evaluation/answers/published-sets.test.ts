import { describe, expect, it } from 'vitest'
import { publishedOn } from '../../../../evaluation/answers/published-sets.ts'

const TRQA = Array.from({ length: 172 }, (_, at) => ({ id: `trqa_lit_${at}` }))

describe("the paper's own questions", () => {
  it('are known by their number and ids, and have the figures of their column', () => {
    const {
      systems = [],
      settings = [],
      conditions = [],
    } = publishedOn(TRQA, [{ table: '3a', name: 'full' }]) ?? {}
    expect(systems.find(({ name }) => name === 'Eigen-1, Pass@5')?.accuracyPercent).toBe(79.07)
    // Not measured on them.
    expect(systems.find(({ name }) => name === 'OpenAI Deep Research')).toBeUndefined()
    expect(settings).toEqual([])
    expect(conditions[0]).toEqual({ name: 'questions', value: 'TRQA Literature, 172' })
    expect(conditions.map(({ value }) => value).join()).toMatch(/DeepSeek V3\.1.*gpt-4\.1-mini/)
  })

  it.each([
    { name: 'a part of them', questions: TRQA.slice(1) },
    { name: 'as many others', questions: Array.from({ length: 149 }, (_, at) => ({ id: `q${at}` })) },
    { name: 'none', questions: [] },
  ])('are not $name', ({ questions }) => {
    expect(publishedOn(questions)).toBeNull()
  })
})
