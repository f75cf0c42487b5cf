/** Which evidence a look leads to: of several queries, over the floor, not in the turn yet, and worth it. */
import { describe, expect, it } from 'vitest'
import { asking, assisted, unit } from '../../fixtures/assisted-look.ts'

describe('evidence', () => {
  it('is the first of each query, then the second of each, every unit and place once, as many as wanted', async () => {
    const found = {
      one: [unit('a'), unit('b'), unit('c')],
      two: [unit('a'), unit('d'), unit('e')],
      three: [unit('f', { paper: 'a', span: [0, 9] })],
    }
    const querier = asking('one', 'two', 'three')
    const units = async (k: number) => (await assisted({ ports: { querier }, found, settings: { k } })).units
    expect(await units(9)).toEqual(['a', 'f', 'b', 'd', 'c', 'e'])
    expect(await units(3)).toEqual(['a', 'f', 'b'])
    const places = {
      one: [unit('a', { paper: 'p', span: [0, 9] })],
      two: [unit('b', { paper: 'p', span: [8, 12] }), unit('c', { paper: 'p', span: [9, 12] })],
    }
    expect((await assisted({ ports: { querier: asking('one', 'two') }, found: places })).units).toEqual([
      'a',
      'c',
    ])
  })

  it.each([
    { name: 'at the floor', topicality: 0.5, floor: 'topic', units: ['a'], missed: null },
    { name: 'below it', topicality: 0.499, floor: 'topic', units: null, missed: 'off_topic' },
    { name: 'below it where there is none', topicality: 0, floor: 'none', units: ['a'], missed: null },
  ] as const)('$name is kept or not', async ({ topicality, floor, units, missed }) => {
    const run = await assisted({ found: [unit('a', { topicality })], settings: { floor } })
    expect([run.units, run.missed]).toEqual([units, missed])
  })

  it('is no unit or place that the turn has already', async () => {
    const injected = [unit('a'), unit('x', { paper: 'b', span: [0, 5] })]
    const found = [unit('a', { paper: 'other' }), unit('b', { span: [4, 9] }), unit('c')]
    expect((await assisted({ found, injected })).units).toEqual(['c'])
    expect(await assisted({ found: found.slice(0, 2), injected })).toMatchObject({
      units: null,
      missed: 'already_injected',
    })
  })

  it('is what the sifter finds of some use, or could not judge', async () => {
    const found = ['a', 'b', 'c', 'd', 'e'].map((id) => unit(id))
    const worths = [2, 1, 0, -1, 'unsifted'] as const
    const sifter = { name: 's', sift: async () => ({ worths }) }
    const run = await assisted({ found, ports: { sifter }, settings: { k: 9 } })
    expect(run.units).toEqual(['a', 'b', 'e'])
    expect(run.sought).toMatchObject({
      kept: ['a', 'b', 'e'],
      found: worths.map((worth, at) => ({
        unit: 'abcde'[at],
        score: 1,
        similarity: 0.6,
        topicality: 1,
        worth,
      })),
    })
    const none = { name: 's', sift: async () => ({ worths: [0, -1] as const }) }
    expect(await assisted({ found: found.slice(0, 2), ports: { sifter: none } })).toMatchObject({
      units: null,
      missed: 'sifted_out',
    })
  })

  it('tells the worth of what was judged alone', async () => {
    const sifter = { name: 's', sift: async () => ({ worths: [2] as const }) }
    const found = [unit('low', { topicality: 0 }), unit('a')]
    const { sought } = await assisted({ found, ports: { sifter } })
    expect(sought?.kind === 'evidence' && sought.found.map((one) => [one.unit, one.worth])).toEqual([
      ['low', undefined],
      ['a', 2],
    ])
    const unsifted = await assisted({ found: [unit('a')] })
    expect(unsifted.sought?.kind === 'evidence' && unsifted.sought.found[0]).not.toHaveProperty('worth')
  })

  it('is all kept where the sifter fails, which is traced', async () => {
    const sifter = { name: 's', sift: async () => Promise.reject(new Error('down')) }
    const { units, kinds, sought } = await assisted({ found: [unit('a'), unit('b')], ports: { sifter } })
    expect(units).toEqual(['a', 'b'])
    expect(kinds).toEqual(['look', 'query', 'failure', 'evidence'])
    expect(sought).toMatchObject({ found: [{ worth: 'unsifted' }, { worth: 'unsifted' }] })
  })

  it('is not sifted where there is none', async () => {
    const sifter = { name: 's', sift: async () => Promise.reject(new Error('not asked')) }
    expect(await assisted({ ports: { sifter } })).toMatchObject({
      missed: 'nothing_found',
      kinds: ['look', 'query', 'evidence', 'miss'],
    })
  })

  it('leads to nothing without a query, or where the injection is empty', async () => {
    expect(await assisted({ ports: { querier: asking() } })).toMatchObject({
      prepared: null,
      missed: 'no_query',
      asked: [],
    })
    const injector = { name: 'i', write: async () => ({ text: ' \n' }) }
    expect(await assisted({ found: [unit('a')], ports: { injector } })).toMatchObject({
      prepared: null,
      missed: 'empty_injection',
    })
  })

  it('is given to the injector with the text so far', async () => {
    const orders: unknown[] = []
    const injector = {
      name: 'i',
      write: async (order: unknown) => {
        orders.push(order)
        return { text: 'So.' }
      },
    }
    await assisted({ found: [unit('a')], ports: { injector } })
    expect(orders).toEqual([
      { text: 'so far', channel: 'reasoning', queries: ['the window'], evidence: [unit('a')] },
    ])
  })
})
