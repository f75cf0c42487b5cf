/** What is known about servers, kept so that each is probed once. */
import type { ContinuationAbility } from './ports.ts'

export interface KnownAbility extends ContinuationAbility {
  /** Name of the spelling for the method `prefix`, null for others. */
  readonly spelling: string | null
  readonly echoes: boolean
  readonly trims: boolean
  /** Continued text comes back as reasoning. */
  readonly misnamesText: boolean
  /** It counts tokens with every piece where a field of its own asks for it. */
  readonly counts: boolean
}

export interface AbilityMemory {
  get(server: string, model: string): KnownAbility | null
  set(server: string, model: string, ability: KnownAbility): void
}

export function createAbilityMemory(): AbilityMemory {
  const abilities = new Map<string, KnownAbility>()
  const keyOf = (server: string, model: string) => `${server} ${model}`
  return {
    get: (server, model) => abilities.get(keyOf(server, model)) ?? null,
    set: (server, model, ability) => void abilities.set(keyOf(server, model), ability),
  }
}
