/** POST /v1/embeddings: vectors of Gloss's embedders under their names, of the model server under any other. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Embedded, embedderNamed, embedTexts } from '../../app/proxy/index.ts'
import { checkedInput, type Gloss } from '../../app/wiring/index.ts'
import { invalidInput } from '../../core/index.ts'
import { signalOf } from '../http/client-signal.ts'
import { documented, skipBodyValidation } from '../http/fields.ts'
import { sendInPieces } from '../http/json-pieces.ts'
import { type JsonObject, requestObject } from './json-object.ts'
import { bodyOf, passOn } from './pass-on.ts'
import { EmbeddingList } from './schemas.ts'

// Both limits are those of the OpenAI protocol.
const MAX_TEXTS = 2_048
const TOO_MANY = `must have at most ${MAX_TEXTS} texts`
const TEXT_ONLY =
  'must be a text or a list of texts; token numbers are not accepted, because each embedder has its own tokens'

const EmbeddingsBody = z.object({
  model: z.string(),
  input: z.union(
    [z.string().transform((text) => [text]), z.array(z.string()).min(1, TEXT_ONLY).max(MAX_TEXTS, TOO_MANY)],
    TEXT_ONLY,
  ),
  encoding_format: z.enum(['float', 'base64']).default('float'),
  dimensions: z.number().int().optional().describe('Must equal the embedder’s dimension.'),
})

export function embeddingRoutes(server: FastifyInstance, gloss: Gloss): void {
  server.post('/v1/embeddings', {
    schema: {
      summary:
        'Create embeddings: `gloss`, `static` and `minilm` run here, other models are forwarded to the model server',
      body: EmbeddingsBody,
      response: { 200: documented(EmbeddingList) },
    },
    validatorCompiler: skipBodyValidation,
    async handler(request, reply) {
      const sent = bodyOf(request)
      const body = await requestObject(sent)
      const name = embedderNamed(gloss.config, body?.['model'])
      if (name === null) return passOn(gloss, request, reply, { body: sent })
      checkCount(body?.['input'])
      const { model, input, encoding_format: format, dimensions } = checkedInput(EmbeddingsBody, body, 'body')
      const asked = { name, texts: input, ...(dimensions === undefined ? {} : { dims: dimensions }) }
      return sendInPieces(
        reply,
        embeddingsAnswer(model, format, await embedTexts(gloss, asked, signalOf(reply))),
      )
    },
  })
}

/** Checks the number of texts before looking at each: a body of tens of MB may have millions. Throws `INPUT_INVALID`. */
function checkCount(input: unknown): void {
  if (Array.isArray(input) && input.length > MAX_TEXTS) throw invalidInput('input', `input: ${TOO_MANY}.`)
}

function embeddingsAnswer(
  model: string,
  format: 'float' | 'base64',
  { vectors, tokens }: Embedded,
): JsonObject {
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'float' ? Array.from(vector) : littleEndian(vector).toString('base64'),
  }))
  return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

/** Returns 32-bit floats in the byte order that the official clients read. */
function littleEndian(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * Float32Array.BYTES_PER_ELEMENT)
  return bytes
}
