/** `gloss mcp`: the tools for agents over standard input and output, until the client goes. */
import type { Command } from 'commander'
import { errorCatalogue, GlossError, isGlossError } from '../../core/index.ts'
import { serveMcpOverStdio, type ToolFailure } from '../../mcp/index.ts'
import {
  type CommonOptions,
  type Context,
  inContext,
  withCommonOptions,
  withRankingOptions,
} from '../context.ts'
import { wholeNumber } from '../options.ts'

interface McpOptions extends CommonOptions {
  readonly allowAdd?: boolean
  readonly tokens?: number
}

export function addMcpCommand(program: Command): void {
  withRankingOptions(withCommonOptions(program.command('mcp')))
    .description('Serve the corpus to an agent as MCP tools over stdin and stdout.')
    .option('--allow-add', 'let the agent add papers to a corpus (GLOSS_MCP_ADD)')
    .option(
      '--tokens <n>',
      'maximum number of tokens of an answer (GLOSS_MCP_TOKENS; default: 1200)',
      wholeNumber('--tokens', 500, 100_000),
    )
    .action(({ allowAdd, tokens, ...options }: McpOptions) =>
      inContext({ ...options }, serveMcp, { mcpAdd: allowAdd, mcpTokens: tokens }, { isService: true }),
    )
}

async function serveMcp({ gloss, output, signal }: Context): Promise<void> {
  const onFault = (error: Error) => output.note(`gloss: ${error.message}`)
  await serveMcpOverStdio(gloss, { readsFiles: true, tell, signal }, onFault)

  function tell(thrown: unknown): ToolFailure {
    const error = isGlossError(thrown) ? thrown : new GlossError('INTERNAL', String(thrown), {}, thrown)
    if (error.code === 'INTERNAL')
      output.note(`gloss: ${error.cause instanceof Error ? error.cause.stack : error.message}`)
    const { field } = error.facts
    const { code, message, help } = error
    return {
      code,
      message,
      help,
      retry: errorCatalogue[code].retry,
      ...(typeof field === 'string' ? { field } : {}),
    }
  }
}
