/** A planted fault: one small change of one file. */
export interface Mutant {
  /** From the root of the project. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
  /** `listed`: written down in a list. */
  readonly kind: MutantKind | 'listed'
  /** UTF-16 offsets of what is replaced, the end exclusive. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** The line as it is, and what changes in it: `a < b` becomes `a <= b`. Together with the file they name the mutant. */
  readonly lineText: string
  readonly was: string
  readonly becomes: string
}

export const MUTANT_KINDS = [
  'boundary',
  'condition',
  'arithmetic',
  'removed statement',
  'constant',
  'return value',
  'optional value',
  'order and choice',
] as const

export type MutantKind = (typeof MUTANT_KINDS)[number]

const MOST_SHOWN = 100

/** Names the mutant for as long as its line stays as it is, wherever the line stands. */
export function mutantKey({
  file,
  lineText,
  was,
  becomes,
}: Pick<Mutant, 'file' | 'lineText' | 'was' | 'becomes'>): string {
  return JSON.stringify([file, lineText, was, becomes])
}

/** One line, shortened. */
export function shown(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, MOST_SHOWN - 1)}…`
}

/** The file with the fault in it. */
export function mutated(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end)
}
