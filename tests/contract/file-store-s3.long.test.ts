/** Files on a real S3 server: TEST_S3=s3://bucket/prefix, with the usual AWS_* variables; skipped without it. */
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../app/index.ts'
import { contentId } from '../../core/index.ts'
import { openS3FileStore, type S3Access } from '../../corpus/adapters/s3-file-store.ts'
import { fileStoreContract } from './file-store.contract.ts'

const { TEST_S3: address = '' } = env
const access = { ...loadConfig({}, env).s3, maxBytes: 64_000_000 } as S3Access
const id = contentId('no such paper')

describe.skipIf(address === '')('a server of S3 (TEST_S3)', () => {
  fileStoreContract(address, async () => openS3FileStore(address, access))

  it.each([
    { name: 'a bucket that is not there', at: 's3://no-such-bucket-of-gloss', says: 'has no such bucket' },
    { name: 'a key that is not there', given: { accessKeyId: 'AKIAWRONG' }, says: 'refuses access' },
    { name: 'a wrong secret', given: { secretAccessKey: 'wrong' }, says: 'refuses access' },
    { name: 'no server', given: { endpoint: 'http://127.0.0.1:9' }, says: 'does not answer' },
  ])('says what to do about $name', async ({ at = address, given = {}, says }) => {
    const files = openS3FileStore(at, { ...access, ...given })
    for (const call of [() => files.get(id), () => files.put(id, Uint8Array.of(1)), () => files.delete(id)])
      await expect(call()).rejects.toMatchObject({
        code: 'STORE_UNREACHABLE',
        message: expect.stringContaining(says),
      })
  })
})
