/** Prints the result of an ingest as lines for people: counts, what was left out and why, and what to type next. */

import type { GateRow, IngestResult } from '../../app/ingest/index.ts'
import { DEFAULT_CORPUS, windowSentence } from '../../app/wiring/index.ts'
import { counted, shortened, shownPath } from '../output.ts'
import { inOneLine } from '../terminal-text.ts'

const READ_KINDS =
  'PDF, DOCX, EPUB, HTML, Markdown, LaTeX, text, JATS and TEI XML, and lists of papers (.bib, .ris, CSL-JSON, Zotero RDF, .jsonl)'
const MAX_KINDS_SHOWN = 8
const MAX_DROPS_SHOWN = 5
const MAX_GONE_SHOWN = 5
const TITLE_CHARACTERS = 60
const ID_CHARACTERS = 12

/** States of files whose papers the corpus has or had. */
const NO_NEW_PAPERS = ['removed_by_hand', 'missing_file', 'unreadable_file']

/** A paper that the gate dropped, as the report names it. */
export type DroppedPaper = Pick<GateRow, 'paper' | 'title' | 'isClose' | 'state'>

type Counts = Readonly<Record<string, number>>

/** Arguments of an ingest that a follow-up run must repeat. */
export interface IngestArguments {
  readonly paths: readonly string[]
  readonly reader?: string
  readonly followLinks?: boolean | undefined
}

/** Returns the lines of a run. `dropped` are the papers of `result.dropped`, with those most worth a look first. */
export function ingestLines(
  result: IngestResult,
  dropped: readonly DroppedPaper[],
  asked: IngestArguments,
): string[] {
  return [
    sumLine(result),
    ...leftOutLines(result),
    ...goneLines(result, asked),
    ...nextLines(result, dropped),
  ]
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
  const { unchanged, copies, pruned, skipped } = result
  const { unknown_kind: _, removed_by_hand: removed = 0, ...others } = skipped
  const { ocr_pages: lostPages = 0, ...losses } = result.losses
  return [
    ...(unchanged > 0 ? [`Unchanged since the last ingest: ${counted(unchanged, 'paper')}.`] : []),
    ...(copies > 0 ? [`Duplicates of papers under another path: ${counted(copies, 'file')}.`] : []),
    ...(pruned > 0 ? [`Removed because their files no longer exist: ${counted(pruned, 'path')}.`] : []),
    ...passedOverLine(result.unknownKinds),
    ...(removed > 0
      ? [`Skipped because you removed them: ${counted(removed, 'file')}. Bring them back with --take-back.`]
      : []),
    ...(sumOf(others) > 0 ? [`Skipped files: ${reasons(others)}.`] : []),
    ...(lostPages > 0
      ? [
          `Left without text because OCR ran out of time: ${counted(lostPages, 'page')}; ingest again to retry.`,
        ]
      : []),
    ...(sumOf(losses) > 0 ? [`Units discarded: ${reasons(losses)}.`] : []),
    ...windowLine(result),
    ...lookupLines(result),
    ...(result.projection === '' ? [] : [`Skipped in this dry run: ${result.projection}`]),
    ...modelLines(result.ledger),
    ...(result.modelDown === ''
      ? []
      : [
          `The model server appears to be down (${result.modelDown}), so later papers were not sent to it. Run the same command again when it answers.`,
        ]),
    ...(result.interrupted ? ['Interrupted; run the same command again to continue.'] : []),
  ]
}

/** Names the files that no longer exist, and the command that removes exactly their papers. */
function goneLines(
  { gone, corpus }: IngestResult,
  { paths, reader, followLinks }: IngestArguments,
): string[] {
  if (gone.length === 0) return []
  const named = gone.slice(0, MAX_GONE_SHOWN).map(shownPath).join(', ')
  const rest = gone.length > MAX_GONE_SHOWN ? `, and ${gone.length - MAX_GONE_SHOWN} more` : ''
  const command = [
    ...['gloss ingest', ...paths.map(asWord), '--prune'],
    ...(corpus === DEFAULT_CORPUS ? [] : ['--corpus', corpus]),
    ...(reader === undefined ? [] : ['--reader', asWord(reader)]),
    ...(followLinks === true ? ['--follow-links'] : []),
  ]
  return [
    `No longer there: ${counted(gone.length, 'file')} (${named}${rest}). What was read from ${gone.length === 1 ? 'it' : 'them'} is kept; to remove it: ${command.join(' ')}`,
  ]
}

/** Quotes a text so that a shell reads it as one word. */
function asWord(text: string): string {
  return /^[\w./:@+=-]+$/.test(text) ? text : inOneLine(`'${text.replaceAll("'", "'\\''")}'`)
}

function windowLine({ window, dryRun }: IngestResult): string[] {
  if (window === null || dryRun) return []
  return [`The model read papers in ${windowSentence(window)}.`]
}

