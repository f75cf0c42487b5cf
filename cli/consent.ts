/** Asks before an action costs money, time or a download. */
import { createInterface } from 'node:readline/promises'
import type { Output } from './output.ts'

/** Asks on a terminal. Without a terminal the answer is no. */
export async function agreed(what: string, output: Output): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  output.note(what)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Continue? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
