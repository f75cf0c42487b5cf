/** Records the tuned table of a corpus, and tells whether the corpus has outgrown it. */
import { z } from 'zod'
import type { CorpusReader } from '../../corpus/index.ts'
import { SETTING } from './corpus-settings.ts'

const recordSchema = z.object({
  /** Embedder id of the table. */
  table: z.string(),
  teacher: z.string(),
  /** Sequence number of the corpus at its tuning, and its units and passages then. */
  seq: z.number(),
  units: z.number(),
})

type TuningRecord = z.infer<typeof recordSchema>

/** Share of units newer than the tuning above which a new tuning is recommended. */
const MAX_NEW_SHARE = 0.5

/** Returns the setting to store. Read after all units have their vectors, since storing those also changes the corpus. */
export async function tuningSettings(
  corpus: CorpusReader,
  { table, teacher }: Pick<TuningRecord, 'table' | 'teacher'>,
): Promise<Readonly<Record<string, string>>> {
  const { units, passages } = await corpus.counts()
  const record: TuningRecord = { table, teacher, seq: await corpus.seq(), units: units + passages }
  return { [SETTING.tuning]: JSON.stringify(record) }
}

/** Returns the record; null if the corpus is not tuned. */
export async function tuningRecordOf(store: CorpusReader): Promise<TuningRecord | null> {
  const kept = await store.setting(SETTING.tuning)
  if (kept === null) return null
  const record = recordSchema.parse(JSON.parse(kept))
  return record.table === (await store.setting(SETTING.embedderId)) ? record : null
}

/** Returns a sentence if the corpus has changed so much since its tuning that it should be tuned again; else null. */
export async function stalenessOf(corpus: string, store: CorpusReader): Promise<string | null> {
  const record = await tuningRecordOf(store)
  if (record === null) return null
  const { units, passages } = await store.counts()
  const now = units + passages
  const gone = (await store.removedSince(record.seq)).length
  const added = now - (record.units - gone)
  if (now === 0 || added / now <= MAX_NEW_SHARE) return null
  return `The table of the corpus "${corpus}" was tuned on ${record.units} units at change ${record.seq}; now ${added} of ${now} units are new. To tune it again: gloss tune --corpus ${corpus}`
}
