/** Writes completion scripts for shells. They contain every name, so that pressing Tab starts no process. */
import type { CompletedCommand, CompletedOption } from './completion-tree.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Returns the script of a shell. `tree` is the result of `completionTree`. */
export function completionScript(shell: Shell, tree: readonly CompletedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](tree)
}

/** Returns the script for Bash, which cuts words at colons, as in `hipporag:model`: `head` is the text before the last one. */
function bashScript(tree: readonly CompletedCommand[]): string {
  return `# Completion of gloss for bash: eval "$(gloss completion bash)"
_gloss() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} head= at= commands= options= i
  if [[ $cur == : ]]; then
    head=$prev: prev=\${COMP_WORDS[COMP_CWORD-2]} cur=
  elif [[ $prev == : && COMP_CWORD -gt 2 ]]; then
    head=\${COMP_WORDS[COMP_CWORD-2]}: prev=\${COMP_WORDS[COMP_CWORD-3]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
${steps(tree, '      ')}
    esac
  done
  COMPREPLY=()
  case "$at/$prev" in
${valueCases(tree, (names) => `COMPREPLY=($(compgen -W ${quoted(names.join(' '))} -- "$head$cur"))`)}
  esac
  if [[ \${#COMPREPLY[@]} -gt 0 ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"$head"}")
    return
  fi
  case "$at" in
${tree.map(({ path, commands, options }) => `    ${quoted(path)}) commands=${quoted(commands.map(({ name }) => name).join(' '))} options=${quoted(options.flatMap(({ flags }) => flags).join(' '))} ;;`).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
  fi
}
complete -o bashdefault -o default -F _gloss gloss
`
}

function zshScript(tree: readonly CompletedCommand[]): string {
  const cases = tree.map(
    ({ path, commands, options }) =>
      `    ${quoted(path)}) commands=(${commands.map(described).join(' ')}) options=(${options.flatMap(({ flags, description }) => flags.map((name) => described({ name, description }))).join(' ')}) ;;`,
  )
  return `#compdef gloss
# Completion of gloss for zsh: eval "$(gloss completion zsh)" after compinit
_gloss() {
  local at= i
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at/\${words[i]}" in
${steps(tree, '      ')}
    esac
  done
  case "$at/\${words[CURRENT-1]}" in
${valueCases(tree, (names) => `compadd -- ${names.map(quoted).join(' ')}; return`)}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif ((\${#commands})); then
    _describe command commands
  else
    _files
  fi
}
compdef _gloss gloss
`
}

function fishScript(tree: readonly CompletedCommand[]): string {
  const lines = tree.flatMap(({ path, commands, options }) => {
    const start = `complete -c gloss -n ${fishQuoted(`__gloss_at ${fishQuoted(path)}`)}`
    return [
      ...commands.map(
        ({ name, description }) => `${start} -f -a ${fishQuoted(name)} -d ${fishQuoted(description)}`,
      ),
      ...options.map((option) => `${start} ${fishOption(option)} -d ${fishQuoted(option.description)}`),
    ]
  })
  const moves = tree.flatMap(({ path, commands }) =>
    commands.map(
      ({ name }) =>
        `      case ${fishQuoted(`${path}/${name}`)}\n        set at ${fishQuoted(`${path} ${name}`.trim())}`,
    ),
  )
  return `# Completion of gloss for fish: gloss completion fish | source
function __gloss_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at/$word"
${moves.join('\n')}
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}

function fishOption({ flags, takesValue, names }: CompletedOption): string {
  const spelled = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = names.length > 0 ? ` -x -a ${fishQuoted(names.join(' '))}` : takesValue ? ' -r' : ''
  return `${spelled.join(' ')}${value}`
}

/** Returns the words that lead from each command to its subcommands. */
function steps(tree: readonly CompletedCommand[], indent: string): string {
  return tree
    .flatMap(({ path, commands }) =>
      commands.map(
        ({ name }) => `${indent}${quoted(`${path}/${name}`)}) at=${quoted(`${path} ${name}`.trim())} ;;`,
      ),
    )
    .join('\n')
}

/** Returns a case for each option whose values are names, with the shell's action to complete them. */
function valueCases(tree: readonly CompletedCommand[], act: (names: readonly string[]) => string): string {
  return tree
    .flatMap(({ path, options }) =>
      options
        .filter(({ names }) => names.length > 0)
        .map(
          ({ flags, names }) =>
            `    ${flags.map((flag) => quoted(`${path}/${flag}`)).join('|')}) ${act(names)} ;;`,
        ),
    )
    .join('\n')
}

/** Returns `name:description`, the format of `_describe` in zsh. */
function described({ name, description }: { readonly name: string; readonly description: string }): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`)
}

/** Quotes a text for bash and zsh, so that no character has a special meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
