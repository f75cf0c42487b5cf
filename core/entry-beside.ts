/** Locates the code of a worker thread or a child process. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the file `name` next to the module `here` (its `import.meta.url`), with the same extension: source or built. */
export function entryBeside(here: string, name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(fileURLToPath(here))}`, here))
}
