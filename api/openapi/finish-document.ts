/** Turns what the routes declare into a document that clients are generated from: names, errors, and schemas said once. */
import { errorComponents, errorsOf } from './error-responses.ts'
import { isNode, type JsonNode, nodeAt } from './json-node.ts'

const JSON_MEDIA = 'application/json'

/** Throws for an operation without a name, and for two schemas of one name. */
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
  const id = operationId(method, path)
  const name = id.charAt(0).toUpperCase() + id.slice(1)
  const { parameters, requestBody } = operation
  const responses = Object.entries(nodeAt(operation, 'responses')).map(([status, response]) => [
    status,
    withNamedContent(response, schemas, `${name}Response`),
  ])
  return {
    operationId: id,
    ...operation,
    ...(parameters === undefined ? {} : { parameters: named(parameters, schemas) }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: withNamedContent(requestBody, schemas, `${name}Request`) }),
    responses: { ...Object.fromEntries(responses), ...errorsOf(method, path, operation) },
  }
}

/** A body or a response; text and bytes need no name. */
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

/** Without the error responses that no operation refers to. */
function inUse(components: JsonNode, paths: unknown): JsonNode {
  const text = JSON.stringify(paths)
  const responses = Object.entries(nodeAt(components, 'responses')).filter(([name]) =>
    text.includes(`"#/components/responses/${name}"`),
  )
  return { ...components, responses: Object.fromEntries(responses) }
}

/** Schemas that have a title become components of that name, and tuples become lists that every generator reads. */

/** What may stand beside a reference: it describes the place, not the schema. */
const OF_THE_PLACE: readonly string[] = ['description', 'default']

/**
 * The schema with references in the place of all named parts, which are added to `components`. `name` is for a schema that has no title.
 * Throws where two different schemas have one name.
 */
function named(schema: unknown, components: JsonNode, name?: string): unknown {
  if (Array.isArray(schema)) return schema.map((part) => named(part, components))
  if (!isNode(schema)) return schema
  const parts = Object.entries(listOfTuple(schema)).map(([key, part]) => [
    key,
    namedPart(key, part, components),
  ])
  const { title, ...whole }: JsonNode = Object.fromEntries(parts)
  const known = typeof title === 'string' ? title : name
  return known === undefined || '$ref' in whole ? whole : reference(known, whole, components)
}

/** Under `properties` the keys are names of the data, and one of them may be `title`. */
function namedPart(key: string, part: unknown, components: JsonNode): unknown {
  if (key !== 'properties' || !isNode(part)) return named(part, components)
  return Object.fromEntries(Object.entries(part).map(([field, schema]) => [field, named(schema, components)]))
}

function reference(name: string, schema: JsonNode, components: JsonNode): JsonNode {
  const ofThePlace = Object.entries(schema).filter(([key]) => OF_THE_PLACE.includes(key))
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !OF_THE_PLACE.includes(key)))
  if (components[name] !== undefined && JSON.stringify(components[name]) !== JSON.stringify(rest))
    throw new Error(`Two schemas of the OpenAPI document are called ${name}`)
  components[name] = rest
  return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(ofThePlace) }
}

/** `prefixItems` with `items: false` is what zod makes of a tuple; generators for Python and others refuse it. */
function listOfTuple(schema: JsonNode): JsonNode {
  const { prefixItems, ...rest } = schema
  if (!Array.isArray(prefixItems)) return schema
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item as unknown])).values()]
  const count = prefixItems.length
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds }
  return { ...rest, items, minItems: count, maxItems: count }
}

/** The names of the operations, from which clients are generated: a contract, so a name that has been published stays. */

const IDS: Readonly<Record<string, string>> = {
  'GET /health': 'getHealth',
  'GET /ready': 'getReadiness',
  'GET /metrics': 'getMetrics',
  'GET /access': 'getAccess',
  'GET /retrieve': 'retrieve',
  'POST /retrieve': 'retrieveMany',
  'POST /ask': 'ask',
  'POST /compare': 'compareBackends',
  'POST /verify': 'verifyQuotes',
  'POST /check': 'checkDraft',
  'POST /rag': 'retrieveTexts',
  'POST /execute': 'executeCode',
  'GET /papers': 'listPapers',
  'POST /papers': 'uploadPapers',
  'GET /papers/{id}': 'getPaper',
  'DELETE /papers/{id}': 'removePaper',
  'PATCH /papers/{id}': 'editPaper',
  'GET /units': 'listUnits',
  'GET /units/{id}': 'getUnit',
  'GET /papers/{id}/figures': 'listFigures',
  'GET /papers/{id}/pages/{number}': 'getPage',
  'GET /papers/{id}/pages/{number}/image': 'getPageImage',
  'GET /papers/{id}/pages/{number}/units': 'locateUnits',
  'GET /papers/{id}/spans': 'locateSpan',
  'GET /papers/{id}/file': 'getPaperFile',
  'GET /papers/{id}/citation': 'citePaper',
  'GET /papers/{id}/marked': 'getMarkedCopy',
  'GET /papers/{id}/references': 'listReferences',
  'GET /corpora/{name}/export': 'exportCorpus',
  'GET /corpora': 'listCorpora',
  'POST /corpora': 'createCorpus',
  'GET /corpora/{name}': 'getCorpus',
  'DELETE /corpora/{name}': 'deleteCorpus',
  'GET /gate': 'listGateDecisions',
  'POST /gate/{paper}': 'overrideGate',
  'GET /entities': 'searchNames',
  'GET /entities/{name}': 'getName',
  'GET /graph': 'getGraph',
  'GET /values': 'findValues',
  'GET /table': 'tabulatePapers',
  'GET /conflicts': 'findConflicts',
  'GET /jobs': 'listJobs',
  'GET /jobs/{id}': 'getJob',
  'DELETE /jobs/{id}': 'cancelJob',
  'GET /jobs/{id}/events': 'streamJob',
  'GET /patterns': 'listPatterns',
  'POST /solve': 'solve',
  'POST /solve/demonstration': 'solveDemonstration',
  'GET /runs': 'listRuns',
  'GET /runs/{id}': 'getRun',
  'GET /runs/{id}/trace': 'getRunTrace',
  'GET /runs/{id}/events': 'streamRun',
  'POST /runs/{id}/cancel': 'cancelRun',
  'POST /runs/{id}/resume': 'resumeRun',
  'POST /v1/chat/completions': 'createChatCompletion',
  'GET /v1/models': 'listModels',
  'GET /v1/models/{id}': 'getModel',
  'POST /v1/embeddings': 'createEmbeddings',
}

/** Throws for an operation that has no name yet; the paths are those of OpenAPI. */
function operationId(method: string, path: string): string {
  const id = IDS[`${method.toUpperCase()} ${path}`]
  if (id === undefined) throw new Error(`api/openapi/finish-document.ts has no name for ${method} ${path}`)
  return id
}
