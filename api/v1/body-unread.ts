/** Routes whose body is described for people and programs, and read by the route itself: it may be meant for the model server. */
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { zodValidator } from '../http/fields.ts'

/** Checks all parts of a request but its body. */
export const bodyUnread: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === 'body' ? () => true : zodValidator({ ...route, schema: route.schema as z.ZodType })
