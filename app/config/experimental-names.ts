/** Formats lists of names, some of them experimental, for help and OpenAPI. */

/** Returns `a, b; experimental: c`. Every experimental name of `names` is listed after the others. */
export function listNames(names: readonly string[], experimental: readonly string[]): string {
  const measured = names.filter((name) => !experimental.includes(name))
  const marked = names.filter((name) => experimental.includes(name))
  return [measured.join(', '), ...(marked.length === 0 ? [] : [`experimental: ${marked.join(', ')}`])].join(
    '; ',
  )
}
