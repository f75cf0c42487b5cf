/** Opens the ports of a run: the models of the configuration, the corpus, and the sandbox. */
import { systemClock } from '../../core/index.ts'
import type { Filter } from '../../index/index.ts'
import { createLedger, type Ledger, type LedgerRow } from '../../models/index.ts'
import { DEFAULT_PATTERN, findPattern, patternNamed, type RunPorts } from '../../solver/index.ts'
import { formatResult, jsonResult } from '../../tools/index.ts'
import { openKnownNames } from '../think/known-names.ts'
import { sandboxFunctions } from '../think/sandbox-functions.ts'
import { findEvidence, searchTexts } from '../think/search-corpus.ts'
import { textWebFunctions } from '../think/text-web.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { monitorPorts, openSifter, type Watcher } from '../wiring/monitor-ports.ts'
import { backendNamed } from '../wiring/retrieval-backends.ts'
import { openPageReading, openSearch } from '../wiring/web-tools.ts'
import { servingRole } from './serving-role.ts'

/** Parts of a run's plan that decide its ports. */
export interface RunSurroundings {
  /** Pattern whose roles may fall back to the models of others. Default: `eigen1`. */
  readonly pattern?: string
  readonly corpus: string
  readonly backend: string
  readonly filter?: Filter | null
  readonly monitor: Watcher
}

export type OpenRunPorts = (gloss: Gloss, surroundings: RunSurroundings) => Promise<RunPorts>

/** Opens the ports. Throws `CORPUS_NOT_FOUND`, and `INPUT_INVALID` for an unknown backend. */
export async function openRunPorts(gloss: Gloss, plan: RunSurroundings): Promise<RunPorts> {
  const { config, chats } = gloss
  const { monitor, filter = null } = plan
  const session = await gloss.session(plan.corpus)
  const backend = backendNamed(plan.backend)
  // Opened before the run: looks must not depend on how fast names are opened, so that equal runs have equal looks.
  const names = await openKnownNames(session)
  const pattern = findPattern(plan.pattern ?? DEFAULT_PATTERN)
  const asking = (role: string, ledger: Ledger) => ({
    role: servingRole(config, pattern, role),
    countedAs: role,
    ledger,
  })
  const helper = (role: string, ledger: Ledger) => chats.open(`Calls to the ${role}`, asking(role, ledger))
  return {
    clock: systemClock,
    loop: {},
    chat: (role, ledger) => chats.openContinuing(`Calls to the ${role}`, asking(role, ledger)),
    helper,
    find: (query, k, signal, ledger) =>
      findEvidence(session, { backend, k, filter }, { query, signal, ledger }),
    inquiry: ({ helper: chat, find }, monitoring) =>
      monitorPorts(monitor, monitoring, { config, names, chat, find, plugIn: gloss.plugIns.monitor }),
    functions({ searchesCorpus, searchesWeb, web }, { search: { k, ...settings }, ledger }) {
      const sifter = openSifter({ monitor, settings }, { config, chat: (role) => helper(role, ledger) })
      const plan = { backend, k, filter, sifter }
      const search = (query: string, signal: AbortSignal) =>
        searchTexts(session, plan, { query, signal, ledger })
      const { search_local_documents: local, ...published } = sandboxFunctions(gloss, { search, ledger })
      const texts = () => {
        const [engine, reading] = [openSearch(config), openPageReading(gloss, ledger)]
        return textWebFunctions({ session, plan: { backend, filter }, engine, reading, ledger })
      }
      return {
        ...(searchesCorpus && local !== undefined ? { search_local_documents: local } : {}),
        ...(searchesWeb ? (web === 'texts' ? texts() : published) : {}),
      }
    },
    async execute(code, functions, signal, running) {
      const sandbox = await gloss.sandbox()
      if (running === undefined) return formatResult(await sandbox.run(code, { signal, functions }))
      const { timeoutMs } = running
      return jsonResult(await sandbox.run(code, { signal, functions, timeoutMs }))
    },
  }
}

/**
 * Finds out once how the models of a pattern's agents resume a stopped text, before runs that would each pay for it. Returns the cost,
 * nothing if all of it is known. Throws `MODEL_UNCONFIGURED`.
 */
export async function probeModels(
  { chats, prices, config }: Gloss,
  name: string,
  signal: AbortSignal,
): Promise<readonly LedgerRow[]> {
  const ledger = createLedger(prices)
  const pattern = patternNamed(name)
  for (const { name: countedAs, isAgent } of pattern.roles) {
    if (!isAgent) continue
    const role = servingRole(config, pattern, countedAs)
    await chats.openContinuing('Runs of the solver', { role, countedAs, ledger }).prepare(signal)
  }
  return ledger.rows()
}
