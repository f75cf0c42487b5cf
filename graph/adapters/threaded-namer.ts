/**
 * Names by wink's parts of speech, on as many threads as there are cores: most of an import's time goes into names. A small corpus
 * is named by one thread. The caller's thread stays free to store them.
 */
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Tinypool } from 'tinypool'
import type { UnitMentions } from '../../corpus/index.ts'
import type { Namer } from '../ports.ts'

// A thread makes many short-lived objects; V8's own limit lets them pile up. Chosen, not measured.
const YOUNG_HEAP_MB = 16

// The thread is source when this file is source, and built when this file is built.
const ENTRY = new URL(`./naming-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

export function openThreadedNamer(threads = availableParallelism()): Namer {
  const pool = new Tinypool({
    filename: ENTRY.href,
    runtime: 'worker_threads',
    minThreads: 1,
    maxThreads: threads,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  return {
    name: (papers) => pool.run(papers, { name: 'nameTask' }) as Promise<UnitMentions[]>,
    close: () => pool.destroy(),
  }
}
