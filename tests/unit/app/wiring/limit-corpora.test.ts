import { expect, it } from 'vitest'
import { DEMONSTRATION_CORPUS } from '../../../../app/wiring/default-corpus.ts'
import { limitCorpora } from '../../../../app/wiring/limit-corpora.ts'
import type { CorpusStore, Workspace } from '../../../../corpus/index.ts'

/** A workspace that knows names alone, and lists them late. */
function workspaceOf(...names: string[]) {
  const workspace = {
    listCorpora: async () => [...names],
    async createCorpus(name: string) {
      if (!names.includes(name)) names.push(name)
      return { name } as unknown as CorpusStore
    },
  }
  return { names, workspace: workspace as unknown as Workspace }
}

it('takes as many corpora as the limit says, and those that are there after that', async () => {
  const { names, workspace } = workspaceOf('one')
  const create = limitCorpora(workspace, 2, () => true)
  await create('two')
  await expect(create('three')).rejects.toMatchObject({ code: 'TOO_MANY_CORPORA' })
  await create('one')
  names.shift()
  await create('three')
  expect(names).toEqual(['two', 'three'])
})

it('holds for requests at the same moment', async () => {
  const { names, workspace } = workspaceOf()
  const create = limitCorpora(workspace, 3, () => true)
  const made = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(create))
  expect(made.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(names).toEqual(['a', 'b', 'c'])
})

it('concerns neither the command line nor the corpus of the demonstration', async () => {
  const { names, workspace } = workspaceOf('one')
  await limitCorpora(workspace, 1, () => false)('two')
  await limitCorpora(workspace, 1, () => true)(DEMONSTRATION_CORPUS)
  expect(names).toEqual(['one', 'two', DEMONSTRATION_CORPUS])
})