/** Returns the lines on the use of models on servers; `~` precedes estimates. */
export function modelLines(ledger: IngestResult['ledger']): string[] {
  return Object.entries(ledger).map(([role, row]) => {
    const { calls, promptTokens, completionTokens, cost, estimated } = row
    const price = cost === null ? 'price unknown' : `$${cost.toFixed(4)}`
    return `Model calls: ${role} ${calls}, ${estimated ? '~' : ''}${promptTokens + completionTokens} tokens, ${price}.`
  })
}

function lookupLines({ lookup }: IngestResult): string[] {
  if (lookup === null) return []
  const { found, missed, requests, failed } = lookup
  const sum = `Looked up: ${counted(found, 'paper')} found, ${missed} not found, with ${counted(requests, 'request')}`
  return [sumOf(failed) === 0 ? `${sum}.` : `${sum}; without an answer: ${reasons(failed)}.`]
}

/** Returns a line of the kinds that were passed over, the commonest first. */
function passedOverLine(kinds: Counts): string[] {
  const sum = sumOf(kinds)
  if (sum === 0) return []
  const byCount = Object.entries(kinds).sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  const named = byCount
    .slice(0, MAX_KINDS_SHOWN)
    .map(([ending, count]) => `${ending || 'no ending'} ${count}`)
  const rest = byCount.length > MAX_KINDS_SHOWN ? ', …' : ''
  return [`Skipped: ${counted(sum, 'file')} of kinds that Gloss cannot read (${named.join(', ')}${rest}).`]
}

/** Returns whether a run left nothing to ask about, because no paper was found or none could be read. */
export function isFruitless({ seen, kept, failed, pruned }: IngestResult): boolean {
  return seen === 0 ? pruned === 0 : kept === 0 && sumOf(failed) === seen
}

function nextLines(result: IngestResult, dropped: readonly DroppedPaper[]): string[] {
  const { corpus, seen, kept, failed, dryRun } = result
  const named = corpus === DEFAULT_CORPUS ? '' : ` --corpus ${corpus}`
  if (seen === 0 && NO_NEW_PAPERS.some((reason) => result.skipped[reason] !== undefined)) return []
  if (seen === 0)
    return [`No papers found. Gloss reads ${READ_KINDS}; name such a file, or a folder with some.`]
  const isCopy = ({ state }: DroppedPaper) => state === 'dropped:duplicate'
  const lines = [
    ...copyLines(dropped.filter(isCopy), named),
    ...dropLines(
      result,
      dropped.filter((paper) => !isCopy(paper)),
      named,
    ),
  ]
  if (sumOf(failed) > 0 && !dryRun) lines.push(`See why papers failed: gloss papers${named} --state failed`)
  if (kept > 0 && !dryRun) lines.push(`Ask a question: gloss retrieve${named} "your question"`)
  return lines
}

/** Returns the lines on papers that were found in two files. */
function copyLines(copies: readonly DroppedPaper[], named: string): string[] {
  if (copies.length === 0) return []
  const shown = copies.slice(0, MAX_DROPS_SHOWN)
  const rest = copies.length - shown.length
  return [
    `Kept once: ${counted(copies.length, 'file')} with the text of another paper that is kept.`,
    ...shown.map(titleLine),
    ...(rest > 0 ? [`   and ${rest} more: gloss papers${named} --state dropped:duplicate`] : []),
    `Keep ${shown.length === 1 ? 'it' : 'them'} as well: gloss gate${named} --keep ${shown.map(shortId).join(' ')}`,
  ]
}

function titleLine({ paper, title, isClose }: DroppedPaper): string {
  const shown = shortened(title, TITLE_CHARACTERS) || '(no title)'
  return inOneLine(`   ${shortId({ paper })}  ${shown}${isClose ? ' (close call)' : ''}`)
}

function shortId({ paper }: Pick<DroppedPaper, 'paper'>): string {
  return paper.slice(0, ID_CHARACTERS)
}

/** Returns the papers by name, then the command that keeps exactly these papers. */
function dropLines(
  { kept, dropped: counts, topic }: IngestResult,
  dropped: readonly DroppedPaper[],
  named: string,
): string[] {
  const { duplicate: _, ...byGate } = counts
  if (sumOf(byGate) === 0) return []
  const shown = dropped.slice(0, MAX_DROPS_SHOWN)
  const rest = dropped.length - shown.length
  const more = rest > 0 ? [`   and ${rest} more: gloss gate${named}`] : []
  const ids = shown.map(shortId).join(' ')
  const keep = `Keep ${shown.length === 1 ? 'it' : 'them'} anyway: gloss gate${named} --keep ${ids}`
  return [
    `${kept === 0 ? 'The gate kept nothing; its' : "The gate's"} topic is "${topic}". ` +
      `${shown.length === 0 ? '' : `See why: gloss gate${named}. `}Keep papers on every topic: --topic none. ` +
      `Use your own topic: --topic FILE.${shown.length === 0 ? '' : ' Dropped:'}`,
    ...shown.map(titleLine),
    ...more,
    ...(shown.length === 0 ? [] : [keep]),
  ]
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
