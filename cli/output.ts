/** Prints the output of a command. People get lines; with --json programs get one object as the last line of stdout. */
import { isAbsolute, relative } from 'node:path'
import type { GlossError } from '../core/index.ts'
import { withTypedCommands } from './called-as.ts'
import { inOneLine, terminalJson, terminalText } from './terminal-text.ts'

export interface Output {
  readonly isJson: boolean
  /** Prints a line for people only. */
  line(text?: string): void
  /** Prints text for people only, without a line end. */
  write(text: string): void
  /** Prints a progress note for people to stderr. */
  note(text: string): void
  /** Prints the command's answer as an object, for programs only. */
  object(value: unknown): void
}

export function createOutput(
  isJson: boolean,
  stdout: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
): Output {
  return {
    isJson,
    line(text = '') {
      if (!isJson) stdout.write(`${terminalText(withTypedCommands(text))}\n`)
    },
    write(text) {
      if (!isJson) stdout.write(terminalText(text))
    },
    note: (text) => void stderr.write(`${terminalText(withTypedCommands(text))}\n`),
    object(value) {
      if (isJson) stdout.write(`${terminalJson(value)}\n`)
    },
  }
}

export function failureObject({ code, message, help, facts }: GlossError): object {
  return { error: { code, message, help, facts } }
}

/** Prints what happened, where, and what to do next. */
export function printFailure(error: GlossError, output: Output): void {
  output.object(failureObject(error))
  output.note(`gloss: ${error.message}`)
  output.note(`  ${error.help} [${error.code}]`)
}

const MAX_PROBLEMS_SHOWN = 20

/** Names the lines of a file that could not be read, and ends the command with 1. */
export function printProblems(problems: readonly { readonly message: string }[], output: Output): void {
  if (problems.length === 0) return
  for (const { message } of problems.slice(0, MAX_PROBLEMS_SHOWN)) output.note(`gloss: ${message}`)
  const more = problems.length - MAX_PROBLEMS_SHOWN
  if (more > 0) output.note(`gloss: and ${counted(more, 'more line')}; --json names all.`)
  output.note('  All other lines are answered. Correct these and run the command with them alone.')
  process.exitCode = 1
}

/** Pads columns to the widest cell, except the last. A row is one line, whatever its cells contain. */
export function table(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map(inOneLine))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns count and noun: `1 unit`, `2 units`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns a path as one line, relative to the current folder if it is inside. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path)
  return inOneLine(near === '' || near.startsWith('..') || isAbsolute(near) ? path : near)
}

export function shortened(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= characters ? line : `${line.slice(0, characters - 1)}…`
}
