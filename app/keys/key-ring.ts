/** The keys that a running service accepts: GLOSS_KEY, which has every right, and those of the workspace's key file. */
import { timingSafeEqual } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { type Access, isExpired, WHOLE_ACCESS } from './key-access.ts'
import { type KeyEntry, keyFilePath, readKeyFile } from './key-file.ts'
import { writeLastUsed } from './last-used.ts'
import { hashOfKey } from './manage-keys.ts'

/** Minimum time between two writes of last uses. */
const WRITE_EVERY_MS = 60_000
/** Name of GLOSS_KEY in lists of keys. */
export const SETTING_NAME = 'GLOSS_KEY'

type KeyConfig = Pick<Config, 'key' | 'workspace'>

export interface KeyRing {
  /** Throws `KEY_FILE_REFUSED` if the file is damaged or other users can open it. */
  assertSound(): void
  /** True if requests need a key. Stays true once there was a key file, until the service ends: a file that disappears opens nothing. */
  isAsked(): boolean
  /** Returns the access of a key, null for an unknown one. An expired key is returned with its `expires`. Throws `KEY_FILE_REFUSED`. */
  find(given: string): Access | null
  /** Writes the uses since the last call. Throws the errors of the file system. */
  writeUses(): void
}

/** Returns true if clients of this service send its own keys, which no other service may see. */
export function asksForKey({ key, workspace }: KeyConfig): boolean {
  return key !== undefined || existsSync(keyFilePath(workspace))
}

/** Opens the key ring. Changes of the file take effect with the next call. `onFault` is called with errors of writing last uses. */
export function openKeyRing(
  { key, workspace }: KeyConfig,
  onFault: (error: unknown) => void = () => undefined,
): KeyRing {
  const path = keyFilePath(workspace)
  const setting = key === undefined ? null : hashOfKey(key)
  const uses = new Map<string, string>()
  let known: { readonly stamp: string; readonly keys: readonly HashedKey[] } | null = null
  let hadFile = false
  let writtenMs = 0

  function keysNow(): readonly HashedKey[] {
    const stamp = stampOf(path)
    if (stamp === null) return []
    if (known?.stamp !== stamp) {
      known = null
      known = { stamp, keys: (readKeyFile(path) ?? []).map(withHash) }
    }
    return known.keys
  }

  function noteUse(name: string, nowMs: number): void {
    uses.set(name, new Date(nowMs).toISOString())
    if (nowMs - writtenMs < WRITE_EVERY_MS) return
    writtenMs = nowMs
    try {
      writeUses()
    } catch (error) {
      onFault(error)
    }
  }

  function writeUses(): void {
    if (uses.size === 0) return
    writeLastUsed(workspace, Object.fromEntries(uses))
    uses.clear()
  }

  return {
    assertSound: () => void keysNow(),
    isAsked() {
      hadFile ||= existsSync(path)
      return setting !== null || hadFile
    },
    find(given) {
      const keys = keysNow()
      const hash = hashOfKey(given)
      // Compares every key, so that the time does not depend on which one matches, if any.
      const matches = keys.filter((one) => timingSafeEqual(one.bytes, hash))
      if (setting !== null && timingSafeEqual(setting, hash)) return { ...WHOLE_ACCESS, name: SETTING_NAME }
      const [match] = matches
      if (match === undefined) return null
      const nowMs = Date.now()
      if (!isExpired(match.entry, nowMs)) noteUse(match.entry.name, nowMs)
      const { name, rights, corpora, expires } = match.entry
      return { name, rights, corpora, expires }
    },
    writeUses,
  }
}

interface HashedKey {
  readonly entry: KeyEntry
  readonly bytes: Buffer
}

function withHash(entry: KeyEntry): HashedKey {
  return { entry, bytes: Buffer.from(entry.hash, 'hex') }
}

/** Returns a stamp that differs after every change of content or permissions; null if there is no file. */
function stampOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`
}
