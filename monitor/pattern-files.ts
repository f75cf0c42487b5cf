/**
 * Regular expressions in text files, where long lists of words read better than in code. A line is known by how it begins: `#` is a comment,
 * `= name` a pattern that later lines mention as `{name}`, four spaces continue the line before; the rest is up to who reads the file.
 */
import { readFileSync } from 'node:fs'

export type NamedPatterns = ReadonlyMap<string, string>

const CONTINUED = /\n {4}/g
const NAMED = /^= ([a-z-]+) (.+)$/
const MENTION = /\{([a-z][a-z-]+)\}/g

/** Reads the lines of a file that are neither empty nor comments, and the patterns that it names besides those of `shared`. */
export function readPatternFile(
  file: URL,
  shared: NamedPatterns = new Map(),
): { readonly patterns: NamedPatterns; readonly lines: readonly string[] } {
  const patterns = new Map(shared)
  const lines = readFileSync(file, 'utf8')
    .replace(CONTINUED, '')
    .split('\n')
    .filter((line) => {
      const [, name, pattern] = NAMED.exec(line) ?? []
      if (name === undefined || pattern === undefined) return line !== '' && !line.startsWith('#')
      patterns.set(name, withNamed(pattern, patterns))
      return false
    })
  return { patterns, lines }
}

/** Puts the named patterns in place of their names. Throws a RangeError for a name that has no pattern. */
export function withNamed(pattern: string, patterns: NamedPatterns): string {
  return pattern.replace(MENTION, (_, name: string) => patternNamed(patterns, name))
}

/** Compiles a named pattern as it is written. */
export function compiled(patterns: NamedPatterns, name: string, flags: string): RegExp {
  return new RegExp(patternNamed(patterns, name), flags)
}

function patternNamed(patterns: NamedPatterns, name: string): string {
  const pattern = patterns.get(name)
  if (pattern === undefined)
    throw new RangeError(`No pattern is named {${name}}; name it above with "= ${name} …"`)
  return pattern
}
