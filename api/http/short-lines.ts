/** Limits the length of log lines, whatever a client or a model server put into a logged value. */

interface LineStream {
  write(line: string): void
}

// A stack has some 2,000 characters. Chosen, not measured.
const MAX_LINE = 16_000
const MAX_TEXT = 2_000

/** Returns a stream that shortens lines. They are JSON objects, as the logger writes them, and stay valid. */
export function shortLines(stream: LineStream): LineStream {
  return { write: (line) => void stream.write(line.length <= MAX_LINE ? line : `${shortened(line)}\n`) }
}

function shortened(line: string): string {
  const entry: unknown = JSON.parse(line, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT
      ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
      : value,
  )
  const text = JSON.stringify(entry)
  if (text.length <= MAX_LINE) return text
  // If many parts are long, only the fields that identify the line are kept.
  const { level, time, reqId, code, msg } = entry as Readonly<Record<string, unknown>>
  return JSON.stringify({ level, time, reqId, code, msg, omitted: `a line of ${line.length} characters` })
}
