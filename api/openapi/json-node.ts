/** Parts of an OpenAPI document, which is changed in place while it is finished. */
export type JsonNode = Record<string, unknown>

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The node under a key; empty, and no part of the document, where there is none. */
export function nodeAt(node: JsonNode, key: string): JsonNode {
  const value = node[key]
  return isNode(value) ? value : {}
}
