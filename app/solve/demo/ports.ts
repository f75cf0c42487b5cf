/** Ports of a demonstration's run: written answers instead of models, and everything else as in any run. */
import { systemClock } from '../../../core/index.ts'
import { DEFAULT_PATTERN, type RunPorts } from '../../../solver/index.ts'
import type { Gloss } from '../../wiring/gloss.ts'
import { openRunPorts, type RunSurroundings } from '../run-ports.ts'
import { type PlayOptions, playedChat, playedHelper, readScript } from './played-chat.ts'

// Milliseconds between pieces, at reading speed.
const PACE_MS = 12

export async function openPlayedPorts(
  gloss: Gloss,
  surroundings: RunSurroundings,
  paceMs = PACE_MS,
): Promise<RunPorts> {
  const ports = await openRunPorts(gloss, surroundings)
  const options: PlayOptions = {
    script: readScript(surroundings.pattern ?? DEFAULT_PATTERN),
    paceMs,
    clock: systemClock,
  }
  return {
    ...ports,
    chat: (role, ledger, path) => playedChat(path, role, ledger, options),
    helper: (role, ledger, path) => playedHelper(path, role, ledger, options),
  }
}
