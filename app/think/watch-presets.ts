/** Presets for watching a model while it writes. */
import { PUBLISHED, PUBLISHED_WATCH } from '../../solver/index.ts'
import type { PresetName } from '../config/presets.ts'

/** A preset's values, with the keys of the requests that take a preset. */
export interface WatchPreset {
  readonly monitor: 'published'
  readonly backend: 'hipporag:published'
  /** Settings of the loop around any stream. */
  readonly watch: Readonly<Record<string, unknown>>
}

export const WATCH_PRESETS: Readonly<Record<PresetName, WatchPreset>> = {
  published: {
    monitor: PUBLISHED.monitor,
    backend: PUBLISHED.backend,
    watch: { ...PUBLISHED_WATCH, hold: 'look', holdSeconds: 30, hasLastLook: false },
  },
}
