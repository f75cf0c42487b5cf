/**
 * Writes and sends long answers as JSON in pieces: as one string, 32 MB of a comparison of 50 questions block the thread for 60 ms
 * while they are serialised, and as long again while they are encoded.
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { createTurns } from '../../core/index.ts'

/** Minimum characters of a piece, except the last one. */
const PIECE = 65_536
/** Depth below which parts are written in one piece: lists of answers, of their backends and of their hits are above it. */
const MAX_DEPTH = 6

/** Yields in order what `JSON.stringify` returns for plain data: without cycles or `undefined` at the top. */
export function* jsonPieces(value: unknown, depth = 0): Generator<string> {
  // `null` as in arrays, where JSON has no other form for unsupported values.
  if (depth >= MAX_DEPTH || !hasParts(value)) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* listPieces(value, depth + 1)
  else yield* objectPieces(value, depth + 1)
}

function hasParts(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}

function* listPieces(list: readonly unknown[], depth: number): Generator<string> {
  yield '['
  for (const [at, item] of list.entries()) {
    if (at > 0) yield ','
    yield* jsonPieces(item, depth)
  }
  yield ']'
}

function* objectPieces(object: object, depth: number): Generator<string> {
  yield '{'
  let between = ''
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue
    yield `${between}${JSON.stringify(name)}:`
    yield* jsonPieces(value, depth)
    between = ','
  }
  yield '}'
}

/** Sends a JSON answer of unknown length, and lets other requests run between pieces. */
export function sendInPieces(reply: FastifyReply, answer: object): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(buffered(answer), { objectMode: false }))
}

async function* buffered(answer: object): AsyncGenerator<Buffer> {
  const takeTurns = createTurns()
  let piece = ''
  for (const text of jsonPieces(answer)) {
    piece += text
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
    await takeTurns()
  }
  yield Buffer.from(piece)
}
