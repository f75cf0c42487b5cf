/** Runs the algebra system in a child process, which is killed if an expression never ends. Started by the pool, never imported. */
import { importFeature, serveParent } from '../../../../core/index.ts'
import type { AlgebraAnswer, AlgebraChildRequest } from './algebra-protocol.ts'
import { compareExpressions } from './compare-expressions.ts'

const loading = importFeature<typeof import('@cortex-js/compute-engine')>(
  'algebra',
  '@cortex-js/compute-engine',
)
// A failure is reported to the request that waits for it.
loading.catch(() => undefined)

serveParent<AlgebraChildRequest, AlgebraAnswer>(async (request) => {
  const { ComputeEngine } = await loading
  return request.kind === 'load' ? 'loaded' : compareExpressions(request.request, new ComputeEngine())
})
