/**
 * Limits the service that routes use to what the bearer of the request's key may see. All access to corpora passes through here, so that
 * a new route has the limits without code of its own. A corpus outside the key's is refused in the same way whether it exists
 * or not.
 */

import { reachesCorpus } from '../../app/keys/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError, isGlossError } from '../../core/index.ts'
import type { Jobs } from '../jobs/job.ts'
import { assertCorpus, currentAccess, withAccess } from './request-access.ts'

type Workspace = Gloss['workspace']
type RunStore = ReturnType<Gloss['runs']>

/** More runs than a workspace has; the limited list is filtered from them. Chosen, not measured. */
const ALL_RUNS = 1_000_000

export function limitGloss(gloss: Gloss): Gloss {
  const workspace = limitWorkspace(gloss.workspace)

  async function defaultCorpus(use: 'read' | 'write'): Promise<string> {
    const usual = await gloss.defaultCorpus(use)
    const { corpora } = currentAccess()
    if (corpora === null || corpora.includes(usual)) return usual
    const existing = await gloss.workspace.listCorpora()
    return corpora.find((name) => existing.includes(name)) ?? corpora[0] ?? usual
  }

  return {
    ...gloss,
    workspace,
    defaultCorpus,
    async session(named) {
      const name = named ?? (await defaultCorpus('read'))
      assertCorpus(name)
      return await hidingOthers(name, workspace, () => gloss.session(name))
    },
    async sessionOfNew(named) {
      const name = named ?? (await defaultCorpus('write'))
      assertCorpus(name)
      return await gloss.sessionOfNew(name)
    },
    // Calls within a hold may come from a process that another request started.
    hold() {
      const access = currentAccess()
      const hold = gloss.hold()
      return { ...hold, run: (work) => hold.run(() => withAccess(access, work)) }
    },
    isOpen(name) {
      assertCorpus(name)
      return gloss.isOpen(name)
    },
    async forget(name) {
      assertCorpus(name)
      await gloss.forget(name)
    },
    runs: () => limitRuns(gloss.runs()),
  }
}

/** Limits jobs to those of the key's corpora; others count as not found. */
export function limitJobs(jobs: Jobs): Jobs {
  const isVisible = ({ corpus }: { readonly corpus: string }) => reachesCorpus(currentAccess(), corpus)
  async function get(id: string) {
    const job = await jobs.get(id)
    if (isVisible(job)) return job
    throw new GlossError('JOB_NOT_FOUND', `There is no job ${id}.`, { job: id })
  }
  const list = async () => (await jobs.list()).filter(isVisible)
  return { ...jobs, get, list, cancel: async (id) => await jobs.cancel((await get(id)).id) }
}

function limitWorkspace(workspace: Workspace): Workspace {
  const limited =
    <Rest extends readonly unknown[], Value>(use: (name: string, ...rest: Rest) => Value) =>
    (name: string, ...rest: Rest) => {
      assertCorpus(name)
      return use(name, ...rest)
    }
  const { openCorpus, deleteCorpus } = workspace
  const known: Workspace = {
    async listCorpora() {
      const access = currentAccess()
      return (await workspace.listCorpora()).filter((name) => reachesCorpus(access, name))
    },
    hasCorpus: limited(workspace.hasCorpus),
    identity: limited(workspace.identity),
    isFile: limited(workspace.isFile),
    openCorpus: limited((name) => hidingOthers(name, known, () => openCorpus(name))),
    createCorpus: limited(workspace.createCorpus),
    deleteCorpus: limited((name) => hidingOthers(name, known, () => deleteCorpus(name))),
    copyCorpus: limited(async (name, copy: string) => {
      assertCorpus(copy)
      await workspace.copyCorpus(name, copy)
    }),
    exportRows: limited(workspace.exportRows),
    importRows: limited(workspace.importRows),
    corpusPath: limited(workspace.corpusPath),
    artefactsPath: limited(workspace.artefactsPath),
    tablesPath: limited(workspace.tablesPath),
    filesPath: limited((name) => workspace.filesPath(name)),
    // Asked only for a paper's bytes, by the id of their content, which is known only from a corpus of the key.
    ...(workspace.paperJobs === undefined ? {} : { paperJobs: workspace.paperJobs }),
    close: workspace.close,
  }
  return known
}

/** Replaces the usual message, which lists all existing corpora, those of other people included. */
async function hidingOthers<Value>(
  name: string,
  workspace: Workspace,
  open: () => Promise<Value>,
): Promise<Value> {
  try {
    return await open()
  } catch (error) {
    if (!isGlossError(error, 'CORPUS_NOT_FOUND') || currentAccess().corpora === null) throw error
    const own = await workspace.listCorpora()
    const others = own.length === 0 ? 'the key has no other' : `available: ${own.join(', ')}`
    throw new GlossError('CORPUS_NOT_FOUND', `There is no corpus ${name}; ${others}.`, { corpus: name })
  }
}

/** Limits runs to those over the key's corpora; others count as not found. */
function limitRuns(runs: RunStore): RunStore {
  const { corpora } = currentAccess()
  if (corpora === null) return runs
  const isVisible = ({ plan }: { readonly plan: { readonly corpus: string } }) =>
    corpora.includes(plan.corpus)
  async function assertVisible(id: string) {
    const record = await runs.get(id)
    if (isVisible(record)) return record
    throw new GlossError('RUN_NOT_FOUND', `There is no run ${id}.`, { run: id })
  }
  return {
    get: assertVisible,
    list: async (limit) => (await runs.list(ALL_RUNS)).filter(isVisible).slice(0, limit),
    create: (plan, startedAt) => {
      assertCorpus(plan.corpus)
      return runs.create(plan, startedAt)
    },
    setStatus: async (id, status) => runs.setStatus((await assertVisible(id)).id, status),
    setConditions: async (id, conditions) => runs.setConditions((await assertVisible(id)).id, conditions),
    finish: async (id, outcome) => runs.finish((await assertVisible(id)).id, outcome),
    // Needs a complete id, which only a record that was found has.
    journal: (id) => runs.journal(id),
    forgetFailures: async (id) => runs.forgetFailures((await assertVisible(id)).id),
    close: () => runs.close(),
  }
}
