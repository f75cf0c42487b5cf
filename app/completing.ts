/** After the units of a corpus changed: names are looked for, indexes brought up to date and saved. */
import type { CorpusWriter } from '../corpus/index.ts'
import { openThreadedNamer } from '../graph/adapters/threaded-namer.ts'
import { nameUnits } from '../graph/index.ts'
import type { CorpusSession } from './session.ts'

export async function complete(
  session: CorpusSession,
  writer: CorpusWriter,
  signal?: AbortSignal,
): Promise<void> {
  await nameUnits(writer, openThreadedNamer, signal === undefined ? {} : { signal })
  await session.save()
}
