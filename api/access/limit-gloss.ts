/**
 * What the routes work with: the service as the bearer of the request's key may see it. Every way to a corpus goes through here, so that
 * a route that is added has the limits without a word about them; a corpus that the key does not have is refused, whether it is there
 * or not.
 */

import { reachesCorpus } from '../../app/keys/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { GlossError, isGlossError } from '../../core/index.ts'
import type { Jobs } from '../jobs/job.ts'
import { assertCorpus, currentAccess, withAccess } from './request-access.ts'

type Workspace = Gloss['workspace']
type RunStore = ReturnType<Gloss['runs']>

/** More than a workspace has; a limited list is filtered from it. Chosen, not measured. */
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
    // What a held piece of work asks for later may come from a process of another request.
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

/** Jobs of the key's corpora; another is not found. */
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
    // Asked for the bytes of a paper alone, by the id of their content, which only a paper has that was found in a corpus of the key.
    ...(workspace.paperJobs === undefined ? {} : { paperJobs: workspace.paperJobs }),
    close: workspace.close,
  }
  return known
}

/** The usual message lists the corpora that are there, other people's among them. */
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

/** Runs over the key's corpora; another is not found. */
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
    // By a whole id, which only a record that was found has.
    journal: (id) => runs.journal(id),
    forgetFailures: async (id) => runs.forgetFailures((await assertVisible(id)).id),
    close: () => runs.close(),
  }
}
