/** Does a link lead out of what is ingested? A folder of papers that somebody else made may link to anything that its reader can open. */
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** `roots` are real paths of folders. True, too, where the path cannot be followed. */
export async function isOutside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realpath(path).catch(() => null)
  return real === null || !roots.some((root) => isWithin(real, root))
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
