/** Many corpora, few of them open: what a process holds does not grow with their number. */
import { readdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { serve } from '../../fixtures/served-samples.ts'

const CORPORA = 200
const MOST_OPEN = 5
// A corpus has its file, the log beside it and its index of changes, each opened by readers and by queries in SQL.
const DESCRIPTORS_OF_CORPUS = 8

it.skipIf(process.platform !== 'linux')('closes those that are unused for longest', async () => {
  const served = await serve({ openCorpora: MOST_OPEN })
  onTestFinished(() => served.close())
  const { server, gloss } = served
  const descriptors = () => readdirSync('/proc/self/fd').length
  const before = descriptors()
  const most = { descriptors: 0 }
  for (let i = 0; i < CORPORA; i++) {
    await (await gloss.workspace.createCorpus(`c${i}`)).close()
    const asked = await server.inject(`/retrieve?q=lupeol&corpus=c${i}`)
    expect(asked.json().hits).toEqual([])
    most.descriptors = Math.max(most.descriptors, descriptors())
  }
  const names = await gloss.workspace.listCorpora()
  expect(names).toHaveLength(CORPORA)
  expect(names.filter((name) => gloss.isOpen(name)).length).toBeLessThanOrEqual(MOST_OPEN)
  expect(most.descriptors - before).toBeLessThanOrEqual((MOST_OPEN + 1) * DESCRIPTORS_OF_CORPUS)
  // One that was closed is there again for who asks.
  expect((await server.inject('/retrieve?q=lupeol&corpus=c0')).statusCode).toBe(200)
})
