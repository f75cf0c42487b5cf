/** `gloss backends`: the names that `--backend` takes. */
import type { Command } from 'commander'
import { BACKEND_NAMES, DEFAULT_BACKEND, EXPERIMENTAL_BACKENDS } from '../../app/wiring/index.ts'
import { createOutput } from '../output.ts'

export function addBackendsCommand(program: Command): void {
  program
    .command('backends')
    .description('List the retrieval backends that --backend takes; docs/backends.md describes them.')
    .option('--json', 'print one JSON object as the last line of stdout')
    .action(({ json = false }: { readonly json?: boolean }) => {
      const output = createOutput(json, process.stdout, process.stderr)
      const backends = BACKEND_NAMES.map((name) => ({
        name,
        isDefault: name === DEFAULT_BACKEND,
        isExperimental: EXPERIMENTAL_BACKENDS.includes(name),
      }))
      for (const { name, isDefault, isExperimental } of backends)
        output.line(`${name}${isDefault ? ' (default)' : ''}${isExperimental ? ' (experimental)' : ''}`)
      output.object({ backends })
    })
}
