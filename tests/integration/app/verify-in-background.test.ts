/** At its start the service verifies every corpus beside its work; /ready says how far that is and what came of it. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { loadConfig, openGloss, verifyInBackground } from '../../../app/index.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

it('finds the damaged one of two corpora', async () => {
  const workspace = temporaryFolder()
  const gloss = await openGloss(loadConfig({ workspace }))
  for (const name of ['bad', 'good']) {
    const store = await gloss.workspace.createCorpus(name)
    {
      await using writer = await store.write('test')
      await writer.put([paperRecord('amber')])
    }
    await store.close()
  }
  const database = new Database(join(workspace, 'corpora', 'bad', 'corpus.sqlite'))
  database.exec(`UPDATE page SET text = text || '.'`)
  database.close()
  const told: [string, number][] = []
  const { signal } = new AbortController()
  const verification = verifyInBackground(gloss, (name, { length }) => told.push([name, length]), signal)
  const server = buildServer(gloss, { integrity: verification.integrity })
  expect((await server.inject('/ready')).json()).toMatchObject({ status: 'ready', integrity: { checked: 0 } })
  await verification.ended
  expect((await server.inject('/ready')).json()).toMatchObject({
    integrity: { state: 'damaged', corpora: 2, checked: 2, damaged: 1 },
  })
  expect(told).toEqual([['bad', expect.any(Number)]])
  await server.close()
  await gloss.close()
})

it('ends with its signal', async () => {
  const gloss = await openGloss(loadConfig({ workspace: temporaryFolder() }))
  await (await gloss.workspace.createCorpus('one')).close()
  const verification = verifyInBackground(gloss, () => undefined, AbortSignal.abort())
  await verification.ended
  expect(verification.integrity()).toMatchObject({ state: 'checking', checked: 0 })
  await gloss.close()
})
