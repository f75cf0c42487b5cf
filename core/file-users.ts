/** Finds other processes that have a file open. Works on Linux, for processes that this user may inspect. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'

export interface FileUser {
  readonly pid: number
  /** Command line, with spaces between its words. */
  readonly command: string
}

/** Returns the other processes that have the file open, in the order of their ids; an empty list on systems without /proc. */
export async function fileUsers(path: string): Promise<FileUser[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid)
  // The path as the system names it: absolute, without links.
  const file = await realpath(path).catch(() => path)
  const users: FileUser[] = []
  for (const pid of pids.sort((one, other) => one - other))
    if (await hasOpen(pid, file)) users.push({ pid, command: await commandOf(pid) })
  return users
}

/** Returns false for a process that has ended meanwhile, or that belongs to another user. */
async function hasOpen(pid: number, path: string): Promise<boolean> {
  const folder = join('/proc', String(pid), 'fd')
  const descriptors = await readdir(folder).catch(() => [])
  const targets = await Promise.all(descriptors.map((name) => readlink(join(folder, name)).catch(() => null)))
  return targets.includes(path)
}

async function commandOf(pid: number): Promise<string> {
  const line = await readFile(join('/proc', String(pid), 'cmdline'), 'utf8').catch(() => '')
  return line.replaceAll('\0', ' ').trim()
}
