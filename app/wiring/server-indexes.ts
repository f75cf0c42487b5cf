/** State of the indexes beside corpora on a server: whether they can be read, as far as this process has checked. */
import type { CorpusDatabase } from '../../corpus/index.ts'

/** Only counts: a client that asks whether the service is healthy may not be allowed to know its corpora. */
export interface IndexHealth {
  readonly state: 'sound' | 'mended' | 'broken'
  /** Indexes checked at the last look at each corpus. */
  readonly checked: number
  /** Indexes that were unreadable and were built again since the process began. */
  readonly mended: number
  /** Indexes that cannot be read or built again. */
  readonly broken: number
}

export interface ServerIndexes {
  health(): IndexHealth
  /** Checks the corpus's indexes and rebuilds unreadable ones. Returns whether that helped. */
  mend(corpus: string, database: CorpusDatabase): Promise<boolean>
  /** Forgets the corpora that no longer exist. */
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
