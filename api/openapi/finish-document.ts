/** Turns what the routes declare into a document for generating clients: adds names and errors, and defines each schema once. */
import { describedRoute } from '../access/route-table.ts'
import { errorComponents, errorsOf } from './error-responses.ts'
import { isNode, type JsonNode, nodeAt } from './json-node.ts'
import { named } from './name-components.ts'

const JSON_MEDIA = 'application/json'

/** Completes the document. Throws for an operation without a name, and for two schemas of one name. */
export function finishDocument(document: JsonNode): JsonNode {
  const errors = errorComponents()
  const schemas: JsonNode = { ...errors.schemas }
  const paths = Object.entries(nodeAt(document, 'paths')).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as JsonNode).map(([method, operation]) => [
        method,
        finishOperation({ method, path, operation: operation as JsonNode }, schemas),
      ]),
    ),
  ])
  const components = {
    ...nodeAt(document, 'components'),
    schemas: sortedByName(schemas),
    responses: errors.responses,
  }
  return { ...document, paths: Object.fromEntries(paths) as JsonNode, components: inUse(components, paths) }
}

interface Declared {
  readonly method: string
  readonly path: string
  readonly operation: JsonNode
}

function finishOperation({ method, path, operation }: Declared, schemas: JsonNode): JsonNode {
  const { id, tag } = describedRoute(method, path)
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  const { summary, ...rest } = operation
  const { parameters, requestBody } = operation
  const responses = Object.entries(nodeAt(operation, 'responses')).map(([status, response]) => [
    status,
    withNamedContent(response, schemas, `${name}Response`),
  ])
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...rest,
    ...(parameters === undefined ? {} : { parameters: named(parameters, schemas) }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: withNamedContent(requestBody, schemas, `${name}Request`) }),
    responses: { ...Object.fromEntries(responses), ...errorsOf(method, path, operation) },
  }
}

/** Names the content of a body or a response; text and bytes need no name. */
function withNamedContent(part: unknown, schemas: JsonNode, name: string): unknown {
  if (!isNode(part) || !isNode(part['content'])) return part
  const content = Object.entries(part['content']).map(([media, value]) => {
    const { schema, ...rest } = value as JsonNode
    const hasFields = media === JSON_MEDIA || media.startsWith('multipart/')
    return [media, { ...rest, schema: named(schema, schemas, hasFields ? name : undefined) }]
  })
  return { ...part, content: Object.fromEntries(content) as JsonNode }
}

function sortedByName(schemas: JsonNode): JsonNode {
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Removes error responses that no operation refers to. */
function inUse(components: JsonNode, paths: unknown): JsonNode {
  const text = JSON.stringify(paths)
  const responses = Object.entries(nodeAt(components, 'responses')).filter(([name]) =>
    text.includes(`"#/components/responses/${name}"`),
  )
  return { ...components, responses: Object.fromEntries(responses) }
}
