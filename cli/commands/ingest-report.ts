/** The result of an ingest as lines for people: counts, what was left out and why, and what to type next. */
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
  return [
    ...(unchanged > 0 ? [`Unchanged since the last ingest: ${counted(unchanged, 'paper')}.`] : []),
    ...(copies > 0 ? [`Duplicates of papers under another path: ${counted(copies, 'file')}.`] : []),
    ...(pruned > 0 ? [`Removed because their files no longer exist: ${counted(pruned, 'path')}.`] : []),
    ...(sumOf(skipped) > 0 ? [`Skipped files: ${reasons(skipped)}.`] : []),
    ...(sumOf(losses) > 0 ? [`Units discarded: ${reasons(losses)}.`] : []),
    ...lookupLines(result),
    ...(result.projection === '' ? [] : [`Skipped in this dry run: ${result.projection}`]),
    ...(result.interrupted ? ['Interrupted; run the same command again to continue.'] : []),
  ]
}

function lookupLines({ lookup }: IngestResult): string[] {
  if (lookup === null) return []
  const { found, missed, requests, failed } = lookup
  const sum = `Looked up: ${counted(found, 'paper')} found, ${missed} not found, with ${counted(requests, 'request')}`
  return [sumOf(failed) === 0 ? `${sum}.` : `${sum}; without an answer: ${reasons(failed)}.`]
}

function nextLines({ corpus, seen, kept, dropped, failed, topic, dryRun }: IngestResult): string[] {
  const named = corpus === DEFAULT_CORPUS ? '' : ` --corpus ${corpus}`
  if (seen === 0)
    return ['No papers found at this path. Supported files: .pdf, .txt, .md, .html, .jsonl and .bib.']
  const lines: string[] = []
  if (sumOf(dropped) > 0)
    lines.push(
      `${kept === 0 ? 'The gate kept nothing; its' : "The gate's"} topic is "${topic}". ` +
        `${dryRun ? '' : `See why: gloss gate${named}. Keep one anyway: gloss gate${named} --keep ID. `}Keep everything: --topic none. ` +
        'Use your own topic: --topic FILE.',
    )
  if (sumOf(failed) > 0 && !dryRun) lines.push(`See why papers failed: gloss papers${named} --state failed`)
  if (kept > 0 && !dryRun) lines.push(`Ask a question: gloss retrieve${named} "your question"`)
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
