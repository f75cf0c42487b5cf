/** The same ranks as igraph's personalised PageRank; fixtures by research/pagerank-fixtures.py, which names its versions in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { powerRank } from '../../../../graph/rank/power-rank.ts'
import { createPushRanker } from '../../../../graph/rank/push-rank.ts'
import { bestNodes, type Edge, resetOf, undirected } from '../../../fixtures/pagerank/graphs.ts'

interface Fixture {
  readonly made: string
  readonly nodes: number
  readonly damping: number
  readonly edges: readonly Edge[]
  readonly reset: readonly (readonly [number, number])[]
  readonly ranks: readonly number[]
  readonly best: readonly number[]
}

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'pagerank')
const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: file.replace('.json', ''),
    fixture: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Fixture,
  }))

describe('igraph', () => {
  it('has given seven graphs, and each says by which version', () => {
    expect(fixtures).toHaveLength(7)
    for (const { fixture } of fixtures) expect(fixture.made).toMatch(/^igraph \d+\.\d+\.\d+, numpy/)
  })

  it.each(fixtures)('ranks the graph "$name" as we do', ({ fixture }) => {
    const { nodes, damping, edges, ranks, best } = fixture
    const view = undirected({ nodes, edges }).view()
    const reset = resetOf(fixture.reset)
    const push = createPushRanker().rank(view, reset, { damping, epsilon: 1e-12 }).scores
    const power = powerRank(view, reset, { damping }).scores
    for (const [node, rank] of ranks.entries()) {
      expect(Math.abs(push[node]! - rank)).toBeLessThan(1e-6)
      expect(Math.abs(power[node]! - rank)).toBeLessThan(1e-6)
    }
    expect(bestNodes(push, best.length)).toEqual(best)
    expect(bestNodes(createPushRanker().rank(view, reset, { damping }).scores, best.length)).toEqual(best)
  })
})
