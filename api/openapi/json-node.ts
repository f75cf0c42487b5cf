/** A part of an OpenAPI document, which is changed in place while it is finished. */
export type JsonNode = Record<string, unknown>

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the node under a key, or an empty one outside the document if the key is missing. */
export function nodeAt(node: JsonNode, key: string): JsonNode {
  const value = node[key]
  return isNode(value) ? value : {}
}
