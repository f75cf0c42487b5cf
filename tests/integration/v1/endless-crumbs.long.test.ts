/** Tests that an answer without an end, in pieces of four characters, does not fill the memory of the service that watches it. */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnswerForm, endlessModel } from '../../fixtures/endless-model.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'
import { startWatchedService, type WatchedService } from '../../fixtures/watched-service.ts'

const MAX_GROWTH_MB = 100
const PAPER = `On rats\n\nAbstract\n\nLupeol lowers pressure.\n\nIntroduction\n\n${'Lupeol lowered the pressure of the rats in the second group. '.repeat(40)}`

let model: Awaited<ReturnType<typeof endlessModel>>
let service: WatchedService
beforeAll(async () => {
  model = await endlessModel()
  service = await startWatchedService(sharedFolder(), { GLOSS_LLM_URL: model.url, GLOSS_LLM_MODEL: 'crumbs' })
  await service.ingest('main', { 'rats.txt': PAPER })
  await chat('a page of crumbs', true)
})
afterAll(async () => {
  await service?.close()
  await model?.close()
})

const chat = (form: AnswerForm, stream: boolean) =>
  service.post('/v1/chat/completions', {
    model: form,
    stream,
    messages: [{ role: 'user', content: 'Does lupeol lower the pressure?' }],
  })

const memoryMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1_024

it.runIf(existsSync('/proc/self/status')).each([true, false])(
  'an answer in crumbs ends, and memory hardly grows; streamed: %s',
  { timeout: 300_000 },
  async (stream) => {
    const restMb = memoryMb()
    let mostMb = restMb
    const look = setInterval(() => {
      mostMb = Math.max(mostMb, memoryMb())
    }, 100)
    const { text } = await chat('crumbs', stream)
    clearInterval(look)
    expect(text.slice(-2_000)).toContain('an answer of more than 4000000 characters')
    expect(mostMb - restMb).toBeLessThan(MAX_GROWTH_MB)
  },
)
