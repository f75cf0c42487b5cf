/** A server that keeps each request as its bytes came, and answers with the bytes it is told to. */
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
  /** Names and values in turn. */
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  /** The connection ends with the body, whatever its headers promised. */
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
