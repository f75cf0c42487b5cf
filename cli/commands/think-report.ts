/** Prints a turn as it streams: the text, injections set apart, then sources and the ledger. */
import { styleText } from 'node:util'
import type { Thought, TimedTraceEvent, WatchSummary } from '../../app/think/index.ts'
import type { DoubtedSentence } from '../../app/verify/index.ts'
import type { LedgerRow } from '../../app/wiring/index.ts'
import { counted, type Output, table } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

export interface TerminalWriter {
  /** Writes text as it is, without a line end. */
  readonly write: (text: string) => void
  readonly hasColours: boolean
}

export interface ThinkPrinter {
  print(thought: Thought): void
  /** Ends the last line. */
  end(): void
}

type Injection = Extract<TimedTraceEvent, { readonly kind: 'injection' }>

const BAR = '  │ '
const WIDTH = 100

/** Returns a printer of the answer alone, as any client of the model would show it. */
export function createPlainPrinter({ write }: TerminalWriter): ThinkPrinter {
  let isLineStart = true
  return {
    print(thought) {
      if (thought.type !== 'text' || thought.channel !== 'text') return
      write(thought.text)
      isLineStart = thought.text.endsWith('\n')
    },
    end: () => void (isLineStart || write('\n')),
  }
}

/** Returns a printer that also prints the reasoning, and sets apart everything the model did not write, with its sources. */
export function createShowingPrinter({ write, hasColours }: TerminalWriter): ThinkPrinter {
  let channel: 'reasoning' | 'text' | null = null
  let isLineStart = true
  let sources = 0

  function out(text: string): void {
    write(text)
    isLineStart = text.endsWith('\n')
  }

  function startLine(): void {
    if (!isLineStart) out('\n')
  }

  function printBlock(lines: readonly string[]): void {
    startLine()
    const block = lines.map((line) => `${BAR}${line}\n`).join('')
    out(`\n${hasColours ? styleText('cyan', block, { validateStream: false }) : block}\n`)
  }

  /** Prints a label. A model without visible reasoning needs none. */
  function label(next: 'reasoning' | 'text'): void {
    if (next === channel) return
    if (next === 'reasoning' || channel === 'reasoning') {
      startLine()
      out(next === 'reasoning' ? '(thinking)\n' : '(answering)\n')
    }
    channel = next
  }

  function printEvent(event: TimedTraceEvent): void {
    if (event.kind === 'failure') printBlock([`! ${event.stage}: ${event.message} [${event.what}]`])
    if (event.kind !== 'injection') return
    const asked = event.queries.map((query) => `"${query}"`).join(', ')
    const { behind = 0 } = event.doubt ?? {}
    const late = behind === 0 ? '' : ` (${counted(behind, 'character')} after the doubt)`
    printBlock([`↳ from the corpus, for ${asked}${late}:`, ...sourceLines(event, sources + 1)])
    sources += event.units.length
  }

  return {
    print(thought) {
      if (thought.type === 'trace') printEvent(thought.event)
      if (thought.type !== 'text') return
      label(thought.channel)
      if (thought.by === 'model') out(isLineStart ? thought.text.trimStart() : thought.text)
      else if (thought.text.trim() !== '') printBlock(wrapped(thought.text.trim(), WIDTH - BAR.length))
    },
    end: startLine,
  }
}

/** Returns the units behind an injection, numbered. */
export function sourceLines({ units }: Pick<Injection, 'units'>, first: number): string[] {
  return units.map(({ title, page, locator, unit }, at) => {
    const where = locator === '' && page !== null ? `p. ${page}` : locator
    const named = [title, where].filter((part) => part !== '' && part !== 'N/A').join(', ')
    return inOneLine(
      `[${first + at}] ${named === '' ? `unit ${unit}` : `${named} (unit ${unit.slice(0, 12)})`}`,
    )
  })
}

export function ledgerLines(rows: readonly LedgerRow[], total: LedgerRow): string[] {
  const head = [
    'role',
    'calls',
    'prompt tokens',
    'cached',
    'completion tokens',
    'discarded',
    'seconds',
    'cost',
  ]
  const lines = table([head, ...rows.map(cells), ...(rows.length > 1 ? [cells(total)] : [])])
  return total.estimated ? [...lines, '~ estimated: the server did not report every count'] : lines
}

/** Prints every part that failed or could not work: otherwise a turn without evidence looks like one that needed none. */
export function noteProblems({ problems }: Pick<WatchSummary, 'problems'>, output: Output): void {
  for (const problem of problems) output.note(`gloss: ${problem}`)
}

function cells(row: LedgerRow): string[] {
  const sign = row.estimated ? '~' : ''
  return [
    row.role,
    row.failedCalls === 0 ? String(row.calls) : `${row.calls} (${counted(row.failedCalls, 'failure')})`,
    `${sign}${row.promptTokens}`,
    String(row.cachedPromptTokens),
    `${sign}${row.completionTokens}`,
    row.discardedTokens === 0 ? '0' : `~${row.discardedTokens}`,
    row.seconds.toFixed(1),
    row.cost === null ? 'unknown' : `$${row.cost.toFixed(4)}`,
  ]
}

function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = ['']
    for (const word of line.split(' ')) {
      const current = lines.at(-1) ?? ''
      if (current !== '' && current.length + 1 + word.length > width) lines.push(word)
      else lines[lines.length - 1] = current === '' ? word : `${current} ${word}`
    }
    return lines
  })
}

/** Returns the result of an answer's check, sentence by sentence. */
export function markedLines(marked: readonly DoubtedSentence[]): string[] {
  if (marked.length === 0) return ['Checked: the corpus contradicts no sentence of the answer.', '']
  return [
    ...marked.flatMap((sentence) => [
      `${sentence.mark}: »${inOneLine(sentence.text)}«`,
      `  ${whyMarked(sentence)}`,
    ]),
    '',
  ]
}

function whyMarked({ mark, changes, names, title, page, says }: DoubtedSentence): string {
  if (mark === 'unseen') return `No statement of the corpus has both ${names.join(' and ')}.`
  const differing = changes.map(({ paper, answer }) => `"${paper}", not "${answer}"`).join('; ')
  const place = `${title ?? 'a paper'}${page === null ? '' : `, p. ${page}`}`
  return `The paper says ${differing}: »${inOneLine(says ?? '')}« (${place})`
}
