/** Tests a corpus that another server of the same database deletes and makes again under its name. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteCorpus } from '../../../app/index.ts'
import type { PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresWorkspace } from '../../../corpus/adapters/postgres-workspace.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { formOf, type Served, serve } from '../../fixtures/served-samples.ts'

let database: PostgresServer
let [one, other]: Served[] = []
beforeAll(async () => {
  database = await openPgliteServer({ canSearch: false })
  const workspaceIn = (folder: string) =>
    openPostgresWorkspace({ ...database, close: async () => undefined }, folder)
  ;[one, other] = [await serve({}, { workspaceIn }), await serve({}, { workspaceIn })]
})
afterAll(async () => {
  for (const served of [one, other]) await served?.close()
  await database.close()
})

async function add(name: string): Promise<void> {
  const bytes = `${name} from bark\n\n${`${name} binds the kinase AKT1 in cells of the bark. `.repeat(8)}`
  const files = [{ name: `${name}.txt`, bytes }]
  const accepted = await one!.server.inject({ method: 'POST', url: '/papers?topic=none', ...formOf(files) })
  await one!.server.inject(`/jobs/${accepted.json().id}/events`)
}
const askedAt = async ({ server }: Served) => {
  const answer = await server.inject('/retrieve?query=what+binds+AKT1&backend=words&corpus=main')
  const { code, hits } = answer.json()
  return code ?? hits.map(({ text }: { text: string }) => text.split(' ')[0])
}

it('is not found after it was deleted, and found once it is made again, by a server that had it open', async () => {
  await add('Lupeol')
  const texts = await askedAt(other!)
  expect(new Set(texts)).toEqual(new Set(['Lupeol']))
  await deleteCorpus(one!.gloss, 'main')
  expect([await askedAt(one!), await askedAt(other!)]).toEqual(['CORPUS_NOT_FOUND', 'CORPUS_NOT_FOUND'])
  await add('Betulin')
  expect(new Set(await askedAt(other!))).toEqual(new Set(['Betulin']))
  // Deleted and made again between two questions.
  await deleteCorpus(one!.gloss, 'main')
  await add('Amyrin')
  expect(new Set(await askedAt(other!))).toEqual(new Set(['Amyrin']))
})
