import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../../corpus/graph-rows.ts'
import { createWinkTagger } from '../../../../graph/adapters/wink-tagger.ts'
import { ALL_NAMES, mentionsOf } from '../../../../graph/names/mentions.ts'
import { paperNames } from '../../../../graph/names/paper-names.ts'
import sentences from '../../../fixtures/names/papers.json' with { type: 'json' }

/** `has` lists "kind:name" or "kind:name<alias"; `lacks` "name" or "kind:name"; `subjects` are the names it is about. */
interface Example {
  readonly name: string
  readonly text: string
  readonly title?: string
  readonly topic?: string
  readonly paper?: readonly string[]
  readonly has?: readonly string[]
  readonly lacks?: readonly string[]
  readonly subjects?: readonly string[]
  readonly count?: Readonly<Record<string, number>>
}

const tagger = createWinkTagger()
const examples: readonly Example[] = sentences

function mentions({ text, title = '', topic = '', paper = [] }: Example): Mention[] {
  return mentionsOf({ text, title, topic }, paperNames([title, text, ...paper]), tagger)
}

describe('names of papers', () => {
  it.each(examples)('reads $name', (example) => {
    const found = mentions(example)
    const spoken = found.flatMap(({ kind, name, alias }) => [`${kind}:${name}`, `${kind}:${name}<${alias}`])
    expect(spoken).toEqual(expect.arrayContaining([...(example.has ?? [])]))
    const unwanted = new Set(example.lacks ?? [])
    const wrong = found.filter(({ kind, name }) => unwanted.has(name) || unwanted.has(`${kind}:${name}`))
    expect(wrong).toEqual([])
    const about = new Set(found.filter(({ isSubject }) => isSubject).map(({ name }) => name))
    for (const subject of example.subjects ?? []) expect([...about]).toContain(subject)
    for (const [kind, count] of Object.entries(example.count ?? {}))
      expect(found.filter((mention) => mention.kind === kind)).toHaveLength(count)
  })

  it('leaves out the kinds that are not asked for', () => {
    const text = 'Lupeol raised IL-6 in E. coli at 5 mM.'
    const found = mentionsOf({ text, title: '', topic: '' }, paperNames([]), tagger, {
      ...ALL_NAMES,
      kinds: new Set(['gene', 'quantity']),
    })
    expect(found.map(({ kind, name }) => `${kind}:${name}`)).toEqual(['gene:il6', 'quantity:5 millimolar'])
  })

  it('finds names of patterns and capitals without a tagger', () => {
    const text = 'Lupeol lowers TNF-α in Mus musculus by sodium chloride.'
    const found = mentionsOf({ text, title: '', topic: '' }, paperNames([]), null)
    expect(found.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['lupeol', 'tnfalpha', 'mus musculus', 'sodium chloride']),
    )
  })
})
