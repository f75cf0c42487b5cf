/** A server that records the raw bytes of each request and answers with bytes chosen by a test. */
import { buffer } from 'node:stream/consumers'
import { openLoopback } from './loopback.ts'

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly rawHeaders: readonly string[]
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

export interface RecordedAnswer {
  readonly status?: number
  readonly statusText?: string
  /** Alternating names and values. */
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  /** Whether the connection closes after the body, whatever the headers promised. */
  readonly isBroken?: boolean
}

export async function openRecordingServer(answer: () => RecordedAnswer = () => ({})) {
  const requests: RecordedRequest[] = []
  const server = await openLoopback(async (incoming, outgoing) => {
    const { method = '', url = '', rawHeaders, headers } = incoming
    requests.push({ method, url, rawHeaders, headers, body: await buffer(incoming) })
    const { status = 200, statusText = 'OK', headers: sent = [], body = '{}', isBroken } = answer()
    outgoing.writeHead(status, statusText, [...sent])
    if (isBroken === true) outgoing.write(body, () => outgoing.socket?.destroySoon())
    else outgoing.end(body)
  })
  return { ...server, requests }
}
