/** The child's side of a child pool: one request at a time, each with an answer. */
import nodeModule from 'node:module'
import process from 'node:process'

/** `progress` starts the time limit of the request again; `done` ends it. */
export type ChildMessage<Answer> =
  | { readonly kind: 'progress' }
  | { readonly kind: 'done'; readonly answer: Answer; readonly residentMb: number }

const BYTES_PER_MB = 1024 * 1024

/**
 * Answers what the pool that started this process sends. Where `answer` throws, the process writes why to stderr and ends with
 * status 1: what it holds in memory cannot be trusted after that.
 */
export function serveParent<Request, Answer>(
  answer: (request: Request, onProgress: () => void) => Promise<Answer>,
): void {
  const send = (message: ChildMessage<Answer>) => void process.send?.(message)
  let isWarm = false
  const keepCompiled = () => {
    // Now, since a pool kills its children, which then write nothing at their end.
    if (!isWarm) nodeModule.flushCompileCache()
    isWarm = true
  }
  process.on('message', (request) => {
    answer(request as Request, () => send({ kind: 'progress' })).then(
      (said) => {
        send({ kind: 'done', answer: said, residentMb: process.memoryUsage.rss() / BYTES_PER_MB })
        keepCompiled()
      },
      (error: unknown) => {
        process.stderr.write(error instanceof Error ? `${error.stack}\n` : `${String(error)}\n`)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C on a terminal reaches the whole process group; the parent decides what ends.
  process.on('SIGINT', () => undefined)
}
