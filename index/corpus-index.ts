/**
 * The index of one corpus, opened from the newest artefact and brought up to the corpus's `seq` before every answer.
 * So an answer is never older than the corpus, and an artefact may be thrown away at any time.
 */

import { type CorpusIndexOptions, isFresh, openState, saveState, takeIn } from './index-state.ts'
import type { CandidateSource } from './ports.ts'
import { createScorer } from './scorer.ts'

export interface CorpusIndex extends CandidateSource {
  /** The corpus's `seq` up to which the index answers. */
  seq(): number
  /** Takes in what changed in the corpus. Every answer does so first. */
  refresh(): Promise<void>
  /** Writes an artefact, if enough has changed since the last one that opening would be slow. Returns whether it did. */
  save(): Promise<boolean>
}

export async function openCorpusIndex(options: CorpusIndexOptions): Promise<CorpusIndex> {
  const { reader } = options
  let state = await openState(options)
  let refreshing: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const now = await reader.seq()
    if (now === state.seq) return
    refreshing ??= takeIn(state, options, now).finally(() => {
      refreshing = null
    })
    await refreshing
  }

  const scorer = createScorer(() => state)
  return {
    seq: () => state.seq,
    refresh,
    async save() {
      await refresh()
      if (isFresh(state)) return false
      await saveState(state, options)
      state = await openState(options)
      return true
    },
    async size() {
      await refresh()
      return state.table.liveRows()
    },
    async candidates(query) {
      await refresh()
      return scorer.candidates(query)
    },
    async explainWords(terms, unit) {
      await refresh()
      const row = state.table.rowOf(unit)
      return row === undefined ? [] : state.postings.explain(terms, row)
    },
  }
}
