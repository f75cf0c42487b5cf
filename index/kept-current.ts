/**
 * Something made from a corpus and kept up to date with it: opened from its newest artefact, brought up to the corpus's `seq` before
 * every answer. So an answer is never older than the corpus, and the artefact may be thrown away at any time.
 */
import type { CorpusReader } from '../corpus/index.ts'

export interface KeptCurrent<State> {
  /** The corpus's `seq` up to which it answers. */
  seq(): number
  /** Takes in what changed in the corpus. Every answer does so first. */
  refresh(): Promise<void>
  /** Asks the state while nobody changes it; `answer` is synchronous. */
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
  /** True where opening the last artefact and taking in the rest costs next to nothing. */
  readonly isFresh: (state: State) => boolean
  readonly save: (state: State) => Promise<void>
}

export async function keepCurrent<State extends { readonly seq: number }>(
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
    // Whoever saves is told of its failure.
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
      if (options.isFresh(state)) return false
      saving = replaceArtefact().finally(() => {
        saving = null
      })
      await saving
      return true
    },
  }
}
