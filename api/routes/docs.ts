/** Describes the routes: /openapi.json for programs, /docs for people. Nothing is loaded from elsewhere. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { packageVersion } from '../../app/setup/index.ts'
import { finishDocument } from '../openapi/finish-document.ts'
import type { JsonNode } from '../openapi/json-node.ts'

/** Adds the descriptions. Must be registered before the routes that they describe. */
export function describeRoutes(server: FastifyInstance): void {
  server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gloss',
        version: packageVersion(),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        description:
          'Corpora of short, cited statements from papers: retrieval, the entity graph, and models with evidence injected. Errors are problem documents (RFC 9457) with a stable `code` and a `help` sentence.',
      },
      servers: [{ url: '/', description: 'The service that this document comes from' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
      security: [{ bearer: [] }, { key: [] }, {}],
    },
    transform: jsonSchemaTransform,
    transformObject: (declared) =>
      'openapiObject' in declared
        ? finishDocument(declared.openapiObject as JsonNode)
        : declared.swaggerObject,
  })
}

export function docsRoutes(server: FastifyInstance): void {
  server.get('/openapi.json', { schema: { hide: true } }, (_, reply) => reply.send(server.swagger()))
  server.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { deepLinking: true } })
}
