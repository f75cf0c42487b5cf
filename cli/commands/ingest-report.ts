/** The result of an ingest in lines for people: counts, what was left out and why, and what to type next. */
import { DEFAULT_CORPUS, type IngestResult } from '../../app/index.ts'
import { counted } from '../output.ts'

type Counts = Readonly<Record<string, number>>

export function ingestLines(result: IngestResult): string[] {
  return [sumLine(result), ...leftOutLines(result), ...nextLines(result)]
}

function sumLine(result: IngestResult): string {
  const { kept, seen, corpus, dropped, failed, units, passages, pages, seconds } = result
  return (
    `${result.dryRun ? 'Would keep' : 'Kept'} ${kept} of ${counted(seen, 'paper')} in corpus "${corpus}": ` +
    `${withReasons('dropped', dropped)}, ${withReasons('failed', failed)}; ` +
    `${counted(units, 'unit')} and ${counted(passages, 'passage')}, ${counted(pages, 'page')} in ${seconds.toFixed(1)} s.`
  )
}

function leftOutLines(result: IngestResult): string[] {
  const { unchanged, copies, pruned, skipped, losses } = result
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  return [
    ...(unchanged > 0
      ? [`${counted(unchanged, 'paper')} ${was(unchanged)} stored already and unchanged.`]
      : []),
    ...(copies > 0
      ? [
          `${counted(copies, 'file')} ${copies === 1 ? 'is a copy' : 'are copies'} of another paper of this run.`,
        ]
      : []),
    ...(pruned > 0
      ? [`${counted(pruned, 'path')} ${was(pruned)} gone and ${was(pruned)} removed from the corpus.`]
      : []),
    ...(sumOf(skipped) > 0 ? [`Skipped: ${reasons(skipped)}.`] : []),
    ...(sumOf(losses) > 0 ? [`Units lost: ${reasons(losses)}.`] : []),
    ...(result.projection === ''
      ? []
      : [`No model was asked, because this is a dry run. ${result.projection}`]),
    ...(result.interrupted ? ['Stopped before the end; the same command continues from here.'] : []),
  ]
}

function nextLines({ corpus, seen, kept, dropped, failed, topic, dryRun }: IngestResult): string[] {
  const named = corpus === DEFAULT_CORPUS ? '' : ` --corpus ${corpus}`
  if (seen === 0)
    return ['There is no paper at this path. Gloss reads PDF, .txt, .md, .html, .jsonl and .bib files.']
  const lines: string[] = []
  if (sumOf(dropped) > 0)
    lines.push(
      `${kept === 0 ? 'The gate kept nothing; its' : "The gate's"} topic is "${topic}". ` +
        `${dryRun ? '' : `Why: gloss gate${named}. Keep one: gloss gate${named} --keep ID. `}Keep everything: --topic none. ` +
        'Use your own topic: --topic FILE.',
    )
  if (sumOf(failed) > 0 && !dryRun) lines.push(`Why papers failed: gloss papers${named} --state failed`)
  if (kept > 0 && !dryRun) lines.push(`Ask it: gloss retrieve${named} "your question"`)
  return lines
}

function withReasons(name: string, counts: Counts): string {
  const sum = sumOf(counts)
  return sum === 0 ? `0 ${name}` : `${sum} ${name} (${reasons(counts)})`
}

function reasons(counts: Counts): string {
  return Object.entries(counts)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ')
}

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
