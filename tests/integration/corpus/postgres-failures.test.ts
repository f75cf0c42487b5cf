/** Tests the errors of a PostgreSQL store, and the data that it keeps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { paperRecord } from '../../fixtures/paper-records.ts'

describe('a PostgreSQL store', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await openPgliteServer()
  })
  afterAll(() => server.close())

  it('names a server that does not answer, without its user and password, and tries again with the next call', async () => {
    const corpora = openPostgresCorpora(await openPostgresServer('postgres://me:secret@127.0.0.1:1/papers'))
    for (let time = 0; time < 2; time++) {
      const failure = await corpora.list().catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'STORE_UNREACHABLE' })
      expect(String(failure)).toContain('postgres://127.0.0.1:1/papers does not answer')
      expect(String(failure)).not.toMatch(/secret|me:/)
    }
    await corpora.close()
  })

  it('offers no search where the server lacks an extension, and names it', async () => {
    const corpora = openPostgresCorpora(await openPgliteServer({ canSearch: false }))
    expect((await corpora.create('plain')).database).toBeUndefined()
    expect(await corpora.missingExtensions()).toEqual(['vector', 'pg_textsearch'])
    await corpora.close()
  })

  it('keeps characters that PostgreSQL cannot hold', async () => {
    const store = await openPostgresCorpora(server).create('controls')
    const text = 'a\0b\x01A\x01'
    await using writer = await store.write('test')
    await writer.setSetting(text, text)
    expect(await store.setting(text)).toBe(text)
    const { paper } = paperRecord('amber', { title: text, paths: [`${text}.pdf`] })
    await writer.put([paperRecord('amber', { title: text, paths: [`${text}.pdf`] })])
    expect(await store.paper(paper.id)).toMatchObject({ title: text, paths: [`${text}.pdf`] })
    expect(await store.verify()).toEqual([])
  })

  it('names damaged rows, and refuses to show them', async () => {
    const corpora = openPostgresCorpora(server)
    const store = await corpora.create('damaged')
    await using writer = await store.write('test')
    await writer.put([paperRecord('amber')])
    const schema = `gloss_${await corpora.number('damaged')}`
    await server.query(`UPDATE ${schema}.unit SET text = 'other' WHERE ordinal = 0 AND kind = 'unit'`)
    await server.query(`UPDATE ${schema}.tally SET count = 9 WHERE tallied = 'page'`)
    const problems = await store.verify()
    expect(problems).toEqual([
      expect.stringMatching(/^Unit \w+ is damaged/),
      expect.stringMatching(/^Rows of page: \d+, but 9 are counted/),
    ])
    await expect(store.listUnits()).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  })

  it('undoes the whole of a change that fails half-way', async () => {
    const store = await openPostgresCorpora(server).create('halves')
    await using writer = await store.write('test')
    const torn = paperRecord('birch')
    const fault = { ...torn, paper: { ...torn.paper, format: null as never } }
    await expect(writer.put([paperRecord('amber'), fault])).rejects.toThrow('null value')
    expect([await store.seq(), await store.papers()]).toEqual([0, []])
    await writer.put([paperRecord('amber')])
    expect(await store.seq()).toBe(1)
  })

  it('refuses a list of corpora, and a corpus, of a newer format', async () => {
    const corpora = openPostgresCorpora(server)
    await corpora.create('newer')
    await server.query(`UPDATE gloss.corpus SET version = 99 WHERE name = 'newer'`)
    await expect(corpora.open('newer')).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
    await server.query('UPDATE gloss.format SET version = 99')
    await expect(openPostgresCorpora(server).list()).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
    await server.query('UPDATE gloss.format SET version = 4')
  })
})
