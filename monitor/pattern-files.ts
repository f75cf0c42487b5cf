/**
 * Reads regular expressions from text files, in which long lists of words are more readable than in code. `#` begins a comment,
 * `= name` a pattern that later lines mention as `{name}`, and four spaces a continuation; the caller interprets all other lines.
 */
import { readFileSync } from 'node:fs'

export type NamedPatterns = ReadonlyMap<string, string>

const CONTINUED = /\n {4}/g
const NAMED = /^= ([a-z-]+) (.+)$/
const MENTION = /\{([a-z][a-z-]+)\}/g

/** Returns the lines of a file that are neither empty nor comments, and its named patterns besides those of `shared`. */
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

/** Replaces names of patterns by the patterns. Throws a RangeError for a name without a pattern. */
export function withNamed(pattern: string, patterns: NamedPatterns): string {
  return pattern.replace(MENTION, (_, name: string) => patternNamed(patterns, name))
}

/** Compiles a named pattern as written. */
export function compiled(patterns: NamedPatterns, name: string, flags: string): RegExp {
  return new RegExp(patternNamed(patterns, name), flags)
}

function patternNamed(patterns: NamedPatterns, name: string): string {
  const pattern = patterns.get(name)
  if (pattern === undefined)
    throw new RangeError(`No pattern is named {${name}}; name it above with "= ${name} …"`)
  return pattern
}
