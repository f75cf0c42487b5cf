/** A store of papers' files in a bucket of S3 or of a compatible server (MinIO, Ceph, R2). Requests are signed by aws4fetch. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { askServer, bytesOfBody, type ErrorCode, GlossError, messageOf } from '../../core/index.ts'
import type { FileStore } from '../file-store.ts'

export interface S3Access {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  readonly region: string
  /** Base address of the server; if absent, that of Amazon in the region. */
  readonly endpoint?: string | undefined
  /** Limit of an answer, so that an endless one is not held. */
  readonly maxBytes: number
}

/** Timeout of a request for a whole file. Chosen, not measured. */
const TIMEOUT_MS = 120_000
/** Retries if the server answers that it is busy. Chosen, not measured. */
const RETRIES = 2
const RETRY_WAIT_MS = 50

/** Opens the store at `address`: `s3://bucket/prefix`. */
export function openS3FileStore(
  address: string,
  { endpoint, sessionToken, maxBytes, ...key }: S3Access,
): FileStore {
  const { hostname: bucket, pathname } = new URL(address)
  const origin = (endpoint ?? `https://s3.${key.region}.amazonaws.com`).replace(/\/+$/, '')
  const shown = `${address} at ${new URL(origin).host}`
  const ofSession = sessionToken === undefined ? {} : { sessionToken }
  const client = new AwsClient({ ...key, ...ofSession, service: 's3' })
  const limits = { maxBytes }
  // Ids are hexadecimal and need no escaping.
  const urlOf = (id: string) => `${origin}/${bucket}${pathname.replace(/\/+$/, '')}/${id}`

  /** Sends a request, and again to a busy server. Redirects are not followed, so that signed headers reach no other server. */
  async function ask(method: string, id: string, body: Uint8Array<ArrayBuffer> | null = null) {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      for (let retries = 0; ; retries++) {
        const signed = await client.sign(urlOf(id), {
          method,
          headers: { 'x-amz-content-sha256': digest },
          body,
        })
        const headers = Object.fromEntries(signed.headers)
        const { status, body: came } = await askServer(signed.url, { method, headers, body, signal, limits })
        const { buffer, byteOffset, byteLength } = await bytesOfBody(came)
        if ((status < 500 && status !== 429) || retries === RETRIES)
          return { status, bytes: new Uint8Array(buffer, byteOffset, byteLength) }
        await setTimeout(Math.random() * RETRY_WAIT_MS * 2 ** retries, null, { signal })
      }
    } catch (error) {
      throw new GlossError('STORE_UNREACHABLE', `${shown} does not answer: ${messageOf(error)}.`, {}, error)
    }
  }

  /** Returns null for a file that is not there. */
  async function bytesOf(answer: Awaited<ReturnType<typeof ask>>): Promise<Uint8Array | null> {
    if (answer.status >= 200 && answer.status < 300) return answer.bytes
    const code = /<Code>(\w+)<\/Code>/.exec(Buffer.from(answer.bytes).toString('latin1'))?.[1]
    if (answer.status === 404 && code !== 'NoSuchBucket') return null
    throw refusal(shown, answer.status, code ?? `status ${answer.status}`)
  }

  return {
    shown,
    async put(id, bytes) {
      if ((await bytesOf(await ask('PUT', id, new Uint8Array(bytes)))) === null)
        throw refusal(shown, 404, 'status 404')
    },
    get: async (id) => await bytesOf(await ask('GET', id)),
    async delete(id) {
      await bytesOf(await ask('DELETE', id))
    },
  }
}

/** Meanings by status and code; the first match applies. The server's own messages may quote a key and are left out. */
const MEANINGS: readonly (readonly [RegExp, string, ErrorCode?])[] = [
  [/NoSuchBucket/, 'has no such bucket: create it, or correct GLOSS_FILES'],
  [/^30|Region|Malformed/, 'is in another region or at another address: set AWS_REGION or AWS_ENDPOINT_URL'],
  [/Skewed/, "refuses access: this machine's clock is wrong"],
  [
    /^40[13]/,
    'refuses access: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that the key may list the bucket and get, put and delete its objects',
  ],
  [/^507|Quota|StorageFull/, 'is full', 'STORE_UNWRITABLE'],
]

function refusal(shown: string, status: number, code: string): GlossError {
  const [, what, meaning = 'STORE_UNREACHABLE' as const] = MEANINGS.find(([pattern]) =>
    pattern.test(`${status} ${code}`),
  ) ?? [null, 'refuses']
  return new GlossError(meaning, `${shown} ${what} (${code}).`, { files: shown })
}
