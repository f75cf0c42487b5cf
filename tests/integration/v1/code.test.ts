/** Code in the stream of a client: run where the client and the service both want it, with the interpreter that was asked for. */

import { expect, test } from 'vitest'
import type { Script, ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import { haplotypeWorkspace, openProxied } from '../../fixtures/proxied.ts'
import { asking } from '../../fixtures/served-solver.ts'

const workspace = await haplotypeWorkspace()

const PARTS = ['First <code>x = 2</code> then', 'Next <code>print(4 * x)</code> so', 'Done.']

/** Says the next part, by the results that are in the turn already. */
function answers({ body }: ScriptedRequest): Script {
  const results = body.messages?.at(-1)?.content.match(/<\/execution_results>/g)?.length ?? 0
  return { text: PARTS[results] ?? '' }
}

async function ask(code: string, execute = true): Promise<{ status: number; body: string }> {
  const settings = { workspace, execute, continuation: 'prefix' }
  await using proxied = await openProxied(answers, { settings })
  const body = { model: 'gloss', messages: [{ role: 'user', content: 'Compute.' }] }
  const response = await fetch(`${proxied.url}/chat/completions`, asking(body, { 'x-gloss-code': code }))
  return { status: response.status, body: await response.text() }
}

const contentOf = (body: string) => JSON.parse(body).choices[0].message.content as string

test('with code kept, the blocks of a turn see each other’s names', async () => {
  const { body } = await ask('kept')
  expect(contentOf(body)).toMatch(
    /x = 2<\/code><execution_results>\{'output': ''.*<code>print\(4 \* x\)<\/code><execution_results>\{'output': '8\\n'.*Done\.$/,
  )
})

test('with fresh code, blocks do not see each other’s names, and the model sees the error', async () => {
  const { body } = await ask('fresh')
  expect(contentOf(body)).toMatch(/NameError.*Done\.$/s)
})

test('a service that runs no code says so', async () => {
  const { status, body } = await ask('fresh', false)
  expect(status).toBe(403)
  expect(JSON.parse(body).error.message).toContain('GLOSS_EXECUTE')
})

test('another word for code is refused with the choices', async () => {
  const { status, body } = await ask('yes')
  expect(status).toBe(400)
  expect(body).toContain('kept')
})
