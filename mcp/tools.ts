/** Lists the tools that a server offers, in the order in which a client sees them. */
import type { Gloss } from '../app/wiring/index.ts'
import type { McpSettings } from './server.ts'
import type { Tool } from './tool.ts'
import { addTool } from './tools/add.ts'
import { createAskTool } from './tools/ask.ts'
import { connectTool } from './tools/connect.ts'
import { papersTool } from './tools/papers.ts'
import { readTool } from './tools/read.ts'
import { searchTool } from './tools/search.ts'
import { showTool } from './tools/show.ts'
import { tablesTool } from './tools/tables.ts'
import { valuesTool } from './tools/values.ts'
import { verifyTool } from './tools/verify.ts'

/** Creates the tools, once for each service: `ask` keeps its last answers. */
export function toolsOf(
  gloss: Gloss,
  { folders, ingestTaken }: Pick<McpSettings, 'folders' | 'ingestTaken'>,
): readonly Tool[] {
  const asking = createAskTool()
  return [
    searchTool(gloss),
    readTool(),
    showTool(),
    asking(gloss),
    verifyTool(),
    connectTool(),
    valuesTool(gloss),
    papersTool(),
    tablesTool(),
    ...(gloss.config.mcpAdd ? [addTool(folders, ingestTaken)] : []),
  ]
}
