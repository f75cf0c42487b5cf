/**
 * Something made from a corpus and kept up to date with it: opened from its newest artefact, brought up to the corpus's `seq` before
 * every answer. So an answer is never older than the corpus, and the artefact may be thrown away at any time.
 */
import type { CorpusReader } from '../corpus/index.ts'

// Chosen, not measured: as many units are taken in within some 50 ms at opening.
const UNSAVED_UNITS = 500
const UNSAVED_SHARE = 0.1

export interface KeptState {
  /** The corpus's change up to which everything is taken in. */
  seq: number
  /** `seq` of the artefact it was opened from; null without one. */
  saved: number | null
  /** Units taken in and removed since. */
  changed: number
}

export interface KeptCurrent<State> {
  /** The corpus's `seq` up to which it answers. */
  seq(): number
  /** Takes in what changed in the corpus. Every answer does so first. */
  refresh(): Promise<void>
  /** Reads the state between changes; `answer` is synchronous. */
  whenCurrent<T>(answer: (state: State) => T): Promise<T>
  /** Writes an artefact, if enough has changed since the last one that opening would be slow. Returns whether it did. */
  save(): Promise<boolean>
}

export interface KeptCurrentOptions<State> {
  readonly reader: Pick<CorpusReader, 'seq'>
  /** From the newest artefact that fits, or empty. */
  readonly open: () => Promise<State>
  /** Brings the state to the corpus's change `now`, and sets its `seq`. */
  readonly takeIn: (state: State, now: number) => Promise<void>
  readonly liveUnits: (state: State) => number
  readonly save: (state: State) => Promise<void>
}

export async function keepCurrent<State extends KeptState>(
  options: KeptCurrentOptions<State>,
): Promise<KeptCurrent<State>> {
  let state = await options.open()
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
    // A caller of save() gets its failure.
    await before?.catch(() => undefined)
    await options.takeIn(state, now)
  }

  async function replaceArtefact(): Promise<void> {
    await options.save(state)
    state = await options.open()
  }

  return {
    seq: () => state.seq,
    refresh,
    /** Between the last wait and the answer nothing else runs. */
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

/** True where opening the last artefact and taking in the rest costs next to nothing. */
function isFresh({ saved, seq, changed }: KeptState, liveUnits: number): boolean {
  if (saved === null) return false
  return saved === seq || changed <= Math.max(UNSAVED_UNITS, UNSAVED_SHARE * liveUnits)
}
