import { describe, expect, it } from 'vitest'
import { namesOfGraph } from '../../../monitor/index.ts'

describe('names that a graph links', () => {
  const link = (
    name: string,
    asked = name,
    rest: { readonly share?: number; readonly units?: number } = {},
  ) => ({ node: 0, name, asked, share: 1, units: 1, isTitle: false, isPhrase: false, ...rest })
  const linking = (...linked: readonly ReturnType<typeof link>[]) =>
    namesOfGraph(() => ({
      link: () => [...linked],
      nameNode: () => undefined,
      unitCount: () => 0,
      view: () => {
        throw new Error('no name has a node')
      },
    }))

  it('are where their form stands first, and left out where it stands nowhere', () => {
    const text = 'The heart muscle, a heart.'
    const found = linking(link('heart'), link('kidney'), link('heart muscle')).find(text)
    expect(found.map(({ name, start, end }) => [name, text.slice(start, end)])).toEqual([
      ['heart muscle', 'heart muscle'],
    ])
    expect(
      linking(link('heart'), link('muscle'))
        .find(text)
        .map(({ start }) => start),
    ).toEqual([4, 10])
  })

  it.each([
    [2, 5],
    [5, 2],
  ])('are that of most units where they share a place: of %i and %i', (one, other) => {
    const found = linking(
      link('cardiac', 'heart', { units: one }),
      link('myocardium', 'heart', { units: other }),
    ).find('The heart.')
    expect(found.map(({ units }) => units)).toEqual([5])
  })

  it('are in reading order, of those at one place the longest, of equals that of most units', () => {
    const found = linking(
      link('kidney'),
      link('cardiac', 'heart muscle', { units: 2 }),
      link('heart'),
      link('myocardium', 'heart muscle', { units: 5 }),
    ).find('A heart muscle beside a kidney.')
    expect(found.map(({ name, units }) => [name, units])).toEqual([
      ['myocardium', 5],
      ['kidney', 1],
    ])
  })

  it('are long forms of that form alone, the likeliest first', () => {
    const names = linking(
      link('acetylene', 'ace', { share: 0.25 }),
      link('angiotensin enzyme', 'ace', { share: 0.75 }),
      link('ace', 'ace', { share: 1 }),
      link('kidney', 'organ'),
    )
    expect(names.longForms('ACE')).toEqual(['angiotensin enzyme', 'acetylene'])
  })
})
