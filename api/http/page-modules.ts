/** The modules of the page as browsers take them. A clone has them as TypeScript, the package as JavaScript that the build has written. */
import { readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** The file names of the modules in a folder, by the names under which they are served; none in the package. */
export function pageModules(folder: string): ReadonlyMap<string, string> {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  return new Map(sources.map((name) => [name.replace(/\.ts$/, '.js'), name]))
}

/** Returns the module without its types, as Node removes those of our own modules, importing the names that are served. */
export function withoutTypes(source: string): string {
  return quietly(() => stripTypeScriptTypes(source)).replace(
    /( from| import) '(\.\/[\w-]+)\.ts'/g,
    "$1 '$2.js'",
  )
}

/** Node 24 warns once that the function may still change: it is pinned with Node, and of no concern to those who open the page. */
function quietly(strip: () => string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return strip()
  } finally {
    process.emitWarning = emitWarning
  }
}
