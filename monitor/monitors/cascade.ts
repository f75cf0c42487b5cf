/**
 * A cheap monitor before an expensive one: the lexical monitor with a low threshold, and a model for the
 * windows that pass it. Experimental: thresholds chosen, not measured.
 */
import type { Monitor } from '../ports.ts'
import { createLexicalMonitor, type LexicalMonitorOptions } from './lexical.ts'

export interface CascadeMonitorOptions {
  /** Monitor asked if the lexical one finds any doubt; its answer counts. */
  readonly second: Monitor
  readonly lexical?: LexicalMonitorOptions
}

/** Threshold at which one hedge is enough to ask. Chosen, not measured. */
const THRESHOLD = 0.3

export function createCascadeMonitor({ second, lexical }: CascadeMonitorOptions): Monitor {
  const first = createLexicalMonitor({ threshold: THRESHOLD, ...lexical })
  return {
    name: `cascade:${second.name}`,
    ...(second.prompt === undefined ? {} : { prompt: second.prompt }),
    async look(look, signal) {
      const words = await first.look(look, signal)
      if (words.answer !== 'yes') return words
      // The lexical monitor knows the sentence; a model that only says yes does not.
      return { ...words, ...(await second.look(look, signal)) }
    },
  }
}
