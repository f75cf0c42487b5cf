/** A loopback server with as much of S3 as file stores need: one bucket, one key, S3's errors. A real one: file-store-s3.long.test.ts. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Loopback, openLoopback } from './loopback.ts'

export const S3_KEY = {
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'the-secret-key',
  region: 'eu-west-1',
  maxBytes: 16_000_000,
}

export interface S3Server extends Loopback {
  readonly objects: Map<string, Buffer>
  /** Makes every later answer fail; `cut` closes the connection in the middle of a file, null ends the failures. */
  fail(mishap: { readonly status: number; readonly code: string } | 'cut' | null): void
}

/** Starts the server, with the bucket `papers`. */
export async function openS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  let mishap: Parameters<S3Server['fail']>[0] = null
  const fail: S3Server['fail'] = (next) => {
    mishap = next
  }

  function answerTo(
    method: string,
    path: string,
    body: Buffer,
  ): { status: number; content: Buffer | string } {
    if (!path.startsWith('/papers/')) return refused(404, 'NoSuchBucket')
    if (method === 'PUT') objects.set(path, body)
    if (method === 'DELETE') objects.delete(path)
    if (method !== 'GET') return { status: method === 'PUT' ? 200 : 204, content: '' }
    const content = objects.get(path)
    return content === undefined ? refused(404, 'NoSuchKey') : { status: 200, content }
  }

  const server = await openLoopback(async (request, response) => {
    const body = await buffer(request)
    const { authorization = '', 'x-amz-content-sha256': digest } = request.headers
    const isOurs = authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${S3_KEY.accessKeyId}/`)
    const isWhole = digest === createHash('sha256').update(body).digest('hex')
    const usual = () => answerTo(request.method ?? '', request.url ?? '', body)
    const wrong = isOurs ? refused(400, 'XAmzContentSHA256Mismatch') : refused(403, 'InvalidAccessKeyId')
    const { status, content } =
      mishap !== null && mishap !== 'cut'
        ? refused(mishap.status, mishap.code)
        : isOurs && isWhole
          ? usual()
          : wrong
    if (mishap !== 'cut') return void response.writeHead(status).end(content)
    response.writeHead(status, { 'content-length': content.length + 1 }).write(content)
    setImmediate(() => response.destroy())
  })
  return { ...server, objects, fail }
}

/** Returns S3's error document, with the access key and secret in it, as a server might send them back. */
function refused(status: number, code: string): { status: number; content: string } {
  const { accessKeyId, secretAccessKey } = S3_KEY
  const content = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${accessKeyId} ${secretAccessKey}</Message></Error>`
  return { status, content }
}
