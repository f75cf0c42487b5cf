/** Tests that clients that may add papers can make corpora, but only up to a limit. */
import { readdirSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { formOf, serve } from '../../fixtures/served-samples.ts'

const note = formOf([{ name: 'note.txt', bytes: 'Lupeol binds the kinase AKT1.' }])

it('corpora are as many as GLOSS_MAX_CORPORA; those that are there can be used, and deleted for another', async () => {
  const { server, gloss, close } = await serve({ maxCorpora: 2 })
  onTestFinished(close)
  const make = (name: string) => server.inject({ method: 'POST', url: '/corpora', payload: { name } })
  const upload = (corpus: string) =>
    server.inject({ method: 'POST', url: `/papers?corpus=${corpus}&topic=none`, ...note })
  expect((await make('one')).statusCode).toBe(201)
  expect((await make('two')).statusCode).toBe(201)
  for (const refused of [await make('three'), await upload('three')])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'TOO_MANY_CORPORA'])
  expect(await gloss.workspace.listCorpora()).toEqual(['one', 'two'])
  expect(readdirSync(`${gloss.config.workspace}/incoming`)).toEqual([])
  expect((await make('one')).statusCode).toBe(200)
  expect((await upload('one')).statusCode).toBe(202)
  expect((await server.inject({ method: 'DELETE', url: '/corpora/two' })).statusCode).toBe(204)
  expect((await upload('three')).statusCode).toBe(202)
})
