import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { openAbilityFile } from '../../../models/adapters/ability-file.ts'
import { openServerInquiry } from '../../../models/adapters/server-inquiry.ts'
import { openLoopback } from '../../fakes/loopback.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const never = new AbortController().signal
const SERVER = 'http://localhost:8080/v1'
const ABILITY: NonNullable<ReturnType<ReturnType<typeof openAbilityFile>['get']>> = {
  provider: 'llama.cpp',
  rung: 'prefix',
  spelling: 'continue_final_message',
  continuesReasoning: true,
  echoes: false,
  trims: false,
  misnamesText: false,
  counts: true,
}

describe('what was found out about servers, in a file', () => {
  it('is there for the next process, by server and model', async () => {
    const file = join(temporaryFolder(), 'state', 'abilities.json')
    const memory = openAbilityFile(file)
    expect(memory.get(SERVER, 'tiny')).toBeNull()
    memory.set(SERVER, 'tiny', ABILITY, 'As the test has it.')
    memory.set(SERVER, 'large', { ...ABILITY, rung: 'restart' }, 'As the test has it.')
    const next = openAbilityFile(file)
    expect(next.get(SERVER, 'tiny')).toEqual(ABILITY)
    expect(next.get(SERVER, 'large')?.rung).toBe('restart')
    expect(next.get('http://elsewhere/v1', 'tiny')).toBeNull()
  })

  it('is forgotten after a week, for servers are updated', async () => {
    const file = join(temporaryFolder(), 'abilities.json')
    const clock = createManualClock()
    openAbilityFile(file, { clock }).set(SERVER, 'tiny', ABILITY, 'As the test has it.')
    const later = { ...clock, dateMs: () => clock.dateMs() + 7 * 24 * 3_600_000 }
    expect(openAbilityFile(file, { clock: later }).get(SERVER, 'tiny')).toBeNull()
    openAbilityFile(file, { clock: later }).set(SERVER, 'other', ABILITY, 'As the test has it.')
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(1)
  })

  it.each(['{"half', '[{"server": 1}]'])(
    'counts as empty where it is damaged, and says so: %s',
    async (content) => {
      const file = join(temporaryFolder(), 'abilities.json')
      await writeFile(file, content)
      const faults: unknown[] = []
      const memory = openAbilityFile(file, { onFault: (error) => faults.push(error) })
      expect(faults).toHaveLength(1)
      expect(memory.get(SERVER, 'tiny')).toBeNull()
      memory.set(SERVER, 'tiny', ABILITY, 'As the test has it.')
      expect(openAbilityFile(file).get(SERVER, 'tiny')).toEqual(ABILITY)
    },
  )

  it('stays in memory where it cannot be written', async () => {
    const folder = temporaryFolder()
    await writeFile(join(folder, 'a-file'), '')
    const faults: unknown[] = []
    const memory = openAbilityFile(join(folder, 'a-file', 'abilities.json'), {
      onFault: (error) => faults.push(error),
    })
    memory.set(SERVER, 'tiny', ABILITY, 'As the test has it.')
    expect(memory.get(SERVER, 'tiny')).toEqual(ABILITY)
    expect(faults.length).toBeGreaterThan(0)
  })
})

const seen: { readonly url: string; readonly key: string | undefined; readonly body: string }[] = []
const server = await openLoopback(async (incoming, outgoing) => {
  const body = await text(incoming)
  seen.push({ url: `${incoming.method} ${incoming.url}`, key: incoming.headers.authorization, body })
  if (incoming.url === '/slow') return
  if (incoming.url === '/words') outgoing.end("I'm alive!")
  else if (incoming.url === '/props') outgoing.end('{"total_slots":4}')
  else if (incoming.url === '/apply-template') outgoing.end('{"prompt":"<user>"}')
  else outgoing.writeHead(404).end('{"error":{}}')
})
afterAll(() => server.close())
const url = `${server.origin}/v1`

describe('a question to a server beside its chat', () => {
  const inquiry = openServerInquiry({ url, key: 'secret', timeoutMs: 100 })

  it.each([
    ['/props', { total_slots: 4 }],
    ['/words', "I'm alive!"],
    ['/version', null],
    ['/slow', null],
  ])('%s goes to the root of its address', async (path, answer) => {
    await expect(inquiry.ask(path, null, never)).resolves.toEqual(answer)
    expect(seen.at(-1)).toEqual({ url: `GET ${path}`, key: 'Bearer secret', body: '' })
  })

  it('can have a body', async () => {
    await expect(inquiry.ask('/apply-template', { messages: [] }, never)).resolves.toEqual({
      prompt: '<user>',
    })
    expect(seen.at(-1)).toMatchObject({ url: 'POST /apply-template', body: '{"messages":[]}' })
  })

  it('has no answer where there is no server, and ends with its reader', async () => {
    const nobody = openServerInquiry({ url: 'http://127.0.0.1:1/v1' })
    await expect(nobody.ask('/props', null, never)).resolves.toBeNull()
    const stop = new AbortController()
    const asked = openServerInquiry({ url }).ask('/slow', null, stop.signal)
    const ends = expect(asked).rejects.toThrow('enough')
    stop.abort(new Error('enough'))
    await ends
  })
})
