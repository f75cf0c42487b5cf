/** Tests files of papers outside the database: shown by every machine, deleted with their corpus, and errors of their store. */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../../app/index.ts'
import { contentId, GlossError } from '../../../core/index.ts'
import { openFolderFileStore } from '../../../corpus/adapters/folder-file-store.ts'
import type { PostgresServer } from '../../../corpus/adapters/postgres-connection.ts'
import { openPostgresCorpora } from '../../../corpus/adapters/postgres-corpora.ts'
import { openS3FileStore } from '../../../corpus/adapters/s3-file-store.ts'
import type { FileStore } from '../../../corpus/index.ts'
import { openPgliteServer } from '../../fakes/pglite-server.ts'
import { openS3Server, S3_KEY, type S3Server } from '../../fakes/s3-server.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

let [database, bucket]: [PostgresServer?, S3Server?] = []
const folder = sharedFolder()
beforeAll(async () => {
  ;[database, bucket] = [await openPgliteServer({ canSearch: false }), await openS3Server()]
})
afterAll(async () => {
  await database!.close()
  await bucket!.close()
})

const openBucket = (given = {}, at = 's3://papers/of/gloss') =>
  openS3FileStore(at, { ...S3_KEY, endpoint: bucket!.origin, ...given })
const corporaWith = (files: FileStore | null) => openPostgresCorpora(database!, files)
const paper = (text: string) => ({ path: `/papers/${text}.txt`, bytes: new TextEncoder().encode(text) })
const idOf = (text: string) => contentId(paper(text).bytes)
const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(GlossError)
  expect((error as GlossError).message).not.toMatch(/the-secret-key/)
  return `${(error as GlossError).code}: ${(error as GlossError).message}`
}

describe('files of papers in a bucket', () => {
  it('come by queue or with papers that were read, are read at every machine, and go with the last corpus that has them', async () => {
    const [one, other] = [corporaWith(openBucket()), corporaWith(openBucket())]
    for (const name of ['bark', 'root']) await one.create(name)
    await one.paperJobs.add('bark', null, [paper('lupeol'), paper('betulin')])
    await one.paperJobs.add('root', null, [paper('lupeol')])
    await other.paperJobs.keep('bark', paper('amyrin').bytes)
    expect(bucket!.objects.size).toBe(3)
    expect(await database!.query('SELECT FROM gloss.file WHERE bytes IS NOT NULL')).toEqual([])
    const held = await other.paperJobs.claim(9)
    expect(held?.jobs.map(({ bytes }) => contentId(bytes))).toEqual([idOf('lupeol'), idOf('betulin')])
    await held![Symbol.asyncDispose]()
    expect(await other.paperJobs.bytes(idOf('amyrin'))).toEqual(paper('amyrin').bytes)
    await other.delete('bark')
    expect([...bucket!.objects.keys()]).toEqual([`/papers/of/gloss/${idOf('lupeol')}`])
    await other.delete('root')
    expect([bucket!.objects.size, await database!.query('SELECT FROM gloss.file')]).toEqual([0, []])
  })

  it('that came before stay in the database; a process that was not told of the bucket says so', async () => {
    const [before, after] = [corporaWith(null), corporaWith(openBucket())]
    await before.create('bark')
    await before.paperJobs.add('bark', null, [paper('lupeol')])
    await after.paperJobs.add('bark', null, [paper('betulin')])
    expect(await after.paperJobs.bytes(idOf('lupeol'))).toHaveLength(6)
    expect(await failureOf(before.paperJobs.bytes(idOf('betulin')))).toMatch(/^CONFIG_INVALID: .*GLOSS_FILES/)
    await after.delete('bark')
    expect([bucket!.objects.size, await database!.query('SELECT FROM gloss.file')]).toEqual([0, []])
  })

  it('fail the job whose file is gone or is another, and no other job', async () => {
    const corpora = corporaWith(openBucket())
    await corpora.create('bark')
    await corpora.paperJobs.add('bark', null, ['gone', 'changed', 'there'].map(paper))
    bucket!.objects.delete(`/papers/of/gloss/${idOf('gone')}`)
    bucket!.objects.set(`/papers/of/gloss/${idOf('changed')}`, Buffer.from('another'))
    const held = await corpora.paperJobs.claim(9)
    expect(held?.jobs.map(({ path }) => path)).toEqual([paper('there').path])
    await held![Symbol.asyncDispose]()
    expect(await corpora.paperJobs.bytes(idOf('changed'))).toBeNull()
    expect(await corpora.paperJobs.counts()).toMatchObject([
      { state: 'failed', jobs: 2 },
      { state: 'waiting', jobs: 1 },
    ])
    await corpora.delete('bark')
  })

  it('count no start of a job while the bucket does not answer; a deletion says what is left', async () => {
    const corpora = corporaWith(openBucket())
    await corpora.create('bark')
    await corpora.paperJobs.add('bark', null, [paper('lupeol')])
    bucket!.fail({ status: 403, code: 'AccessDenied' })
    for (let time = 0; time < 4; time++)
      expect(await failureOf(corpora.paperJobs.claim(1))).toMatch(/^STORE_UNREACHABLE: .*AccessDenied/)
    expect(await failureOf(corpora.paperJobs.add('bark', null, [paper('betulin')]))).toMatch(/AccessDenied/)
    expect(await failureOf(corpora.delete('bark'))).toMatch(
      /^STORE_UNREACHABLE: The corpus is deleted, but not all/,
    )
    bucket!.fail(null)
    expect([await corpora.list(), bucket!.objects.size, await corpora.paperJobs.counts()]).toEqual([
      [],
      1,
      [],
    ])
    await corpora.create('root')
    await corpora.delete('root')
    expect(bucket!.objects.size).toBe(0)
  })
})

