/** Imports a judged set as a corpus, as a user would, with its published facts if it has any. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CorpusSession, importPath, loadConfig, openGloss } from '../../../../app/index.ts'
import { allPapers } from '../../../../corpus/index.ts'
import type { Built } from './compare.ts'
import { cpuMsSince } from './our-times.ts'
import type { BeirSet } from './read-beir.ts'
import { readSet, type TaskGround } from './task-ground.ts'

const MS_PER_SECOND = 1000
const never = new AbortController().signal

export interface JudgedCorpus {
  readonly set: BeirSet
  readonly session: CorpusSession
  /** Cost of the import, and size of all files of the workspace. */
  readonly built: Built
  /** Index of each paper in the set, by id. */
  readonly rowOf: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function openJudgedCorpus(
  ground: TaskGround,
  name: string,
  factsFile: string | null,
): Promise<JudgedCorpus> {
  const workspace = join(ground.folder, `workspace-${name}`)
  const started = performance.now()
  const cpu = process.cpuUsage()
  const gloss = await openGloss(loadConfig({ workspace, embedder: 'static' }, {}))
  const folder = join(ground.data, name)
  await importPath(gloss, { format: 'beir', path: folder }, never)
  if (factsFile !== null) await importPath(gloss, { format: 'openie', path: join(folder, factsFile) }, never)
  const session = await gloss.session()
  await session.save()
  const built = {
    wallSeconds: (performance.now() - started) / MS_PER_SECOND,
    cpuSeconds: cpuMsSince(cpu) / MS_PER_SECOND,
    bytes: bytesIn(workspace),
  }
  const set = readSet(ground, name)
  const places = new Map(set.documents.map(({ id }, place) => [id, place]))
  const rowOf = new Map<string, number>()
  for await (const { id, document } of allPapers(session.store)) {
    const place = document === null ? undefined : places.get(document)
    if (place !== undefined) rowOf.set(id, place)
  }
  return { set, session, built, rowOf, close: () => gloss.close() }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
