import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../corpus/index.ts'
import { createNameGraph } from '../../../graph/name-graph.ts'
import { namesOfGraph } from '../../../monitor/index.ts'

const graph = createNameGraph()
graph.put({ unit: 'a', mentions: [mention('gasdermin d', 'gsdmd'), mention('nlrp3', 'nlrp3')] })
graph.put({ unit: 'b', mentions: [mention('gasdermin d', 'gasdermin d')] })

function mention(name: string, alias: string): Mention {
  return { name, alias, kind: 'gene', isSubject: false, start: 0, end: alias.length }
}

describe('names of a corpus in a text', () => {
  const names = namesOfGraph(() => graph)

  it('are found with their places, by a short form too', () => {
    const text = 'So NLRP3 comes before GSDMD here, and Gasdermin D forms pores.'
    const found = names.find(text)
    expect(found.map(({ name, start, end, units }) => [name, text.slice(start, end), units])).toEqual([
      ['nlrp3', 'NLRP3', 1],
      ['gasdermin d', 'GSDMD', 2],
      ['gasdermin d', 'Gasdermin D', 2],
    ])
  })

  it('stand for what the corpus reads a short form as', () => {
    expect(names.longForms('GSDMD')).toEqual(['gasdermin d'])
    expect(names.longForms('NLRP3')).toEqual([])
    expect(names.longForms('XYZ')).toEqual([])
  })

  it('are none while the graph is not open', () => {
    const closed = namesOfGraph(() => null)
    expect(closed.find('NLRP3')).toEqual([])
    expect(closed.longForms('GSDMD')).toEqual([])
  })
})
