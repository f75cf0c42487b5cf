/**
 * Counts the methods by which texts were continued. If a server refuses a method even once, its texts cannot be compared: different methods
 * give different continuations.
 */
import { compareText } from '../core/index.ts'
import type { TraceEvent } from './trace.ts'

type CallEvent = Extract<TraceEvent, { readonly kind: 'call' }>

export function createMethodTally() {
  /** Number of calls by method and model. */
  const calls = new Map<string, Map<string, number>>()

  return {
    add({ rung, instead = null }: CallEvent, model: string) {
      const own = calls.get(model) ?? new Map<string, number>()
      calls.set(model, own)
      const raise = (name: string, by: number) => own.set(name, (own.get(name) ?? 0) + by)
      if (rung !== null) raise(instead === null ? rung : `${rung}${IN_PLACE}${instead}`, 1)
      if (instead !== null) raise(instead, -1)
    },
    /** Returns a sentence for each model continued by several methods, or by another than its server was known to accept. */
    problems(): string[] {
      const used = [...calls.values()]
        .map((methods) => [...methods].filter(([, count]) => count > 0))
        .filter((methods) => methods.length > 1 || methods.some(([name]) => name.includes(IN_PLACE)))
      if (used.length === 0) return []
      const sums = new Map<string, number>()
      for (const [name, count] of used.flat()) sums.set(name, (sums.get(name) ?? 0) + count)
      const parts = [...sums]
        .sort(([one], [other]) => compareText(one, other))
        .map(([name, count]) => `${count} ${count === 1 ? 'call' : 'calls'} by ${name}`)
      return [
        `The text was continued by more than one method: ${parts.join(', ')}. See \`gloss doctor --servers\`.`,
      ]
    },
  }
}

const IN_PLACE = ' in place of '
