/** `gloss ingest PATH…`: papers in, a corpus out. */
import type { Command } from 'commander'
import {
  DEFAULT_TOPIC,
  GATE_POLICIES,
  gateRows,
  type IngestListener,
  type IngestRequest,
  ingestPaths,
  SUMMARISER_NAMES,
} from '../../app/ingest/index.ts'
import { agreed } from '../consent.ts'
import { type CommonOptions, type Context, withCommonOptions, withContext } from '../context.ts'
import { oneOf, wholeNumber } from '../options.ts'
import { type Output, shownPath } from '../output.ts'
import { createProgress } from '../progress.ts'
import { terminalJson } from '../terminal-text.ts'
import { ingestLines, isFruitless } from './ingest-report.ts'
import { withPresetOption } from './preset-option.ts'

interface IngestOptions extends CommonOptions, Omit<IngestRequest, 'paths' | 'corpus' | 'ocr'> {
  readonly reader?: string
  readonly ocr?: boolean
  readonly retry?: boolean
  readonly yes?: boolean
}

const MAX_WORKERS = 64

export function addIngestCommand(program: Command): void {
  const command = withCommonOptions(program.command('ingest'))
    .description(
      'Ingest papers into a corpus: PDF, DOCX, EPUB, HTML, Markdown, LaTeX, text, JATS and TEI XML; lists of papers as BibTeX, RIS, CSL-JSON, Zotero RDF and JSON Lines.',
    )
    .argument('<path...>', 'files or folders; `zotero:` for the library of a running Zotero')
  withPresetOption(command, 'topic, gate and summariser of Eigen-1, units only')
    .option(
      '--topic <name|file>',
      `topic of the gate: biochem, none, or a YAML or JSON keyword file (default for a new corpus: ${DEFAULT_TOPIC}, none with llm-claims)`,
    )
    .option('--policy <name>', `gate policy: ${GATE_POLICIES.join(', ')}`, oneOf('--policy', GATE_POLICIES))
    .option(
      '--summariser <name>',
      `summariser that writes the units: ${SUMMARISER_NAMES.join(', ')}`,
      oneOf('--summariser', SUMMARISER_NAMES),
    )
    .option('--reader <module>', 'module that reads files of another kind (docs/plug-ins.md)')
    .option('--units-only', 'index units only, without passages of the full text')
    .option('--workers <n>', 'number of papers to read in parallel', wholeNumber('--workers', 1, MAX_WORKERS))
    .option('--ocr', 'run OCR on scans of any length (a few seconds per page)')
    .option('--retry', 'retry papers that failed before')
    .option('--take-back', 'take back papers that were removed by hand')
    .option('--lookup', 'ask Crossref and OpenAlex for title, authors, year and journal of the papers read')
    .option('--follow-links', 'follow links that lead out of the folder')
    .option('--prune', 'remove papers whose files no longer exist')
    .option('--dry-run', 'read papers and run the gate, but store nothing')
    .option('-y, --yes', 'accept the projected cost of model calls')
    .action(withContext(ingest))
}

/** Loads the code that checks plug-ins only if one is named. */
async function readersAt(place: string | undefined) {
  if (place === undefined) return []
  const { loadPlugin } = await import('../../app/plugins/index.ts')
  return [await loadPlugin('reader', place)]
}

async function ingest(
  paths: string[],
  options: IngestOptions,
  { gloss, output, signal }: Context,
): Promise<void> {
  const progress = await createProgress(output, process.stderr)
  const droppedIds = new Set<string>()
  const onEvent: IngestListener = (event) => {
    if (event.state.startsWith('dropped:')) droppedIds.add(event.paper)
    progress.onEvent(event)
  }
  const request = {
    ...options,
    paths,
    readers: await readersAt(options.reader),
    retryFailed: options.retry,
    ocr: options.ocr === true ? ('always' as const) : ('auto' as const),
    onSkip: (path: string, reason: string) => noteSkipped(path, reason, output),
    onFound: progress.setTotal,
    onWarning: (warning: string) => noteWarning(warning, output),
    consent: async (projection: string) => {
      progress.stop()
      return options.yes === true || (await agreed(projection, output))
    },
  }
  try {
    const result = await ingestPaths(gloss, request, onEvent, signal)
    progress.stop()
    const dropped = result.dryRun ? [] : await gateRows(gloss, result.corpus, droppedIds)
    for (const line of ingestLines(result, dropped, { ...options, paths })) output.line(line)
    output.object(result)
    if (result.interrupted || result.modelDown !== '' || isFruitless(result)) process.exitCode = 1
  } finally {
    progress.stop()
  }
}

function noteWarning(warning: string, output: Output): void {
  output.note(output.isJson ? terminalJson({ type: 'lookup-failed', warning }) : `lookup: ${warning}`)
}

/** Outcomes that are reported one by one only with --json, because folders hold all kinds of files. */
const SUMMED_UP: ReadonlySet<string> = new Set(['unknown_kind', 'removed_by_hand'])

function noteSkipped(path: string, reason: string, output: Output): void {
  if (output.isJson) output.note(terminalJson({ type: 'path-skipped', path, reason }))
  else if (!SUMMED_UP.has(reason)) {
    const help = WHAT_HELPS[reason]
    output.note(`skipped (${reason}): ${shownPath(path)}${help === undefined ? '' : ` — ${help}`}`)
  }
}

const WHAT_HELPS: Readonly<Record<string, string>> = {
  link_out_of_folder: 'the link leads out of the folder; --follow-links follows it.',
  file_too_large: 'GLOSS_MAX_FILE_MB sets how large a file may be.',
  missing_file: 'its paper stays as it was read; --prune drops it.',
  name_not_utf8: 'its name is not UTF-8, so that it cannot be opened; rename it.',
}
