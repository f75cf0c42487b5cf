/** Checks the corpora and where they are: the database server of `GLOSS_STORE`, if any, and each corpus. */
import { closingAsync, GlossError } from '../../core/index.ts'
import type { ServerState } from '../../corpus/index.ts'
import { tableProblems } from '../wiring/corpus-embedder.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { stalenessOf } from '../wiring/tuning-record.ts'

export interface SetupFinding {
  readonly what: string
  /** `missing`: affects nothing that is in use; `problem`: does. */
  readonly state: 'ok' | 'missing' | 'problem'
  readonly detail: string
  /** Command to type; empty if nothing is to be done. */
  readonly next: string
}

/** Returns findings about the corpora. Those on a server that does not answer are left out. */
export async function storeFindings(gloss: Gloss): Promise<SetupFinding[]> {
  const { serverState } = gloss.workspace
  if (serverState === undefined) return await corporaFindings(gloss)
  try {
    return [serverFinding(await serverState()), ...(await corporaFindings(gloss))]
  } catch (error) {
    if (!(error instanceof GlossError)) throw error
    return [{ what: SERVER, state: 'problem', detail: error.message, next: error.help }]
  }
}

const SERVER = 'PostgreSQL'

function serverFinding({ shown, version, extensions, format, newestFormat }: ServerState): SetupFinding {
  const made = extensions.map(({ name, version: own }) => `${name} ${own ?? 'missing'}`).join(', ')
  const ofCorpora =
    format === 0
      ? 'nothing of Gloss yet'
      : `format ${format} of ${newestFormat}${format < newestFormat ? ', brought up to date when a corpus is opened' : ''}`
  const detail = `${shown}: version ${version}, ${made}; ${ofCorpora}`
  const missing = extensions.filter((one) => one.version === null)
  if (missing.length === 0) return { what: SERVER, state: 'ok', detail, next: '' }
  const absent = missing.filter(({ isOffered }) => !isOffered).map(({ name }) => name)
  const statements = missing.map(({ name }) => `CREATE EXTENSION ${name};`).join(' ')
  const install = absent.length === 0 ? '' : `install ${absent.join(' and ')} on the server, then `
  return {
    what: SERVER,
    state: 'missing',
    detail: `${detail}. It cannot search, so each process keeps an index in its memory`,
    next: `${install}run ${statements}`,
  }
}

async function corporaFindings({ workspace }: Gloss): Promise<SetupFinding[]> {
  const names = await workspace.listCorpora()
  if (names.length === 0)
    return [{ what: 'corpora', state: 'missing', detail: 'none yet', next: 'gloss ingest ./papers' }]
  const findings: SetupFinding[] = []
  for (const name of names) {
    const tables = workspace.tablesPath(name)
    findings.push(await corpusFinding(name, tables, () => workspace.openCorpus(name)))
  }
  return findings
}

async function corpusFinding(
  name: string,
  tables: string,
  open: () => ReturnType<Gloss['workspace']['openCorpus']>,
): Promise<SetupFinding> {
  const what = `corpus ${name}`
  try {
    await using store = closingAsync(await open())
    const [problem] = await tableProblems(store, tables)
    const tuneAgain = `gloss tune --corpus ${name}`
    if (problem !== undefined) return { what, state: 'problem', detail: problem, next: tuneAgain }
    const stale = await stalenessOf(name, store)
    if (stale !== null) return { what, state: 'missing', detail: stale, next: tuneAgain }
    const { papers, units, passages } = await store.counts()
    return { what, state: 'ok', detail: `${papers} papers, ${units} units, ${passages} passages`, next: '' }
  } catch (error) {
    if (!(error instanceof GlossError)) throw error
    return { what, state: 'problem', detail: error.message, next: error.help }
  }
}
