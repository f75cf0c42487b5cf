import { describe, expect, it } from 'vitest'
import { publishedOn } from '../../../../evaluation/index.ts'

/** Ids as the sets have them: longer than what they are known by. */
const setOf = (size: number, starts: readonly string[]) =>
  Array.from({ length: size }, (_, at) => ({ id: `${starts[at] ?? 'other'}-${at}` }))
const HLE = setOf(
  149,
  '66e88728 66ecfd03 67335820 67393de7 67088052 66efa01e 6701638a 66f87ab7 66fc89ce 67008f17 671aa91f 66ea1dd3 66ef3de8'.split(
    ' ',
  ),
)
const SUPERGPQA = setOf(92, ['d7af5548', '1e4bc89a', '1f15b77f', '111f4e7a', 'bfb2b073'])
const TRQA = Array.from({ length: 172 }, (_, at) => ({ id: `trqa_lit_${at}` }))

describe("the paper's own questions", () => {
  it("of Humanity's Last Exam have the figures of its ablations, and only those that are asked for", () => {
    const rows = [
      { table: '3a', name: 'full' },
      { table: '3a', name: 'unknown' },
    ]
    const report = publishedOn(HLE, rows)
    expect(report?.settings.map(({ table, name, steps }) => [table, name, steps])).toEqual([
      ['3a', 'full', 53.4],
    ])
    expect(report?.conditions[0]?.value).toBe("Humanity's Last Exam Bio/Chem Gold, 149")
    expect(report?.slopes[0]).toEqual({ task: 'retrieval', slope: 0.369 })
    expect(report?.errorTypes.map(({ percent }) => percent.toFixed(2))).toEqual([
      '92.78',
      '88.66',
      '13.40',
      '9.28',
    ])
    const system = report?.systems.find(({ name, table }) => name === 'Grok-4' && table === '2')
    expect(system).toEqual({ table: '2', name: 'Grok-4', base: null, accuracyPercent: 30.2 })
    expect(publishedOn(HLE)?.settings).toEqual([])
    expect(publishedOn(TRQA)).toMatchObject({ settings: [], slopes: [], errorTypes: [] })
  })

  it('of SuperGPQA are known by five ids among as many', () => {
    expect(publishedOn(SUPERGPQA)?.conditions[0]?.value).toBe('SuperGPQA Biology hard, 92')
    expect(publishedOn([...SUPERGPQA.slice(1), { id: 'x' }])).toBeNull()
  })
})
