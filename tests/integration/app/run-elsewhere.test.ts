/** Tests that a run of one process can be stopped by another process with the same store. */
import { expect, it } from 'vitest'
import { buildServer } from '../../../api/index.ts'
import { loadConfig, openGloss } from '../../../app/index.ts'
import { continueRun, startDemonstration } from '../../../app/solve/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

it('stops a run that another service works on over the same files', async () => {
  const workspace = temporaryFolder()
  const [one, other] = await Promise.all(
    [1, 2].map(() => openGloss(loadConfig({ workspace, fetch: 'never' }, {}))),
  )
  const server = buildServer(other!)
  const { signal } = new AbortController()
  const begun = await startDemonstration(one!, signal)
  const answers: unknown[] = []
  const onEvent = ({ type }: { readonly type: string }) => {
    if (type === 'stage' && answers.length === 0)
      answers.push(server.inject({ method: 'POST', url: `/runs/${begun.id}/cancel` }))
  }
  const outcome = await continueRun(one!, begun, { signal, onEvent })
  expect(outcome.status).toBe('cancelled')
  expect(await answers[0]).toMatchObject({ statusCode: 202 })
  const kept = await server.inject(`/runs/${begun.id}`)
  expect(kept.json()).toMatchObject({ status: 'cancelled', isUnderWay: false })
  expect((await continueRun(one!, await one!.runs().get(begun.id), { signal, paceMs: 0 })).status).toBe(
    'done',
  )
  await server.close()
  await Promise.all([one!.close(), other!.close()])
})
