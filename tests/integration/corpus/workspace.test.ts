import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolderWorkspace } from '../../../corpus/adapters/folder-workspace.ts'
import { startScript } from '../../fixtures/child-process.ts'
import { putPapers } from '../../fixtures/corpus-writing.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

describe('a workspace', () => {
  it('has no corpora before one is made', async () => {
    const workspace = openFolderWorkspace(join(temporaryFolder(), 'not-yet'))
    expect(await workspace.listCorpora()).toEqual([])
    await expect(workspace.openCorpus('mine')).rejects.toMatchObject({
      code: 'CORPUS_NOT_FOUND',
      message: 'There is no corpus mine; no corpus exists yet.',
    })
  })

  it('lists corpora that come and go after a long rest', async () => {
    const folder = temporaryFolder()
    const workspace = openFolderWorkspace(folder)
    await (await workspace.createCorpus('mine')).close()
    utimesSync(join(folder, 'corpora'), 1_000, 1_000)
    expect(await workspace.listCorpora()).toEqual(['mine'])
    const elsewhere = openFolderWorkspace(folder)
    await (await elsewhere.createCorpus('other')).close()
    expect(await workspace.listCorpora()).toEqual(['mine', 'other'])
    await elsewhere.deleteCorpus('mine')
    expect(await workspace.listCorpora()).toEqual(['other'])
  })

  it('lays a corpus out as a file, its artefacts and its uploads', async () => {
    const folder = temporaryFolder()
    const workspace = openFolderWorkspace(folder)
    await (await workspace.createCorpus('mine')).close()
    const layout = ['artefacts', 'corpus.sqlite', 'files'].map((name) =>
      join(folder, 'corpora', 'mine', name),
    )
    expect([
      workspace.artefactsPath('mine'),
      workspace.corpusPath('mine'),
      workspace.filesPath('mine'),
    ]).toEqual(layout)
    for (const path of layout) expect(existsSync(path)).toBe(true)
  })

  it('copies a corpus whole under a name that is free', async () => {
    const workspace = openFolderWorkspace(temporaryFolder())
    const store = await workspace.createCorpus('mine')
    await putPapers(store, paperRecord('a'), paperRecord('b'))
    await workspace.copyCorpus('mine', 'copy')
    const copy = await workspace.openCorpus('copy')
    expect(await copy.papers()).toEqual(await store.papers())
    expect(await copy.seq()).toBe(await store.seq())
    expect(await workspace.listCorpora()).toEqual(['copy', 'mine'])
    await expect(workspace.copyCorpus('mine', 'copy')).rejects.toMatchObject({ code: 'INPUT_INVALID' })
    await expect(workspace.copyCorpus('none', 'other')).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
    await copy.close()
    await store.close()
  })

  it('lists its corpora by name, and keeps them apart', async () => {
    const workspace = openFolderWorkspace(temporaryFolder())
    for (const name of ['zinc', 'amber']) {
      const store = await workspace.createCorpus(name)
      await putPapers(store, paperRecord(name))
      await store.close()
    }
    expect(await workspace.listCorpora()).toEqual(['amber', 'zinc'])
    const amber = await workspace.openCorpus('amber')
    expect(await amber.papers()).toMatchObject([{ title: 'On amber' }])
    await amber.close()
    const message = 'There is no corpus cedar; available: amber, zinc.'
    await expect(workspace.openCorpus('cedar')).rejects.toMatchObject({ message })
    await expect(workspace.deleteCorpus('cedar')).rejects.toMatchObject({ code: 'CORPUS_NOT_FOUND' })
  })

  it('does not list folders without a corpus', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'corpora', 'empty'), { recursive: true })
    writeFileSync(join(folder, 'corpora', 'notes.txt'), '')
    expect(await openFolderWorkspace(folder).listCorpora()).toEqual([])
  })

  it.each([
    ['empty', ''],
    ['a way out of the folder', '../other'],
    ['a hidden name', '.deleted-x'],
    ['capitals', 'Mine'],
    ['too long', 'a'.repeat(65)],
    ['with a line break at its end', 'mine\n'],
  ])('refuses a name that is %s', async (_, corpus) => {
    const workspace = openFolderWorkspace(temporaryFolder())
    for (const call of [workspace.openCorpus, workspace.createCorpus, workspace.deleteCorpus])
      await expect(call(corpus)).rejects.toMatchObject({ code: 'INPUT_INVALID', facts: { field: 'corpus' } })
    expect(() => workspace.filesPath(corpus)).toThrow('is not a valid corpus name')
  })

  it('deletes a corpus with its indexes and files, and what a killed deletion left', async () => {
    const folder = temporaryFolder()
    const workspace = openFolderWorkspace(folder)
    await (await workspace.createCorpus('mine')).close()
    mkdirSync(join(folder, 'corpora', '.deleted-other-1-1'))
    await workspace.deleteCorpus('mine')
    expect(readdirSync(join(folder, 'corpora'))).toEqual([])
    await (await workspace.createCorpus('mine')).close()
    expect(await workspace.listCorpora()).toEqual(['mine'])
  })

  it('does not delete a corpus that another process writes to', async () => {
    const workspace = openFolderWorkspace(temporaryFolder())
    await (await workspace.createCorpus('mine')).close()
    const child = await startScript('corpus/hold-writer.ts', workspace.corpusPath('mine'))
    await expect(workspace.deleteCorpus('mine')).rejects.toMatchObject({
      code: 'CORPUS_BUSY',
      facts: { pid: child.pid },
    })
    expect(await workspace.listCorpora()).toEqual(['mine'])
  })
})
