/** What is known about model servers, in one JSON file that is replaced whole, so that the next process need not probe again. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type Clock, makePrivateFolder, PRIVATE_FILE_MODE, systemClock } from '../../core/index.ts'
import type { AbilityMemory, KnownAbility } from '../continuation/ability-memory.ts'

const Ability = z.strictObject({
  provider: z.string(),
  rung: z.enum(['raw', 'prefix', 'tool-call', 'restart']),
  spelling: z.string().nullable(),
  continuesReasoning: z.boolean(),
  echoes: z.boolean(),
  trims: z.boolean(),
  misnamesText: z.boolean(),
  counts: z.boolean(),
})
const Line = z.strictObject({
  server: z.string(),
  model: z.string(),
  foundAtMs: z.number(),
  ability: Ability,
})
const Lines = z.array(Line)

type Lines = z.infer<typeof Lines>

// Servers are updated: what they could not do then they may do now. Chosen, not measured.
const KEPT_MS = 7 * 24 * 3_600_000

export interface AbilityFileOptions {
  readonly clock?: Clock
  /** Called when the file cannot be read or written; what is known is then lost with the process. */
  readonly onFault?: (error: unknown) => void
}

/** Reads the file now and writes it with each finding. A file of another form counts as empty. */
export function openAbilityFile(
  file: string,
  { clock = systemClock, onFault = () => undefined }: AbilityFileOptions = {},
): AbilityMemory {
  const lines = new Map<string, Lines[number]>()
  const keyOf = (server: string, model: string) => JSON.stringify([server, model])
  for (const line of linesOf(file, onFault)) lines.set(keyOf(line.server, line.model), line)

  function isFresh({ foundAtMs }: Lines[number]): boolean {
    return clock.dateMs() - foundAtMs < KEPT_MS
  }

  function save(): void {
    const part = `${file}.${process.pid}.part`
    try {
      makePrivateFolder(dirname(file))
      writeFileSync(part, `${JSON.stringify([...lines.values()].filter(isFresh), null, 2)}\n`, {
        mode: PRIVATE_FILE_MODE,
      })
      renameSync(part, file)
    } catch (error) {
      onFault(error)
    }
  }

  return {
    get(server, model) {
      const line = lines.get(keyOf(server, model))
      return line !== undefined && isFresh(line) ? line.ability : null
    },
    set(server, model, ability: KnownAbility) {
      lines.set(keyOf(server, model), { server, model, foundAtMs: clock.dateMs(), ability })
      save()
    },
  }
}

function linesOf(file: string, onFault: (error: unknown) => void): Lines {
  try {
    return Lines.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) onFault(error)
    return []
  }
}
