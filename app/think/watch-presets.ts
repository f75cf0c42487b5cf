/** What presets fix where a model is watched while it writes. */
import { PUBLISHED, PUBLISHED_WATCH } from '../../solver/index.ts'
import type { PresetName } from '../config/presets.ts'

/** Keys are those of the requests that take a preset. */
export interface WatchPreset {
  readonly monitor: 'published'
  readonly backend: 'hipporag:published'
  /** Of the loop around any stream. */
  readonly watch: Readonly<Record<string, unknown>>
}

export const WATCH_PRESETS: Readonly<Record<PresetName, WatchPreset>> = {
  published: {
    monitor: PUBLISHED.monitor,
    backend: PUBLISHED.backend,
    watch: { ...PUBLISHED_WATCH, hold: 'look', holdSeconds: 30 },
  },
}
