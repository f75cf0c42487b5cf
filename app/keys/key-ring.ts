/** The keys that a running service takes: GLOSS_KEY, which may do everything, and those of the workspace's key file. */
import { timingSafeEqual } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { type Access, isExpired, WHOLE_ACCESS } from './key-access.ts'
import { type KeyEntry, keyFilePath, readKeyFile } from './key-file.ts'
import { writeLastUsed } from './last-used.ts'
import { hashOfKey } from './manage-keys.ts'

/** Uses are written down this often at the most. */
const WRITE_EVERY_MS = 60_000
/** What GLOSS_KEY is called where a key is named. */
export const SETTING_NAME = 'GLOSS_KEY'

type KeyConfig = Pick<Config, 'key' | 'workspace'>

export interface KeyRing {
  /** Throws `KEY_FILE_REFUSED` where the file is damaged or open to others. */
  assertSound(): void
  /** Whether requests need a key at all. Once there was a key file, they do until the service ends: a file that disappears opens nothing. */
  isAsked(): boolean
  /** Returns what the key may do, or null for an unknown key. An expired key is found, with its `expires`. Throws `KEY_FILE_REFUSED`. */
  find(given: string): Access | null
  /** Writes down what was used since the last time. Throws what writing throws. */
  writeUses(): void
}

/** Whether clients of this service send keys of its own, which no other service may see. */
export function asksForKey({ key, workspace }: KeyConfig): boolean {
  return key !== undefined || existsSync(keyFilePath(workspace))
}

/** A change of the file is seen with the next call. `onFault` is called with what kept uses from being recorded. */
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
      // Every key is compared, in the same time whether it is the first, the last or none.
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

/** Another for every change of the content or the permissions; null where there is no file. */
function stampOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.size}`
}
