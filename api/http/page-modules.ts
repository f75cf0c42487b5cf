/** Serves the page's modules as JavaScript. A clone has them as TypeScript, the package as the JavaScript of its build. */
import { readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** Returns the file names of the modules in a folder, by the names under which they are served; empty in the package. */
export function pageModules(folder: string): ReadonlyMap<string, string> {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  return new Map(sources.map((name) => [name.replace(/\.ts$/, '.js'), name]))
}

/** Returns the module with its types removed by Node and its imports changed to the names that are served. */
export function withoutTypes(source: string): string {
  return quietly(() => stripTypeScriptTypes(source)).replace(
    /( from| import) '(\.\/[\w-]+)\.ts'/g,
    "$1 '$2.js'",
  )
}

/** Suppresses Node 24's warning that the function may change: Node is pinned, and the warning does not concern users of the page. */
function quietly(strip: () => string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return strip()
  } finally {
    process.emitWarning = emitWarning
  }
}
