/**
 * Reads settings from a file `.env` of the current folder. The folder may be a stranger's, downloaded with its papers, so the file sets
 * only variables of Gloss, and it cannot have a key of the user sent to an address that it names.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { GlossError } from '../../core/index.ts'

type Environment = Record<string, string | undefined>

export interface FolderSettings {
  readonly path: string
  /** Names whose values come from the file. */
  readonly taken: readonly string[]
  /** Keys of the environment that are unset because the file names the address that they would be sent to. */
  readonly withheld: readonly string[]
}

const OURS = /^GLOSS_[A-Z0-9_]+$/
// A stranger's folder cannot agree to a download.
const NOT_OF_A_FOLDER = 'GLOSS_FETCH'
const ROLE_KEY = /^GLOSS_LLM_[A-Z]+_KEY$/

/** Puts settings into `env`, whose own values win. Null without a file or settings in it. Throws `CONFIG_INVALID` if the file cannot be read. */
export function takeFolderSettings(file = '.env', env: Environment = process.env): FolderSettings | null {
  const path = resolve(file)
  const text = textOf(path)
  if (text === null) return null
  const given = Object.entries(parseEnv(text)).filter(
    ([name, value]) => OURS.test(name) && name !== NOT_OF_A_FOLDER && value,
  )
  const settings: Environment = Object.fromEntries(given)
  const withheld = Object.keys(settings).flatMap((name) => (env[name] ? [] : keysFor(name, env)))
  for (const name of withheld) delete env[name]
  const taken = Object.keys(settings).filter((name) => !env[name])
  for (const name of taken) env[name] = settings[name]
  return taken.length === 0 ? null : { path, taken, withheld }
}

/**
 * Returns the names of the keys that `env` has for the server at this address: an address from the file must not get a key from elsewhere.
 * The key of GLOSS_X_URL, or of an address in GLOSS_X itself, is GLOSS_X_KEY.
 */
function keysFor(address: string, env: Environment): string[] {
  const server = address.replace(/_URL$/, '')
  if (server === address && env[`${server}_URL`]) return []
  const roles = address === 'GLOSS_LLM_URL' ? Object.keys(env).filter((name) => isAskedThere(name, env)) : []
  return [`${server}_KEY`, ...roles].filter((name) => env[name])
}

/** Returns true for the key of a role without its own server: that key is sent to the common server. */
function isAskedThere(name: string, env: Environment): boolean {
  return ROLE_KEY.test(name) && !env[name.replace(/KEY$/, 'URL')]
}

/** Returns the text of a file; null if it is missing or a folder. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = String((error as { code?: string }).code)
    if (code === 'ENOENT' || code === 'EISDIR') return null
    throw new GlossError('CONFIG_INVALID', `${path} cannot be read (${code}).`, { path }, error)
  }
}

/** Describes the settings for people, one line each. */
export function describeFolderSettings({ path, taken, withheld }: FolderSettings): string[] {
  return [
    `Settings from ${path}: ${taken.join(', ')}`,
    ...withheld.map(
      (name) =>
        `${name} from the environment is ignored: ${path} names the server, so it must also name the key.`,
    ),
  ]
}