describe('a failure of a bucket says what to do', () => {
  const GONE = /^STORE_UNREACHABLE: .*does not answer/
  const refused = (status: number, code: string) => [undefined, {}, { status, code }] as const
  type Mishap = Parameters<S3Server['fail']>[0]
  it.each<[string, RegExp, at?: string | undefined, given?: object, mishap?: Mishap]>([
    ['another bucket', /^STORE_UNREACHABLE: s3:\/\/other.*create it, or/, 's3://other/of'],
    [
      'a wrong key',
      /^STORE_UNREACHABLE: .*AWS_ACCESS_KEY_ID.*\(InvalidAccessKeyId\)/,
      undefined,
      { accessKeyId: 'other' },
    ],
    ['another region', /^STORE_UNREACHABLE: .*set AWS_REGION/, ...refused(301, 'PermanentRedirect')],
    ['no room', /^STORE_UNWRITABLE: .*is full/, ...refused(507, 'XMinioStorageFull')],
    ['a busy server', /^STORE_UNREACHABLE: .*refuses \(SlowDown\)/, ...refused(503, 'SlowDown')],
    ['a server that is gone', GONE, undefined, { endpoint: 'http://127.0.0.1:9' }],
    ['an answer that breaks off', GONE, undefined, {}, 'cut'],
  ])('%s', async (_, says, at, given, mishap = null) => {
    const files = openBucket(given, at)
    bucket!.objects.set(`/papers/of/gloss/${idOf('lupeol')}`, Buffer.alloc(1_000_000))
    onTestFinished(() => {
      bucket!.fail(null)
      bucket!.objects.clear()
    })
    bucket!.fail(mishap)
    expect(await failureOf(files.get(idOf('lupeol')))).toMatch(says)
    if (mishap === 'cut') return
    expect(await failureOf(files.put(idOf('lupeol'), paper('lupeol').bytes))).toMatch(says)
    expect(await failureOf(files.delete(idOf('lupeol')))).toMatch(says)
  })
})

describe('a folder of files', () => {
  it('that is not mounted is not made', async () => {
    const share = join(folder, 'share')
    const files = openFolderFileStore(share)
    for (const call of [
      () => files.get(idOf('lupeol')),
      () => files.put(idOf('lupeol'), paper('lupeol').bytes),
      () => files.delete(idOf('lupeol')),
    ])
      expect(await failureOf(call())).toMatch(/^STORE_UNREACHABLE: The folder .*share does not exist: mount/)
    expect(existsSync(share)).toBe(false)
  })

  it('has whole files alone, and says where it cannot be written', async () => {
    const files = openFolderFileStore(folder)
    await files.put(idOf('lupeol'), paper('lupeol').bytes)
    const shelf = join(folder, idOf('lupeol').slice(0, 2))
    expect(readdirSync(shelf)).toEqual([idOf('lupeol')])
    renameSync(shelf, `${shelf}-away`)
    writeFileSync(shelf, 'no folder')
    expect(await failureOf(files.put(idOf('lupeol'), paper('lupeol').bytes))).toContain(folder)
    rmSync(shelf)
  })
})

describe('GLOSS_FILES', () => {
  const store = 'postgres://u@h/d'
  const form = 'GLOSS_FILES: must be s3://'
  it.each([
    ['without GLOSS_STORE', { files: '/mnt/share' }, 'GLOSS_FILES: needs GLOSS_STORE'],
    ['a relative folder', { files: 'share', store }, form],
    ['no bucket', { files: 's3://', store }, form],
    ['a key in the address', { files: 's3://key:secret@bucket', store }, form],
  ])('is refused: %s', (_, given, says) => {
    expect(() => loadConfig(given, {})).toThrow(says)
  })
})
