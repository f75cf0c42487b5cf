/** Remembers what is known about servers, so that each is probed once. */
import { z } from 'zod'
import { type Clock, systemClock } from '../../core/index.ts'

/** A `ContinuationAbility`, with how to use it. */
const Ability = z.strictObject({
  provider: z.string(),
  rung: z.enum(['raw', 'prefix', 'tool-call', 'restart']),
  /** Name of the spelling of the method `prefix`; null for others. */
  spelling: z.string().nullable(),
  continuesReasoning: z.boolean(),
  echoes: z.boolean(),
  trims: z.boolean(),
  /** Whether the server returns continued text as reasoning. */
  misnamesText: z.boolean(),
  /** Whether the server sends running counts of tokens if a server-specific field asks for them. */
  counts: z.boolean(),
})
export type KnownAbility = Readonly<z.infer<typeof Ability>>

/** What is known about one model on one server, as it is stored. */
export const KnownServer = z.strictObject({
  server: z.string(),
  model: z.string(),
  /** Unix milliseconds. */
  foundAtMs: z.number(),
  /** How the ability was determined, in a sentence. */
  why: z.string(),
  ability: Ability,
})
export type KnownServer = Readonly<z.infer<typeof KnownServer>>

export interface AbilityMemory {
  get(server: string, model: string): KnownAbility | null
  set(server: string, model: string, ability: KnownAbility, why: string): void
  /** Overrides the stored ability in this process for at most an hour, as a refusal may be temporary. */
  change(server: string, model: string, ability: KnownAbility, why: string): void
  /** Returns all servers, oldest first, with the overrides of this process. */
  list(): readonly KnownServer[]
  clear(): void
}

// Chosen, not measured: longer than most runs, shorter than a working day of a service.
const CHANGED_MS = 3_600_000

export interface KnownServers {
  get(server: string, model: string): KnownServer | undefined
  set(known: KnownServer): void
  all(): readonly KnownServer[]
  clear(): void
}

/** Creates a memory that stores abilities in `kept`, and overrides in the process. */
export function createAbilityMemory(
  clock: Clock = systemClock,
  kept: KnownServers = createKnownServers(),
): AbilityMemory {
  const changed = createKnownServers()
  const record = (known: Omit<KnownServer, 'foundAtMs'>): KnownServer => ({
    ...known,
    foundAtMs: clock.dateMs(),
  })

  function current(server: string, model: string): KnownServer | undefined {
    const own = changed.get(server, model)
    const isHeld = own !== undefined && clock.dateMs() - own.foundAtMs < CHANGED_MS
    return isHeld ? own : kept.get(server, model)
  }

  return {
    get: (server, model) => current(server, model)?.ability ?? null,
    set: (server, model, ability, why) => kept.set(record({ server, model, ability, why })),
    change: (server, model, ability, why) => changed.set(record({ server, model, ability, why })),
    list: () =>
      [...createKnownServers([...kept.all(), ...changed.all()]).all()]
        .flatMap(({ server, model }) => current(server, model) ?? [])
        .sort((one, other) => one.foundAtMs - other.foundAtMs),
    clear() {
      changed.clear()
      kept.clear()
    },
  }
}

export function createKnownServers(first: readonly KnownServer[] = []): KnownServers {
  const keyOf = (server: string, model: string) => JSON.stringify([server, model])
  const known = new Map(first.map((one) => [keyOf(one.server, one.model), one]))
  return {
    get: (server, model) => known.get(keyOf(server, model)),
    set: (one) => void known.set(keyOf(one.server, one.model), one),
    all: () => [...known.values()],
    clear: () => known.clear(),
  }
}
