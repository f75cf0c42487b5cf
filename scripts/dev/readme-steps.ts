/** Reads the first steps in README.md: what is typed after `$`, and the output shown on stdout. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface ReadmeStep {
  /** Command as typed, without the comment after it. */
  readonly command: string
  /** Lines as shown; a line `…` matches any number of lines, `…` within a line any text. */
  readonly shown: readonly string[]
}

const FIRST_STEPS_END = '\n## What the words mean'

/** Returns every `$ ` line of the fenced blocks above "What the words mean", in order. */
export async function readmeSteps(): Promise<ReadmeStep[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const part = readme.slice(0, readme.indexOf(FIRST_STEPS_END))
  const blocks = [...part.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map((match) => match[1] ?? '')
  return blocks
    .flatMap((block) => block.split(/^(?=\$ )/m).filter((step) => step.startsWith('$ ')))
    .map(stepOf)
}

/** Describes the difference between the lines shown and the output; null if there is none. Times are not compared. */
export function differenceOf(shown: readonly string[], stdout: string): string | null {
  const pattern = shown.map((line) => (line === '…' ? '(?:.*\n)*?' : `${linePattern(line)}\n`)).join('')
  const came = withoutTimes(`${stdout.trimEnd()}\n`)
  if (new RegExp(`^${pattern}$`).test(came)) return null
  return `README shows:\n${shown.join('\n')}\n\nbut this came:\n${stdout.trimEnd()}`
}

function stepOf(block: string): ReadmeStep {
  const [typed = '', ...shown] = block.trimEnd().split('\n')
  return { command: typed.slice(2).replace(/\s+#\s.*$/, ''), shown }
}

function linePattern(line: string): string {
  const parts = withoutTimes(line).split('…')
  return parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
}

function withoutTimes(text: string): string {
  return text.replace(/\b\d+(?:\.\d+)? (m?s)\b/g, '0 $1')
}
