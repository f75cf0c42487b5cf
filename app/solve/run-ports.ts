/** What a run asks of the world: the models of the configuration, the corpus, and the sandbox. */
import { systemClock } from '../../core/index.ts'
import { createLedger, type LedgerRow, readPrices } from '../../models/index.ts'
import type { RunPorts } from '../../solver/index.ts'
import { formatResult } from '../../tools/index.ts'
import { type MonitorName, ROLES, type Role } from '../config/model-settings.ts'
import { findEvidence, openKnownNames } from '../think/corpus-evidence.ts'
import { sandboxFunctions } from '../think/sandbox-functions.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { monitorPorts } from '../wiring/monitor-ports.ts'
import { backendNamed } from '../wiring/retrieval-backends.ts'

export interface RunSurroundings {
  readonly corpus: string
  readonly backend: string
  readonly monitor: Exclude<MonitorName, 'off'>
}

export type OpenRunPorts = (gloss: Gloss, surroundings: RunSurroundings) => Promise<RunPorts>

/** Throws `CORPUS_NOT_FOUND`, and `INPUT_INVALID` for a backend that does not exist. */
export async function openRunPorts(
  gloss: Gloss,
  { corpus, backend: named, monitor }: RunSurroundings,
): Promise<RunPorts> {
  const { config, chats } = gloss
  const session = await gloss.session(corpus)
  const backend = backendNamed(named)
  // What a look sees must not depend on how fast names are opened: the same run has the same looks.
  const names = await openKnownNames(session)
  return {
    clock: systemClock,
    loop: {},
    chat: (role, ledger) => chats.openContinuing(`Calls to the ${role}`, { role: roleNamed(role), ledger }),
    helper: (role, ledger) => chats.open(`Calls to the ${role}`, { role: roleNamed(role), ledger }),
    find: (query, k, signal) => findEvidence(session, { query, k, backend }, signal),
    inquiry({ helper, find }, { hasQuerier, hasInjector }) {
      const ports = monitorPorts(monitor, { config, names, chat: helper, find })
      return {
        ...ports,
        querier: hasQuerier ? ports.querier : null,
        injector: hasInjector ? ports.injector : null,
      }
    },
    functions({ searchesCorpus, searchesWeb }) {
      const { search_local_documents: local, ...web } = sandboxFunctions(gloss, session.name)
      return {
        ...(searchesCorpus && local !== undefined ? { search_local_documents: local } : {}),
        ...(searchesWeb ? web : {}),
      }
    },
    async execute(code, functions, signal) {
      const sandbox = await gloss.sandbox()
      return formatResult(await sandbox.run(code, { signal, functions }))
    },
  }
}

/** Roles of patterns that the configuration does not know ask the default model. */
function roleNamed(name: string): Role | undefined {
  return ROLES.find((role) => role === name)
}

const AGENTS: readonly Role[] = ['proposer', 'corrector', 'refiner', 'ranker']

/** Finds out once how the models of a run's agents resume a stopped text, before runs that would each pay for it. Returns what that took: nothing where all is known. Throws `MODEL_UNCONFIGURED`. */
export async function probeModels({ chats }: Gloss, signal: AbortSignal): Promise<readonly LedgerRow[]> {
  const ledger = createLedger(readPrices())
  for (const role of AGENTS)
    await chats.openContinuing('Runs of the solver', { role, ledger }).prepare(signal)
  return ledger.rows()
}
