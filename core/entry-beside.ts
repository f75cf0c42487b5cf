/** Where the code of a thread or a child process lies. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file `name` next to the module `here` (its `import.meta.url`): source when that is source, and built when it is built. */
export function entryBeside(here: string, name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(fileURLToPath(here))}`, here))
}
