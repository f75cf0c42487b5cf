/** Updates derived data after the units of a corpus changed: finds names, embeds facts, updates indexes and saves them. */
import { availableParallelism } from 'node:os'
import type { CorpusWriter } from '../../corpus/index.ts'
import { openChildNamer } from '../../graph/adapters/child-namer.ts'
import { type Namer, nameUnits } from '../../graph/index.ts'
import { openUsearch } from '../../index/adapters/usearch-neighbours.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import type { Gloss } from '../wiring/gloss.ts'

// Number of units from which a user is told the advantages of another store. Chosen, not measured.
const MANY_UNITS = 500_000

export async function updateDerivedData(
  gloss: NamingGround,
  session: CorpusSession,
  writer: CorpusWriter,
  signal?: AbortSignal,
): Promise<void> {
  await nameUnits(writer, namerOf(gloss), signal === undefined ? {} : { signal })
  await updateFactIndex(session, writer, signal)
  await session.save()
  if (gloss.config.store === undefined) await noteSize(gloss, session.name, writer)
}

async function noteSize({ onNotice }: NamingGround, corpus: string, writer: CorpusWriter): Promise<void> {
  const { units, passages } = await writer.counts()
  if (units + passages <= MANY_UNITS) return
  const count = (units + passages).toLocaleString('en')
  onNotice(
    `The corpus ${corpus} has ${count} units and passages, in a file that one machine can use: PostgreSQL (GLOSS_STORE) would give several servers the same corpus.`,
  )
}

type NamingGround = Pick<Gloss, 'config' | 'onNotice'>

/** Returns a namer: one child process for a few papers; for many one per core, each of which takes .3 s to start. */
export function namerOf({ config, onNotice }: NamingGround): (isMuch: boolean) => Namer {
  return (isMuch) =>
    openChildNamer({
      workers: isMuch ? availableParallelism() : 1,
      timeoutMs: config.readTimeoutMs,
      maxMemoryMb: config.readMemoryMb,
      onLost: (title) =>
        onNotice(`No names were extracted from "${title}": it took too much time or memory.`),
    })
}

/** Embeds facts and finds synonyms after facts or corrections changed; does nothing for a corpus without facts. */
export async function updateFactIndex(
  { facts: open, embedder }: Pick<CorpusSession, 'facts' | 'embedder'>,
  writer: CorpusWriter,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await writer.hasFacts())) return
  const { embedPhrases, findSynonyms } = await import('../../graph/facts/index.ts')
  const facts = await open('ours')
  await embedPhrases(writer, facts, embedder, signal)
  await findSynonyms(writer, facts, { embedder, openNeighbours: openUsearch() }, signal)
}
