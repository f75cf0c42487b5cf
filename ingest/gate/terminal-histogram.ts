/** Draws the gate's scores as lines for a terminal: one bar per bin, with the cut-off between two of them. */
import type { GateRecord } from '../../corpus/index.ts'
import { binScores, type ScoreBin } from './score-bins.ts'

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

const BINS = 16
/** Width of the longest bar, in characters. */
const BAR_CHARACTERS = 40

/** Returns the lines. Words mark kept and dropped instead of colours, so that pipes and screen readers get them too. */
export function terminalHistogram(records: readonly GateRecord[]): string[] {
  if (records.length === 0) return ['No paper has a gate score.']
  const { cutoff, bins } = binScores(records, BINS)
  const largest = Math.max(...bins.map(({ kept, dropped }) => kept + dropped))
  const lines = bins.map((bin) => ({ bin, text: lineOf(bin, BAR_CHARACTERS / largest) }))
  const below = lines.filter(({ bin }) => bin.to <= cutoff + 1e-9)
  const above = lines.filter(({ bin }) => bin.to > cutoff + 1e-9)
  const mark = `${fixed(cutoff)} ┄┄ cut-off: papers below this line score above it and are kept`
  return [...below.map(({ text }) => text), mark, ...above.map(({ text }) => text)]
}

function lineOf({ from, kept, dropped }: ScoreBin, charactersPerPaper: number): string {
  const total = kept + dropped
  const counts = [kept > 0 ? `${kept} kept` : '', dropped > 0 ? `${dropped} dropped` : '']
  return `${fixed(from)} │${bar(total * charactersPerPaper)} ${counts.filter((part) => part !== '').join(', ')}`.trimEnd()
}

function bar(characters: number): string {
  const eighths = Math.round(characters * 8)
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!
}

function fixed(value: number): string {
  return value.toFixed(2).replace('-', '−').padStart(6)
}
