/** How the models of a run's agents can be gone on with is found out once, before the runs that would each pay for it. */
import { createLedger, type LedgerRow, readPrices } from '../../models/index.ts'
import type { Role } from '../config/model-settings.ts'
import { chatsOf } from '../wiring/chat-models.ts'
import type { Gloss } from '../wiring/gloss.ts'

const AGENTS: readonly Role[] = ['proposer', 'corrector', 'refiner', 'ranker']

/** Gives what that took: nothing where all is known. Throws `MODEL_UNCONFIGURED`. */
export async function probeModels({ config }: Gloss, signal: AbortSignal): Promise<readonly LedgerRow[]> {
  const ledger = createLedger(readPrices())
  for (const role of AGENTS)
    await chatsOf(config).openContinuing('Solver runs', { role, ledger }).prepare(signal)
  return ledger.rows()
}
