import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { withScratchCorpus } from '../../../app/wiring/scratch-corpus.ts'
import { openFolderWorkspace } from '../../../corpus/adapters/folder-workspace.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const NAME = 'scratch'

it('keeps a corpus of that name outside of the workspace, never lists it, and removes it at the end', async () => {
  const folder = temporaryFolder()
  const workspace = withScratchCorpus(openFolderWorkspace(folder), NAME)
  await (await workspace.createCorpus('own')).close()
  await (await workspace.createCorpus(NAME)).close()
  const path = workspace.corpusPath(NAME)
  expect(await workspace.listCorpora()).toEqual(['own'])
  expect(path.startsWith(folder)).toBe(false)
  await (await workspace.openCorpus(NAME)).close()
  expect(existsSync(path)).toBe(true)
  await workspace.close()
  expect(existsSync(dirname(path))).toBe(false)
})

it('uses the one that an older version left in the workspace, until that is deleted', async () => {
  const inner = openFolderWorkspace(temporaryFolder())
  await (await inner.createCorpus(NAME)).close()
  const workspace = withScratchCorpus(inner, NAME)
  await (await workspace.createCorpus(NAME)).close()
  expect(workspace.corpusPath(NAME)).toBe(inner.corpusPath(NAME))
  await workspace.deleteCorpus(NAME)
  await (await workspace.createCorpus(NAME)).close()
  expect(await workspace.listCorpora()).toEqual([])
  await workspace.close()
})
