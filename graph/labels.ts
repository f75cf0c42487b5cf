/** Labels of nodes, looked up in both directions. */

export interface Labels {
  size(): number
  node(label: string): number | undefined
  /** Returns null for a node without a label. */
  label(node: number): string | null
  set(node: number, label: string): void
  remove(node: number): void
  all(): Iterable<string>
  /** Returns the labels of the first `nodes` nodes. */
  list(nodes: number): (string | null)[]
}

export function createLabels(from: readonly (string | null)[] = []): Labels {
  const labels = [...from]
  const nodes = new Map<string, number>()
  for (const [node, label] of labels.entries()) if (label !== null) nodes.set(label, node)
  return {
    size: () => nodes.size,
    node: (label) => nodes.get(label),
    label: (node) => labels[node] ?? null,
    set(node, label) {
      while (labels.length < node) labels.push(null)
      labels[node] = label
      nodes.set(label, node)
    },
    remove(node) {
      const label = labels[node]
      if (label == null) return
      nodes.delete(label)
      labels[node] = null
    },
    all: () => nodes.keys(),
    list: (count) => Array.from({ length: count }, (_, node) => labels[node] ?? null),
  }
}

/** Returns the nodes below `nodes` without any label, whose numbers can be reused. */
export function freeNodes(nodes: number, units: Labels, names: Labels): number[] {
  return [...Array(nodes).keys()].filter((node) => units.label(node) === null && names.label(node) === null)
}
