/** Builds regular expressions from word lists, so that each word or phrase has its own line. */

/** Alternatives, as the whole of a pattern. */
export function either(...choices: readonly string[]): string {
  return choices.join('|')
}

/** Alternatives within a pattern. */
export function anyOf(...choices: readonly string[]): string {
  return `(?:${either(...choices)})`
}

export function inOrder(...parts: readonly string[]): string {
  return parts.join('')
}

/** Only where one of these follows. */
export function before(...choices: readonly string[]): string {
  return `(?=${either(...choices)})`
}

export function notBefore(...choices: readonly string[]): string {
  return `(?!${either(...choices)})`
}

/** Only where one of these precedes. */
export function after(...choices: readonly string[]): string {
  return `(?<=${either(...choices)})`
}

export function notAfter(...choices: readonly string[]): string {
  return `(?<!${either(...choices)})`
}

/** Spaces match any white space and `'` either apostrophe, in upper and lower case alike. */
export function expressionOf(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll(' ', '\\s').replaceAll("'", "['’]"), 'giu')
}
