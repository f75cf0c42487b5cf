/** Shows the progress of an ingest: a bar on a terminal, otherwise one line per paper, with --json one event per line. */
import type { SingleBar } from 'cli-progress'
import type { IngestListener } from '../app/ingest/index.ts'
import { counted, type Output, shownPath } from './output.ts'
import { inOneLine, terminalJson } from './terminal-text.ts'

type IngestEvent = Parameters<IngestListener>[0]

export interface Progress {
  /** Starts the bar; undefined if there is no bar. */
  readonly setTotal: ((papers: number) => void) | undefined
  onEvent(event: IngestEvent): void
  /** Stops the bar. It may be called twice; the next event draws the bar again. */
  stop(): void
}

export async function createProgress(output: Output, stream: NodeJS.WriteStream): Promise<Progress> {
  if (output.isJson) return quiet((event) => stream.write(`${terminalJson(event)}\n`))
  if (!stream.isTTY) return quiet((event) => output.note(lineOf(event)))
  const { SingleBar } = (await import('cli-progress')).default
  return bar(SingleBar, output, stream)
}

export function lineOf({ state, path, title, units, detail, unchanged }: IngestEvent): string {
  const what = state === 'kept' ? `kept, ${counted(units, 'unit')}` : state
  const note = state === 'kept' ? [title, detail].filter((part) => part !== '').join('. ') : detail
  return `${what}${unchanged ? ' (unchanged)' : ''}: ${shownPath(path)}${note === '' ? '' : ` — ${inOneLine(note)}`}`
}

function quiet(onEvent: (event: IngestEvent) => void): Progress {
  return { setTotal: undefined, onEvent, stop: () => undefined }
}

function bar(Bar: typeof SingleBar, output: Output, stream: NodeJS.WriteStream): Progress {
  const counts = { kept: 0, dropped: 0, failed: 0, pages: 0 }
  const started = performance.now()
  let total = 1
  const drawn = new Bar({
    stream,
    hideCursor: true,
    clearOnComplete: false,
    etaBuffer: 50,
    format:
      '{bar} {value}/{total} papers · {rate} pages/s · {eta_formatted} left · {kept} kept, {dropped} dropped, {failed} failed',
  })
  // The bar is stopped while the user is asked for consent, and drawn again with the next paper.
  const draw = () => {
    const ended = counts.kept + counts.dropped + counts.failed
    if (!drawn.isActive) drawn.start(total, ended, { ...counts, rate: 0 })
  }
  return {
    setTotal(papers) {
      total = Math.max(1, papers)
      draw()
    },
    onEvent(event) {
      draw()
      const kind = event.state.split(':')[0] as 'kept' | 'dropped' | 'failed'
      counts[kind]++
      counts.pages += event.unchanged ? 0 : event.pages
      const seconds = (performance.now() - started) / 1000
      drawn.increment(1, { ...counts, rate: Math.round(counts.pages / Math.max(0.001, seconds)) })
      if (kind === 'failed') {
        stream.write('\n')
        output.note(lineOf(event))
      }
    },
    stop: () => drawn.stop(),
  }
}
