import { describe, expect, it } from 'vitest'
import { Eigen1Settings } from '../../../../../solver/index.ts'
import { gridRows } from '../../../use-cases/evaluate/ablation-grid.ts'

describe('the grid of ablations', () => {
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
