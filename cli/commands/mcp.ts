/** `gloss mcp`: serves the tools for agents over standard input and output, until the client closes them. */
import { existsSync } from 'node:fs'
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
  /** Folders that may be added; empty if the option names none. */
  readonly allowAdd?: readonly string[]
  readonly tokens?: number
}

export function addMcpCommand(program: Command): void {
  withRankingOptions(withCommonOptions(program.command('mcp')))
    .description('Serve the corpus to an agent as MCP tools over stdin and stdout.')
    .option(
      '--allow-add [folder]',
      'let the agent add papers to a corpus (GLOSS_MCP_ADD), also from this folder; may be repeated',
      (folder: string, before: readonly string[] = []) => [...before, folder],
    )
    .option(
      '--tokens <n>',
      'maximum tokens per answer (GLOSS_MCP_TOKENS; default: 1200)',
      wholeNumber('--tokens', 500, 100_000),
    )
    .action(({ allowAdd, tokens, ...options }: McpOptions) =>
      inContext(
        { ...options },
        (context) => serveMcp(context, Array.isArray(allowAdd) ? allowAdd : []),
        { mcpAdd: allowAdd === undefined ? undefined : true, mcpTokens: tokens },
        { isService: true },
      ),
    )
}

async function serveMcp({ gloss, output, signal }: Context, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    if (!existsSync(folder))
      throw new GlossError('PATH_NOT_FOUND', `The folder ${folder} of --allow-add does not exist.`, {
        path: folder,
      })
  const onFault = (error: Error) => output.note(`gloss: ${error.message}`)
  await serveMcpOverStdio(gloss, { folders, tell, signal }, onFault)

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
