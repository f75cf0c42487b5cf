/** Tests which hits are one place of a paper, and that asides such as captions and tables come behind text that is nearly as good. */
import { expect, it } from 'vitest'
import { asidesLast, distinctPlaces } from '../../../retrieval/index.ts'
import { casesIn } from '../../fixtures/case-lines.ts'

const hit = (name: string, span: readonly [number, number] | null, paper = 'one') => ({ name, span, paper })

it.each([
  ['the same span of two papers', hit('a', [0, 400]), hit('b', [0, 400], 'two')],
  ['hits without a place', hit('a', null), hit('b', null)],
  ['neighbours that only touch', hit('a', [0, 400]), hit('b', [400, 800])],
  ['neighbours the other way round', hit('b', [400, 800]), hit('a', [0, 400])],
  ['a hit without a place and one with', hit('a', null), hit('b', [0, 400])],
  ['one with a place and a hit without', hit('a', [0, 400]), hit('b', null)],
])('%s are two places', (_, ...hits) => {
  const places = distinctPlaces(hits).map(({ hit: { name }, joined }) => [name, joined])
  expect(places).toEqual(hits.map(({ name }) => [name, []]))
})

it.for(
  casesIn<'rule' | 'hits' | 'order'>(`
  rule | hits | order
  come behind text that is nearly as good | aside .9, text .8 | text, aside
  stay above text that is far worse | aside .9, text .3 | aside, text
  stay above text of just half their score | aside .5, text .25, late .2 | aside, text, late
  let only text pass that is better than half of the first of them | aside 1 .9, aside 2 .8, text .42 | aside 1, text, aside 2
  keep their order among themselves | aside 1 .9, aside 2 .8, text .7, late .1 | text, aside 1, aside 2, late
`),
)('asides $rule: $hits', ({ hits, order }) => {
  const scored = hits.split(', ').map((written) => {
    const [, name = '', score] = /(.*) (\S+)/.exec(written) ?? []
    return { name, score: Number(score), isAside: name.startsWith('aside') }
  })
  const names = asidesLast(scored).map(({ name }) => name)
  expect(names.join(', ')).toBe(order)
})
