/**
 * The keys of a workspace, in `keys.json`: names, rights and hashes, never a key itself. Anyone who can write the file can give themselves
 * any right, and anyone who can read it learns names and corpora, so one that others can open is refused, as `ssh` refuses such key files.
 */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { contentId, GlossError, replacePrivateJson } from '../../core/index.ts'
import { RIGHTS } from './key-access.ts'

const OPEN_TO_OTHERS = 0o077
const MAX_NAME_CHARACTERS = 64

export const KEY_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const KeyEntry = z.strictObject({
  name: z.string().max(MAX_NAME_CHARACTERS).regex(KEY_NAME),
  /** SHA-256 of the key, hexadecimal (docs/decisions/2026-11-22-keys-hashed-once.md). */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  rights: z.array(z.enum(RIGHTS)).min(1),
  corpora: z.array(z.string().min(1)).min(1).nullable(),
  created: z.iso.datetime(),
  expires: z.iso.datetime().nullable(),
})
export type KeyEntry = z.infer<typeof KeyEntry>

/** Form of the file. `digest`: of the keys, so that a flipped bit is noticed; absent in older files. */
const KeyFile = z.strictObject({
  version: z.literal(1),
  keys: z.array(KeyEntry),
  digest: z.string().optional(),
})

export function keyFilePath(workspace: string): string {
  return join(workspace, 'keys.json')
}

/** Reads the keys; null if there is no file. Throws `KEY_FILE_REFUSED` for one that is damaged, or that other users can open. */
export function readKeyFile(path: string): readonly KeyEntry[] | null {
  const text = privateText(path)
  return text === null ? null : keysIn(text, path)
}

/** Replaces the file, and creates its folder if it is missing. */
export function writeKeyFile(path: string, keys: readonly KeyEntry[]): void {
  replacePrivateJson(path, { version: 1, keys, digest: digestOf(keys) })
}

function digestOf(keys: readonly KeyEntry[]): string {
  // Parsing puts the fields in the order of the schema.
  return contentId(JSON.stringify(KeyFile.shape.keys.parse(keys)))
}

/** Returns the text of a file with private permissions, checked on the open file: another one may replace it meanwhile. */
function privateText(path: string): string | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw refused(path, `cannot be opened (${code})`, error)
  }
  try {
    assertPrivate(path, fstatSync(file))
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof GlossError) throw error
    throw refused(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`, error)
  } finally {
    closeSync(file)
  }
}

/** Checks the permissions. Windows has none of this kind: only the access list of the folder protects the file. */
function assertPrivate(path: string, { mode, uid }: { readonly mode: number; readonly uid: number }): void {
  const own = process.getuid?.()
  if (own === undefined) return
  if (uid !== own && uid !== 0) throw refused(path, 'belongs to another user')
  const permissions = mode & 0o777
  if ((permissions & OPEN_TO_OTHERS) !== 0)
    throw refused(
      path,
      `can be opened by other users (mode ${permissions.toString(8)}); \`chmod 600\` closes it`,
    )
}

function keysIn(text: string, path: string): readonly KeyEntry[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw refused(path, 'is damaged: it is not JSON', error)
  }
  const { success, data, error } = KeyFile.safeParse(content)
  if (!success) {
    const [issue] = error.issues
    throw refused(path, `is damaged at ${issue?.path.join('.') || 'its beginning'}: ${issue?.message}`)
  }
  // Computed from the written form, whatever the spaces and the order of the fields in the file.
  if (data.digest !== undefined && data.digest !== digestOf(data.keys))
    throw refused(
      path,
      'is damaged: its keys are not those that were written; if you changed them by hand, remove the field "digest"',
    )
  const names = data.keys.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refused(path, `is damaged: it has the key ${twice} twice`)
  return data.keys
}

function refused(path: string, what: string, cause?: unknown): GlossError {
  return new GlossError('KEY_FILE_REFUSED', `The key file ${path} ${what}.`, { path }, cause)
}
