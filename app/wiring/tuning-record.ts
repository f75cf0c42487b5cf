/** What a corpus keeps about its tuned table, and whether it has outgrown it. */
import { z } from 'zod'
import type { CorpusReader } from '../../corpus/index.ts'
import { SETTING } from './corpus-settings.ts'

const recordSchema = z.object({
  /** Embedder id of the table. */
  table: z.string(),
  teacher: z.string(),
  /** The corpus's change at which it was tuned, and its units and passages then. */
  seq: z.number(),
  units: z.number(),
})

type TuningRecord = z.infer<typeof recordSchema>

/** Above this share of units that are not those of the tuning, a new one is recommended. */
const MOST_NEW_UNITS = 0.5

/** The setting that keeps it; read when all units have their vectors, which are changes, too. */
export async function tuningSettings(
  corpus: CorpusReader,
  { table, teacher }: Pick<TuningRecord, 'table' | 'teacher'>,
): Promise<Readonly<Record<string, string>>> {
  const { units, passages } = await corpus.counts()
  const record: TuningRecord = { table, teacher, seq: await corpus.seq(), units: units + passages }
  return { [SETTING.tuning]: JSON.stringify(record) }
}

/** Null where the corpus is not tuned. */
export async function tuningRecordOf(store: CorpusReader): Promise<TuningRecord | null> {
  const kept = await store.setting(SETTING.tuning)
  if (kept === null) return null
  const record = recordSchema.parse(JSON.parse(kept))
  return record.table === (await store.setting(SETTING.embedderId)) ? record : null
}

/** A sentence where the corpus has changed so much since it was tuned that its table should learn it again; else null. */
export async function stalenessOf(corpus: string, store: CorpusReader): Promise<string | null> {
  const record = await tuningRecordOf(store)
  if (record === null) return null
  const { units, passages } = await store.counts()
  const now = units + passages
  const gone = (await store.removedSince(record.seq)).length
  const added = now - (record.units - gone)
  if (now === 0 || added / now <= MOST_NEW_UNITS) return null
  return `The table of the corpus "${corpus}" was tuned on ${record.units} units at change ${record.seq}; of ${now} now, ${added} are new. Let it learn them: gloss tune --corpus ${corpus}`
}
