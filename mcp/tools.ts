/** The tools that a server offers, in the order in which a client sees them. */
import type { Gloss } from '../app/index.ts'
import type { Tool } from './tool.ts'
import { searchTool } from './tools/search.ts'

export function toolsOf(gloss: Gloss, _settings: { readonly readsFiles: boolean }): readonly Tool[] {
  return [searchTool(gloss)]
}
