/** `published`: Eigen-1 as its paper and its released code have it; each value with its source, and what cannot be had, in docs/published.md. */
import type { PatternPreset } from '../pattern.ts'

/** Of the loop around any stream, also outside of runs. */
export const PUBLISHED_WATCH = {
  k: 3,
  window: 512,
  stride: 384,
  maxInjections: 2,
  floor: 'none',
  hasQuerier: true,
  hasSifter: true,
  hasInjector: true,
  helperTemperature: 0.5,
} as const

export const PUBLISHED = {
  summary: 'Eigen-1 as its paper and code have it',
  monitor: 'published',
  backend: 'hipporag:published',
  settings: {
    ...PUBLISHED_WATCH,
    proposers: 5,
    corrects: true,
    refines: true,
    evaluates: true,
    rounds: 1,
    threshold: 3,
    weights: [0.2, 0.6, 0.2],
    retrieval: 'both',
    searchesWeb: true,
    runsCode: true,
    temperature: 0.5,
    evaluatorTemperature: null,
    maxTokens: 64_000,
    maxSteps: 150,
    isAsPrinted: true,
  },
} as const satisfies PatternPreset
