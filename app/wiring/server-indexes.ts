/** The indexes that lie beside their corpora on a server: whether they can be read, as far as this process has found. */
import type { CorpusDatabase } from '../../corpus/index.ts'

/** Numbers alone: who asks whether the service is well may not know what it holds. */
export interface IndexHealth {
  readonly state: 'sound' | 'mended' | 'broken'
  /** Indexes that were asked for a unit, at the last look at each corpus. */
  readonly checked: number
  /** Those that could not be read and were built again, since the process began. */
  readonly mended: number
  /** Those that cannot be read, and could not be built again. */
  readonly broken: number
}

export interface ServerIndexes {
  health(): IndexHealth
  /** Looks at the corpus's indexes and builds again what cannot be read. Returns whether that helped. */
  mend(corpus: string, database: CorpusDatabase): Promise<boolean>
  /** Leaves out the corpora that are no longer there. */
  keep(corpora: readonly string[]): void
}

export function createServerIndexes(onNotice: (message: string) => void): ServerIndexes {
  const corpora = new Map<string, { readonly checked: number; readonly broken: number }>()
  let mended = 0
  return {
    health() {
      const seen = [...corpora.values()]
      const [checked, broken] = [total(seen, 'checked'), total(seen, 'broken')]
      return { state: broken > 0 ? 'broken' : mended > 0 ? 'mended' : 'sound', checked, mended, broken }
    },
    async mend(corpus, database) {
      const { mendIndexes } = await import('../../index/adapters/mend-postgres-indexes.ts')
      const checked = await mendIndexes(database)
      const broken = checked.filter(({ state }) => state === 'broken')
      const again = checked.filter(({ state }) => state === 'mended')
      const wasBroken = corpora.get(corpus)?.broken ?? 0
      corpora.set(corpus, { checked: checked.length, broken: broken.length })
      mended += again.length
      for (const { index, problem } of again)
        onNotice(
          `The index ${index} of the corpus ${corpus} could not be read and was built again: ${problem}`,
        )
      if (broken.length > wasBroken)
        for (const { index, problem } of broken)
          onNotice(
            `The index ${index} of the corpus ${corpus} cannot be read, and REINDEX does not help: ${problem}`,
          )
      return again.length > 0
    },
    keep(names) {
      for (const name of corpora.keys()) if (!names.includes(name)) corpora.delete(name)
    },
  }
}

function total<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
