import { describe, expect, it } from 'vitest'
import { Eigen1Settings } from '../../../../../solver/index.ts'
import published from '../../../evaluation/answers/published-figures.json' with { type: 'json' }
import { gridRows } from '../../../use-cases/evaluate/ablation-grid.ts'

describe('the grid of ablations', () => {
  it('has a row for every published one (E55)', () => {
    const names = new Set(gridRows({}).map(({ name }) => name))
    const missing = published.settings.filter(({ table, name }) => !names.has(`${table}:${name}`))
    expect(missing).toEqual([])
    expect(published.settings).toHaveLength(17)
  })

  it('solves rows with the same settings once, whatever rows are asked for', () => {
    const rows = gridRows({ backend: 'auto' })
    const sharing = (name: string) => {
      const set = rows.find((row) => row.name === name)?.set
      return rows.filter((row) => row.set === set).map((row) => row.name)
    }
    expect(sharing('3a:full')).toEqual(['3a:full', '3b:full', 'A5:full', '6:auto', 'roles:proposers-5'])
    expect(sharing('3a:hsr')).toEqual(['3a:hsr', '3b:without-qair'])
    expect(gridRows({ backend: 'auto' }, ['roles']).at(-1)?.set.folder).toBe('3a-full')
    expect(new Set(rows.map(({ set }) => set.folder)).size).toBe(new Set(rows.map(({ set }) => set)).size)
  })

  it.each([
    { name: '3a:baseline', differs: { retrieval: 'none', refines: false, evaluates: false } },
    { name: '3a:explicit', differs: { retrieval: 'explicit', refines: false, evaluates: false } },
    {
      name: '3a:monitor',
      differs: { hasQuerier: false, hasInjector: false, refines: false, evaluates: false },
    },
    { name: '3a:monitor-querier', differs: { hasInjector: false, refines: false, evaluates: false } },
    { name: '3a:monitor-querier-injector', differs: { refines: false, evaluates: false } },
    { name: '3a:hsr', differs: { evaluates: false } },
    { name: '3a:full', differs: {} },
    { name: '3b:without-monitor', differs: { retrieval: 'explicit' } },
    { name: '3b:without-querier', differs: { hasQuerier: false } },
    { name: '3b:without-injector', differs: { hasInjector: false } },
    { name: '3b:without-hsr', differs: { refines: false } },
    { name: 'A5:hsr-qair-without-rag', differs: { retrieval: 'none' } },
    { name: 'roles:proposers-3', differs: { proposers: 3 } },
  ])('$name differs from the whole pattern in that alone', ({ name, differs }) => {
    const row = gridRows({}, [name])[0]
    expect(Eigen1Settings.parse(row?.set.request.settings)).toEqual({
      ...Eigen1Settings.parse({}),
      ...differs,
    })
  })
})
