/** Progress of an ingest: a bar on a terminal, a line a paper otherwise, an event a line with --json. */
import cliProgress from 'cli-progress'
import type { IngestListener } from '../app/index.ts'
import type { Output } from './output.ts'

type IngestEvent = Parameters<IngestListener>[0]

export interface Progress {
  onEvent(event: IngestEvent): void
  stop(): void
}

/** `total` is null until it is known. */
export function createProgress(
  output: Output,
  stream: NodeJS.WriteStream,
): Progress & { setTotal(total: number): void } {
  if (output.isJson) return quiet((event) => stream.write(`${JSON.stringify(event)}\n`))
  if (!stream.isTTY) return quiet((event) => output.note(lineOf(event)))
  return bar(output, stream)
}

export function lineOf({ state, path, title, units, detail, unchanged }: IngestEvent): string {
  const what = state === 'kept' ? `kept, ${units} units` : state
  const note = state === 'kept' ? title : detail
  return `${what}${unchanged ? ' (unchanged)' : ''}: ${path}${note === '' ? '' : ` — ${note}`}`
}

function quiet(onEvent: (event: IngestEvent) => void): Progress & { setTotal(total: number): void } {
  return { onEvent, stop: () => undefined, setTotal: () => undefined }
}

function bar(output: Output, stream: NodeJS.WriteStream): Progress & { setTotal(total: number): void } {
  const counts = { kept: 0, dropped: 0, failed: 0, pages: 0 }
  const started = performance.now()
  const drawn = new cliProgress.SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: false,
    etaBuffer: 50,
    format:
      '{bar} {value}/{total} papers · {rate} pages/s · {eta_formatted} left · {kept} kept, {dropped} dropped, {failed} failed',
  })
  drawn.start(1, 0, { ...counts, rate: 0 })
  return {
    setTotal: (total) => drawn.setTotal(Math.max(1, total)),
    onEvent(event) {
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
