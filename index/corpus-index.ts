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
  let state = await openState(options)
  // One at a time: nothing is taken in while an artefact is written. Answers wait for the first only.
  let taking: Promise<void> | null = null
  let saving: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const now = await options.reader.seq()
    while (taking !== null || state.seq < now) {
      taking ??= takeInAfter(saving, now).finally(() => {
        taking = null
      })
      await taking
    }
  }

  async function takeInAfter(before: Promise<void> | null, now: number): Promise<void> {
    // Whoever saves is told of its failure.
    await before?.catch(() => undefined)
    await takeIn(state, options, now)
  }

  async function replaceArtefact(): Promise<void> {
    await saveState(state, options)
    state = await openState(options)
  }

  /** Asks the state while nobody changes it: between the last wait and the answer nothing else runs. */
  async function whenCurrent<T>(answer: () => T): Promise<T> {
    await refresh()
    while (taking !== null) await taking
    return answer()
  }

  const scorer = createScorer(() => state)
  return {
    seq: () => state.seq,
    refresh,
    async save() {
      await refresh()
      while (taking !== null || saving !== null) await (taking ?? saving)
      if (isFresh(state)) return false
      saving = replaceArtefact().finally(() => {
        saving = null
      })
      await saving
      return true
    },
    size: () => whenCurrent(() => state.table.liveRows()),
    candidates: (query) => whenCurrent(() => scorer.candidates(query)),
    explainWords: (terms, unit) =>
      whenCurrent(() => {
        const row = state.table.rowOf(unit)
        return row === undefined ? [] : state.postings.explain(terms, row)
      }),
  }
}
