/**
 * Keeps something made from a corpus up to date with it: opens it from its newest artefact, and updates it to the corpus's `seq` before
 * every answer. An answer is therefore never older than the corpus, and the artefact may be deleted at any time.
 */
import type { CorpusReader } from '../corpus/index.ts'

// Chosen, not measured: applying this many units on opening takes some 50 ms.
const UNSAVED_UNITS = 500
const UNSAVED_SHARE = 0.1

export interface KeptState {
  /** The corpus's change up to which all changes are applied. */
  seq: number
  /** `seq` of the artefact that it was opened from; null if there was none. */
  saved: number | null
  /** Number of units added and removed since. */
  changed: number
}

export interface KeptCurrent<State> {
  /** Returns the corpus's `seq` that answers are current to. */
  seq(): number
  /** Applies changes of the corpus. Every answer does so first. */
  refresh(): Promise<void>
  /** Reads the state between two changes; `answer` is synchronous. */
  whenCurrent<T>(answer: (state: State) => T): Promise<T>
  /** Writes an artefact, if so much has changed since the last one that opening would be slow. Returns whether it did. */
  save(): Promise<boolean>
}

export interface KeptCurrentOptions<State> {
  readonly reader: Pick<CorpusReader, 'seq'>
  /** Returns the state from the newest matching artefact, or an empty one. */
  readonly open: () => Promise<State>
  /** Updates the state to the corpus's change `now`, and sets its `seq`. */
  readonly applyChanges: (state: State, now: number) => Promise<void>
  readonly liveUnits: (state: State) => number
  readonly save: (state: State) => Promise<void>
}

export async function keepCurrent<State extends KeptState>(
  options: KeptCurrentOptions<State>,
): Promise<KeptCurrent<State>> {
  let state = await options.open()
  // One at a time: no change is applied while an artefact is written. Answers wait only for changes.
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
    // The caller of save() gets its failure.
    await before?.catch(() => undefined)
    await options.applyChanges(state, now)
  }

  async function replaceArtefact(): Promise<void> {
    await options.save(state)
    state = await options.open()
  }

  return {
    seq: () => state.seq,
    refresh,
    /** Answers at once after the last wait, so that nothing else runs in between. */
    async whenCurrent(answer) {
      await refresh()
      while (taking !== null) await taking
      return answer(state)
    },
    async save() {
      await refresh()
      while (taking !== null || saving !== null) await (taking ?? saving)
      if (isFresh(state, options.liveUnits(state))) return false
      saving = replaceArtefact().finally(() => {
        saving = null
      })
      await saving
      return true
    },
  }
}

/** Returns whether opening the last artefact and applying later changes costs next to nothing. */
function isFresh({ saved, seq, changed }: KeptState, liveUnits: number): boolean {
  if (saved === null) return false
  return saved === seq || changed <= Math.max(UNSAVED_UNITS, UNSAVED_SHARE * liveUnits)
}
