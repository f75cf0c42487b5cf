/** Errors that operations may answer with: problem documents (RFC 9457), and the error object of OpenAI's protocol under /v1. */
import { errorCatalogue } from '../../core/index.ts'
import type { JsonNode } from './json-node.ts'

const TEXT = { type: 'string' }
const PROBLEM: JsonNode = {
  type: 'object',
  description: 'A problem document (RFC 9457). `code` is stable; docs/errors.md lists all codes.',
  properties: {
    type: { ...TEXT, description: '`urn:gloss:problem:` and the code.' },
    title: TEXT,
    status: { type: 'integer' },
    detail: TEXT,
    code: { ...TEXT, description: 'Stable code of the failure, such as CORPUS_NOT_FOUND.' },
    help: { ...TEXT, description: 'What to do next.' },
    instance: { ...TEXT, description: '`urn:gloss:request:` and the id of the request, as in the log.' },
    retry: { type: 'boolean', description: 'Whether the same request may succeed later.' },
    field: { ...TEXT, description: 'The part of the request that is wrong, if any.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'help', 'instance', 'retry'],
}
const OPENAI_ERROR: JsonNode = {
  type: 'object',
  description: 'An error of the OpenAI protocol; docs/errors.md lists all codes.',
  properties: {
    error: {
      type: 'object',
      properties: { message: TEXT, type: TEXT, code: TEXT, param: { type: ['string', 'null'] } },
      required: ['message', 'type', 'code', 'param'],
    },
  },
  required: ['error'],
}

/** Statuses of every operation. */
const ANYWHERE: readonly number[] = [400, 401, 403, 429, 500, 503]
const OF_A_BODY: readonly number[] = [413, 415]

/** Returns the schemas and responses that `errorsOf` refers to. */
export function errorComponents(): { readonly schemas: JsonNode; readonly responses: JsonNode } {
  const statuses = [
    ...new Set([...Object.values(errorCatalogue).map(({ http }) => http), ...ANYWHERE]),
  ].sort()
  const responses = statuses.flatMap((status) => [
    [`Problem${status}`, response(status, 'application/problem+json', 'Problem')],
    [`OpenAiError${status}`, response(status, 'application/json', 'OpenAiError')],
  ])
  return {
    schemas: { Problem: PROBLEM, OpenAiError: OPENAI_ERROR },
    responses: Object.fromEntries(responses) as JsonNode,
  }
}

/** Returns references to the error responses of an operation, by status. */
export function errorsOf(method: string, path: string, operation: JsonNode): JsonNode {
  const kind = path.startsWith('/v1/') ? 'OpenAiError' : 'Problem'
  const statuses = [
    ...ANYWHERE,
    ...(isAboutSomething(path, operation) ? [404] : []),
    ...(method === 'get' ? [] : [409]),
    ...(operation['requestBody'] === undefined ? [] : OF_A_BODY),
  ]
  return Object.fromEntries(
    statuses.sort().map((status) => [status, { $ref: `#/components/responses/${kind}${status}` }]),
  )
}

/** Returns whether an operation names something, or works on a corpus, that may not exist. */
function isAboutSomething(path: string, { parameters = [], requestBody }: JsonNode): boolean {
  const names = (parameters as readonly { readonly name?: string }[]).map(({ name }) => name)
  return path.includes('{') || names.includes('corpus') || requestBody !== undefined
}

function response(status: number, media: string, schema: string): JsonNode {
  const codes = Object.entries(errorCatalogue).flatMap(([code, { http }]) => (http === status ? [code] : []))
  return {
    description: codes.length === 0 ? 'Refused.' : `One of ${codes.join(', ')}.`,
    content: { [media]: { schema: { $ref: `#/components/schemas/${schema}` } } },
  }
}
