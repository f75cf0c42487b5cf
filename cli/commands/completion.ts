/** `gloss completion SHELL`: prints a script that completes commands, options and names in a shell. */
import { Argument, type Command } from 'commander'
import { completionScript, SHELLS, type Shell } from '../completion/completion-scripts.ts'
import { completionTree } from '../completion/completion-tree.ts'

const HOW = `
Set up, once:
  bash  echo 'eval "$(gloss completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(gloss completion zsh)"' >> ~/.zshrc
  fish  gloss completion fish > ~/.config/fish/completions/gloss.fish`

export function addCompletionCommand(program: Command, buildWhole: () => Promise<Command>): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HOW)
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(shell, completionTree(await buildWhole())))
    })
}
