/** The child's side of a child pool: receives one request at a time and answers each. */
import nodeModule from 'node:module'
import process from 'node:process'

/** `progress` restarts the request's time limit; `done` ends the request. */
export type ChildMessage<Answer> =
  | { readonly kind: 'progress' }
  | { readonly kind: 'done'; readonly answer: Answer; readonly residentMb: number }

const BYTES_PER_MB = 1024 * 1024

/**
 * Answers the requests of the pool that started this process. If `answer` throws, the process writes the error to stderr and exits with
 * status 1, because its memory cannot be trusted after that.
 */
export function serveParent<Request, Answer>(
  answer: (request: Request, onProgress: () => void) => Promise<Answer>,
): void {
  const send = (message: ChildMessage<Answer>) => void process.send?.(message)
  let isWarm = false
  const keepCompiled = () => {
    // Written now, because a pool kills its children, which then write nothing on exit.
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
  // Ctrl-C on a terminal reaches the whole process group; the parent decides which processes end.
  process.on('SIGINT', () => undefined)
}
