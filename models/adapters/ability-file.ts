/** Stores what is known about model servers in one JSON file, replaced as a whole, so that the next process need not probe again. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Clock, replacePrivateJson, systemClock } from '../../core/index.ts'
import {
  type AbilityMemory,
  createAbilityMemory,
  createKnownServers,
  KnownServer,
} from '../continuation/ability-memory.ts'

// Servers are updated and may support more than a week ago. Chosen, not measured.
const KEPT_MS = 7 * 24 * 3_600_000

export interface AbilityFileOptions {
  readonly clock?: Clock
  /** Called when the file cannot be read or written; what is known is then lost with the process. */
  readonly onFault?: (error: unknown) => void
}

/** Reads the file once and writes it after each finding. A file in another format counts as empty. */
export function openAbilityFile(
  file: string,
  { clock = systemClock, onFault = () => undefined }: AbilityFileOptions = {},
): AbilityMemory {
  const lines = createKnownServers(linesOf(file, onFault))
  const isFresh = ({ foundAtMs }: KnownServer) => clock.dateMs() - foundAtMs < KEPT_MS

  function save(): void {
    try {
      replacePrivateJson(file, lines.all().filter(isFresh))
    } catch (error) {
      onFault(error)
    }
  }

  return createAbilityMemory(clock, {
    get(server, model) {
      const line = lines.get(server, model)
      return line !== undefined && isFresh(line) ? line : undefined
    },
    set(line) {
      lines.set(line)
      save()
    },
    all: () => lines.all().filter(isFresh),
    clear() {
      lines.clear()
      save()
    },
  })
}

function linesOf(file: string, onFault: (error: unknown) => void): readonly KnownServer[] {
  try {
    return z.array(KnownServer).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) onFault(error)
    return []
  }
}
