/** GET /access: the rights of this key, so that a page or a program need not find out by being refused. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hasRight, RIGHTS } from '../../app/keys/index.ts'
import { type Gloss, hasAnyChat } from '../../app/wiring/index.ts'
import { currentAccess } from '../access/request-access.ts'
import { documented } from '../http/fields.ts'

const AccessShape = z
  .object({
    name: z.string().nullable().describe('Name of the key; null if none is required.'),
    rights: z.array(z.enum(RIGHTS)).describe('Including all that `admin` implies.'),
    corpora: z.array(z.string()).nullable().describe('Null: every corpus.'),
    expires: z.string().nullable().describe('ISO 8601; null if it does not expire.'),
    asksModel: z.boolean().describe('Whether a chat model is configured, so that asking may cost tokens.'),
  })
  .meta({ title: 'Access' })

export function accessRoutes(server: FastifyInstance, { config }: Gloss): void {
  server.get('/access', {
    schema: {
      summary: 'Get the rights and the corpora of this key',
      response: { 200: documented(AccessShape) },
    },
    async handler() {
      const access = currentAccess()
      return {
        ...access,
        asksModel: hasAnyChat(config),
        rights: RIGHTS.filter((right) => hasRight(access, right)),
      }
    },
  })
}
