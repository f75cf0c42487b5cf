/**
 * The index of a corpus over the workers of a Citus cluster. TEST_CITUS=postgres://… names its coordinator, which has at least two workers and may be
 * written to by a superuser, at every worker too; skipped without. A worker is down here when it ends its connections and lets none in.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentId } from '../../../core/index.ts'
import { openPostgresServer, type PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora, type PostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import type { CorpusStore } from '../../../corpus/index.ts'
import { mendIndexes } from '../../../index/adapters/mend-postgres-indexes.ts'
import { openPostgresIndex } from '../../../index/adapters/postgres-index.ts'
import { openStaticEmbedder } from '../../../models/adapters/static-embedder.ts'
import { vanillaBackend, wordsBackend } from '../../../retrieval/index.ts'
import { bagOfWordsEmbedder } from '../../fakes/fake-embedder.ts'
import { hasShared, sharedPath } from '../../fixtures/shared.ts'
import { textRecord } from '../../fixtures/text-records.ts'

const { TEST_CITUS: address = '' } = env
const embedder = bagOfWordsEmbedder()
const BACKENDS = { words: wordsBackend, near: vanillaBackend }
const UNITS = 400
const word = (at: number) =>
  [...String(at)]
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('')
    .padStart(5, 'wxyz')
const QUESTION = { text: 'Is lupeol 7 in bark?', k: 150 }

describe.skipIf(address === '')('an index over the workers of a cluster (TEST_CITUS)', () => {
  const prefix = `c${Date.now().toString(36)}`
  let admin: PostgresServer
  let corpora: PostgresCorpora
  let store: CorpusStore
  let made = 0
  beforeAll(async () => {
    admin = await openPostgresServer(address)
    corpora = openPostgresCorpora(admin)
    store = await corpora.create(`${prefix}-bark`)
    await put(
      'bark',
      Array.from({ length: UNITS }, (_, at) => `Lupeol ${at} is in bark of ${word(at)} and ${word(at * 7)}.`),
    )
    await ask('words')
  })
  afterAll(async () => {
    for (const name of await corpora.list()) if (name.startsWith(prefix)) await corpora.delete(name)
    await corpora.close()
  })

  async function put(name: string, units: readonly string[]): Promise<void> {
    await using writer = await store.write('test', 'shared')
    await writer.put([await textRecord({ name, units }, embedder)])
  }
  async function ask(kind: keyof typeof BACKENDS, spreadFrom = 0): Promise<string[]> {
    const database = store.database!
    const mend = async () => (await mendIndexes(database)).some(({ state }) => state === 'mended')
    const index = openPostgresIndex({ database, embedder, spreadFrom, mend })
    return (await BACKENDS[kind]({ index, embedder }).retrieve(QUESTION)).hits.map(({ unit }) => unit)
  }
  const parts = () =>
    store.database!.query<{ part: string; port: number; host: string; id: number }>(
      `SELECT shard_name AS part, nodeport AS port, nodename AS host, shardid AS id FROM citus_shards
       WHERE table_name::text LIKE (SELECT 'corpus.' || name FROM corpus.search) || '%' ORDER BY shardid`,
    )
  /** Runs `work` with a session of the worker that has a part, in another of its databases. */
  async function atWorker(port: number, database: string, statements: readonly string[]): Promise<void> {
    const url = Object.assign(new URL(address), { port: String(port), pathname: `/${database}` })
    // Workers hide their parts from who asks them directly.
    url.searchParams.set('options', '-c citus.override_table_visibility=off')
    const worker = await openPostgresServer(url.href)
    for (const statement of statements) await worker.query(statement)
    await worker.close()
  }
  async function setDown(port: number, isDown: boolean): Promise<void> {
    const name = new URL(address).pathname.slice(1)
    await atWorker(port, 'template1', [
      `ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isDown ? 'false' : 'true'}`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND ${isDown}`,
    ])
  }

  it('has one part at each worker, and finds more than one part gives', async () => {
    const ports = (await parts()).map(({ port }) => port)
    expect(ports.length).toBeGreaterThan(1)
    expect(new Set(ports).size).toBe(ports.length)
    for (const kind of ['words', 'near'] as const) expect(new Set(await ask(kind)).size).toBe(QUESTION.k)
  })

  it('is spread once its corpus is large enough, with what changed since', async () => {
    const [kept, name] = [store, `${prefix}-${++made}`]
    store = await corpora.create(name)
    await put('one', ['Lupeol 7 is in bark.', 'Betulin is in bark.'])
    const before = await ask('words', 4)
    expect([before.length, (await parts()).length]).toEqual([2, 0])
    await put('two', ['Lupeol 7 is in birch.', 'Suberin is in bark.'])
    const after = await ask('words', 4)
    expect((await parts()).length).toBeGreaterThan(1)
    expect(new Set(after)).toEqual(new Set((await store.listUnits()).map(({ id }) => id)))
    // Of an index that does not know that it may be.
    expect(await ask('words', 1_000)).toEqual(after)
    const [paper] = await store.papers()
    {
      await using writer = await store.write('test', 'shared')
      await writer.remove([paper!.id])
    }
    expect((await ask('words')).length).toBe(2)
    await corpora.delete(name)
    store = kept
  })

  it.each(['words', 'near'] as const)(
    'is mended where one part of %s finds nothing or cannot be read',
    async (kind) => {
      const before = await ask(kind)
      const [{ part, port } = { part: '', port: 0 }] = await parts()
      for (const using of [
        kind === 'words' ? `bm25 (terms) WITH (text_config = 'simple')` : 'hnsw (vector halfvec_ip_ops)',
        'btree (id)',
      ]) {
        const index = `${part.replace(/_(\d+)$/, `_${kind}_$1`)}`
        await atWorker(port, new URL(address).pathname.slice(1), [
          'DROP TABLE IF EXISTS public.gloss_broken',
          `CREATE TABLE public.gloss_broken AS SELECT * FROM ${part} LIMIT 0`,
          `CREATE INDEX gloss_broken_file ON public.gloss_broken USING ${using}`,
          `UPDATE pg_class SET relfilenode = (SELECT relfilenode FROM pg_class WHERE relname = 'gloss_broken_file') WHERE oid = '${index}'::regclass`,
        ])
        const states = async () =>
          new Map((await mendIndexes(store.database!)).map((one) => [one.index.split('_').at(-1), one.state]))
        expect((await states()).get(kind)).toBe('mended')
        expect([...(await states()).values()]).toEqual(['sound', 'sound'])
        expect(await ask(kind)).toEqual(before)
      }
    },
  )

  it('is sound, each time other units are asked for', async () => {
    for (let time = 0; time < 40; time++)
      expect((await mendIndexes(store.database!)).map(({ problem }) => problem)).toEqual(['', ''])
  })

  it('says that a worker is down, keeps what is imported meanwhile, and finds it when the worker is back', async () => {
    const before = await ask('words')
    const { port } = (await parts()).at(-1)!
    await setDown(port, true)
    try {
      for (const kind of ['words', 'near'] as const)
        await expect(ask(kind)).rejects.toMatchObject({
          code: 'STORE_UNREACHABLE',
          message: expect.stringContaining(String(port)),
        })
      await put('down', ['Lupeol 7 7 7 is in bark, birch and cork.'])
      expect(await store.listUnits()).toHaveLength(UNITS + 1)
      await expect(ask('words')).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
      await expect(mendIndexes(store.database!)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    } finally {
      await setDown(port, false)
    }
    const after = await ask('words')
    expect(before).not.toContain(after[0])
    expect(after).toHaveLength(QUESTION.k)
    expect(await store.verify()).toEqual([])
  })

  it('answers while a part moves to another worker, where its index of words is made again', async () => {
    const before = [await ask('words'), await ask('near')]
    const [one, other] = await parts()
    let isMoved = false
    const moving = admin
      .query(
        `SELECT citus_move_shard_placement($1, $2, $3::integer, $4, $5::integer, shard_transfer_mode := 'block_writes')`,
        [one!.id, one!.host, one!.port, other!.host, other!.port],
      )
      .finally(() => {
        isMoved = true
      })
    while (!isMoved) expect(await ask('words')).toEqual(before[0])
    await moving
    expect([await ask('words'), await ask('near')]).toEqual(before)
    expect((await parts()).map(({ port }) => port)).toEqual((await parts()).map(() => other!.port))
    expect((await mendIndexes(store.database!)).map(({ problem }) => problem)).toEqual(['', ''])
  })

  it.skipIf(!hasShared)('ranks as one server does, on SciFact', { timeout: 400_000 }, async () => {
    const path = sharedPath('data', 'scifact')
    const lines = (file: string) => readFileSync(join(path, file), 'utf8').trim().split('\n')
    const papers = lines('corpus.jsonl').map(
      (line) => JSON.parse(line) as { _id: string; title: string; text: string },
    )
    const questions = lines('queries.jsonl').map((line) => JSON.parse(line) as { _id: string; text: string })
    const judged = Map.groupBy(
      lines('qrels.tsv')
        .slice(1)
        .map((line) => line.split('\t')),
      ([query]) => query!,
    )
    const table = await openStaticEmbedder()
    const scifact = await corpora.create(`${prefix}-scifact`)
    const add = async (some: typeof papers) => {
      await using writer = await scifact.write('test', 'shared')
      await writer.put(
        await Promise.all(
          some.map(({ _id, title, text }) => textRecord({ name: _id, units: [`${title}. ${text}`] }, table)),
        ),
      )
    }
    for (let at = 0; at < papers.length; at += 500) await add(papers.slice(at, at + 500))
    const paperOf = new Map(papers.map(({ _id }) => [contentId(_id), _id]))
    const ranked = async (spreadFrom: number) => {
      const index = openPostgresIndex({ database: scifact.database!, embedder: table, spreadFrom })
      const found = { words: [] as string[][], near: [] as string[][] }
      for (const kind of ['words', 'near'] as const)
        for (const { text } of questions.slice(0, 300)) {
          const { hits } = await BACKENDS[kind]({ index, embedder: table }).retrieve({ text, k: 10 })
          found[kind].push(hits.map(({ paper }) => paperOf.get(paper) ?? ''))
        }
      return found
    }
    const one = await ranked(Number.POSITIVE_INFINITY)
    await add([{ _id: 'one more', title: 'Xyzzy', text: 'Plugh.' }])
    const spread = await ranked(0)
    expect(
      await scifact.database!.query(
        `SELECT to_regclass('corpus.' || name || '_words') AS whole FROM corpus.search`,
      ),
    ).toEqual([{ whole: null }])
    const figures = (['words', 'near'] as const).map((kind) => {
      const shares = one[kind].map(
        (ids, at) => ids.filter((id) => spread[kind][at]!.includes(id)).length / ids.length,
      )
      const of = (found: string[][]) =>
        found.flatMap((ids, at) => {
          const right = new Set(judged.get(questions[at]!._id)?.map(([, id]) => id!))
          return right.size === 0 ? [] : [measuresOf(ids, right)]
        })
      return { kind, overlap: mean(shares), one: meansOf(of(one[kind])), spread: meansOf(of(spread[kind])) }
    })
    process.stdout.write(`${JSON.stringify(figures)}\n`)
    for (const { overlap, one: before, spread: after } of figures) {
      expect(Math.abs(after.ndcg - before.ndcg)).toBeLessThan(0.005)
      expect(Math.abs(after.recall - before.recall)).toBeLessThan(0.005)
      expect(overlap).toBeGreaterThan(0.95)
    }
  })
})

/** nDCG@10 and recall@5. */
function measuresOf(ids: readonly string[], right: ReadonlySet<string>) {
  const gain = (place: number) => 1 / Math.log2(place + 2)
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  const best = sum(Array.from({ length: Math.min(10, right.size) }, (_, at) => gain(at)))
  return {
    ndcg: sum(ids.map((id, at) => (right.has(id) ? gain(at) : 0))) / best,
    recall: ids.slice(0, 5).filter((id) => right.has(id)).length / right.size,
  }
}

function meansOf(all: readonly ReturnType<typeof measuresOf>[]) {
  return { ndcg: mean(all.map(({ ndcg }) => ndcg)), recall: mean(all.map(({ recall }) => recall)) }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
