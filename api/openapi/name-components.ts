/** Turns schemas with a title into components of that name, and tuples into lists that every generator accepts. */
import { isNode, type JsonNode } from './json-node.ts'

/** Keys allowed beside a reference: they describe its place, not the schema. */
const OF_THE_PLACE: readonly string[] = ['description', 'default']

/**
 * Returns the schema with references instead of all named parts, which are added to `components`. `name` is for a schema that has no
 * title. Throws if two different schemas have one name.
 */
export function named(schema: unknown, components: JsonNode, name?: string): unknown {
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

/** Names a part. Keys of `properties` are names of the data, one of which may be `title`. */
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

/** Turns a tuple into a list: zod writes `prefixItems` with `items: false`, which generators for Python and others refuse. */
function listOfTuple(schema: JsonNode): JsonNode {
  const { prefixItems, ...rest } = schema
  if (!Array.isArray(prefixItems)) return schema
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item as unknown])).values()]
  const count = prefixItems.length
  const items = kinds.length === 1 ? kinds[0] : { anyOf: kinds }
  return { ...rest, items, minItems: count, maxItems: count }
}
