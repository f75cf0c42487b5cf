/** Answers a client whose bytes Node's parser refused, so that they never became a request, with the usual problem document. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { GlossError } from '../../core/index.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'

const REFUSALS: Readonly<Record<string, { readonly status: number; readonly error: () => GlossError }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: () =>
      new GlossError(
        'TOO_LARGE',
        'The address and the headers of the request are too long; send a long question as JSON with POST.',
      ),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: () => new GlossError('INPUT_INVALID', 'The request did not arrive in time.'),
  },
}
const BROKEN = {
  status: 400,
  error: () => new GlossError('INPUT_INVALID', 'The request is not valid HTTP.'),
}

export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, error: refusal } = REFUSALS[error.code ?? ''] ?? BROKEN
  const body = JSON.stringify({ ...problemOf(refusal(), randomUUID()), status })
  if (socket.writable)
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  else socket.destroy(error)
}
