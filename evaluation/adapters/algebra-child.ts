/** The child process that holds the algebra system: an expression that never ends is ended with it. Started by the pool, never imported. */
import type { AlgebraAnswer, AlgebraChildRequest } from './algebra-protocol.ts'
import { compareExpressions } from './compare-expressions.ts'

const BYTES_PER_MB = 1024 * 1024

process.on('message', (request: AlgebraChildRequest) => {
  const answer: AlgebraAnswer = request.kind === 'load' ? 'loaded' : compareExpressions(request.request)
  process.send?.({ kind: 'done', answer, residentMb: process.memoryUsage.rss() / BYTES_PER_MB })
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C on a terminal reaches the whole process group; the parent decides what ends.
process.on('SIGINT', () => undefined)
