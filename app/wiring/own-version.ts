/** Identifies this version of Gloss for reports, whose figures hold for one version. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface OwnVersion {
  readonly version: string
  /** Short hash of the commit, with `-dirty` if files differ from it; null for a package, which is in no repository. */
  readonly commit: string | null
}

// Root of the sources, and of the built package.
const [ROOT] = ['../../', '../../../']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(`${path}package.json`))

let known: Promise<OwnVersion> | null = null

/** Returns the version of the package; `unknown` if its package.json is missing. */
export function packageVersion(): string {
  if (ROOT === undefined) return 'unknown'
  return (JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string }).version
}

/** Returns the version, determined once in a process. */
export function ownVersion(): Promise<OwnVersion> {
  known ??= read()
  return known
}

async function read(): Promise<OwnVersion> {
  if (ROOT === undefined) return { version: 'unknown', commit: null }
  return { version: packageVersion(), commit: existsSync(`${ROOT}.git`) ? await commitOf(ROOT) : null }
}

/** Returns the commit; null if git is not installed or does not trust the folder. */
async function commitOf(folder: string): Promise<string | null> {
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  return await promisify(execFile)('git', describe, { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}
