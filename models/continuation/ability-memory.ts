/** Remembers what is known about servers, so that each is probed once. */
import { type Clock, systemClock } from '../../core/index.ts'
import type { ContinuationAbility } from './ports.ts'

export interface KnownAbility extends ContinuationAbility {
  /** Name of the spelling of the method `prefix`; null for others. */
  readonly spelling: string | null
  readonly echoes: boolean
  readonly trims: boolean
  /** Whether the server returns continued text as reasoning. */
  readonly misnamesText: boolean
  /** Whether the server sends running counts of tokens if a server-specific field asks for them. */
  readonly counts: boolean
}

/** What is known about one model on one server. */
export interface KnownServer {
  readonly server: string
  readonly model: string
  /** Unix milliseconds. */
  readonly foundAtMs: number
  /** How the ability was determined, in a sentence. */
  readonly why: string
  readonly ability: KnownAbility
}

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
