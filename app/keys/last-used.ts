/**
 * When each key was last used, in `keys-used.json`: apart from the keys, since the service writes this file and commands write those. The
 * times decide nothing, so an unreadable file counts as empty. To the minute: writing for every request would cost more than the request.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { jsonInFile, replacePrivateJson } from '../../core/index.ts'

/** Times in ISO 8601 by the name of the key. */
export type LastUsed = Readonly<Record<string, string>>

const Uses = z.record(z.string(), z.iso.datetime())

function usesPath(workspace: string): string {
  return join(workspace, 'keys-used.json')
}

export function readLastUsed(workspace: string): LastUsed {
  return Uses.safeParse(jsonInFile(usesPath(workspace))).data ?? {}
}

/** Adds uses to the stored ones; the later time wins. */
export function writeLastUsed(workspace: string, uses: LastUsed): void {
  const known = readLastUsed(workspace)
  const newer = Object.entries(uses).filter(([name, at]) => at > (known[name] ?? ''))
  if (newer.length > 0) replacePrivateJson(usesPath(workspace), { ...known, ...Object.fromEntries(newer) })
}

/** Removes the time of a removed key, so that a new key of that name counts as unused. */
export function forgetLastUsed(workspace: string, name: string): void {
  const { [name]: gone, ...others } = readLastUsed(workspace)
  if (gone !== undefined) replacePrivateJson(usesPath(workspace), others)
}
