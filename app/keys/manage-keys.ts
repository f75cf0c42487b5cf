/** `gloss keys`: makes, lists, renews and removes the keys of a workspace. A running service sees each change at its next request. */
import { createHash, randomBytes } from 'node:crypto'
import { GlossError, invalidInput, makePrivateFolder } from '../../core/index.ts'
import { takeFileLock } from '../../corpus/adapters/file-lock.ts'
import { corpusName } from '../../corpus/index.ts'
import { isExpired, type Right } from './key-access.ts'
import { KEY_NAME, type KeyEntry, keyFilePath, readKeyFile, writeKeyFile } from './key-file.ts'
import { forgetLastUsed, readLastUsed } from './last-used.ts'

/** Length of a key: twice what a hash without salt or stretching needs (decision 2026-11-22-keys-hashed-once). */
const KEY_BYTES = 32
/** Prefix by which programs that look for leaked secrets recognise a key. */
const KEY_PREFIX = 'gloss_'
/** Longest wait for another command, which holds the file for milliseconds. Chosen, not measured. */
const LOCK_WAIT_MS = 5_000

export interface KeyRequest {
  readonly name: string
  readonly rights: readonly Right[]
  /** Corpora of the key, which need not exist yet; null for all. */
  readonly corpora: readonly string[] | null
  readonly expires: Date | null
}

/** A key as it is shown, without its hash. */
export interface ListedKey extends Omit<KeyEntry, 'hash'> {
  readonly isExpired: boolean
  /** Time of the last use, to the minute; null if the key was never used. */
  readonly lastUsed: string | null
}

export interface NewKey extends ListedKey {
  /** The key itself, which is stored nowhere. */
  readonly key: string
}

export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Adds a key. Throws `INPUT_INVALID` for a name that is taken or malformed, `KEY_FILE_REFUSED`, `RESULTS_BUSY`. */
export function addKey(workspace: string, { name, rights, corpora, expires }: KeyRequest, now: Date): NewKey {
  if (!KEY_NAME.test(name))
    throw invalidInput(
      'name',
      `"${name}" cannot be the name of a key: use up to 64 letters, digits, ".", "_" and "-".`,
    )
  if (expires !== null && expires <= now)
    throw invalidInput('expires', 'The key would already be expired; give a later time.')
  const { key, hash } = newSecret()
  const entry: KeyEntry = {
    name,
    hash,
    rights: [...new Set(rights)],
    corpora: corpora === null ? null : [...new Set(corpora.map(corpusName))],
    created: now.toISOString(),
    expires: expires?.toISOString() ?? null,
  }
  changeKeys(workspace, (keys) => {
    if (keys.some((one) => one.name === name))
      throw invalidInput('name', `The key ${name} already exists; \`gloss keys renew ${name}\` replaces it.`)
    return [...keys, entry]
  })
  return { ...listed(entry, {}, now), key }
}

/** Returns the keys by name. Throws `KEY_FILE_REFUSED`. */
export function listKeys(workspace: string, now: Date): ListedKey[] {
  const uses = readLastUsed(workspace)
  const keys = readKeyFile(keyFilePath(workspace)) ?? []
  return keys.map((entry) => listed(entry, uses, now)).sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Gives a key a new secret with the same name, rights and corpora; the old one is refused from then on. Throws `KEY_NOT_FOUND`. */
export function renewKey(workspace: string, name: string, now: Date): NewKey {
  const { key, hash } = newSecret()
  let renewed: KeyEntry | undefined
  changeKeys(workspace, (keys) =>
    keys.map((entry) => {
      if (entry.name !== name) return entry
      renewed = { ...entry, hash, created: now.toISOString() }
      return renewed
    }),
  )
  if (renewed === undefined) throw noKey(name)
  return { ...listed(renewed, readLastUsed(workspace), now), key }
}

/** Removes a key. Returns the number of keys left. Throws `KEY_NOT_FOUND`. */
export function removeKey(workspace: string, name: string): number {
  const left = changeKeys(workspace, (keys) => {
    const others = keys.filter((one) => one.name !== name)
    if (others.length === keys.length) throw noKey(name)
    return others
  })
  forgetLastUsed(workspace, name)
  return left.length
}

/** Changes the file under a lock: two commands that read the same file would each lose the other's change. */
function changeKeys(
  workspace: string,
  change: (keys: readonly KeyEntry[]) => readonly KeyEntry[],
): readonly KeyEntry[] {
  makePrivateFolder(workspace)
  const path = keyFilePath(workspace)
  using _ = takeFileLock(path, {
    code: 'RESULTS_BUSY',
    busy: 'The key file is being changed',
    purpose: 'gloss keys',
    waitMs: LOCK_WAIT_MS,
  })
  const changed = change(readKeyFile(path) ?? [])
  writeKeyFile(path, changed)
  return changed
}

function newSecret(): { readonly key: string; readonly hash: string } {
  const key = `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`
  return { key, hash: hashOfKey(key).toString('hex') }
}

function listed(
  { hash: _, ...entry }: KeyEntry,
  uses: Readonly<Record<string, string>>,
  now: Date,
): ListedKey {
  return { ...entry, isExpired: isExpired(entry, now.getTime()), lastUsed: uses[entry.name] ?? null }
}

function noKey(name: string): GlossError {
  return new GlossError('KEY_NOT_FOUND', `There is no key ${name}.`, { key: name })
}
