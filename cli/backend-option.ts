/** The options that name a backend: a built-in one, or a plug-in by the path of its module or the address of its server. */
import type { Command } from 'commander'
import { BACKEND_NAMES, type BackendName, backendAt, DEFAULT_BACKEND } from '../app/wiring/index.ts'
import { oneOfOrPlugin } from './options.ts'

export function backendParser(option: string): (value: string) => BackendName {
  return oneOfOrPlugin(option, BACKEND_NAMES, backendAt)
}

export function withBackendOption(command: Command): Command {
  return command.option(
    '--backend <name>',
    `retrieval backend (default: ${DEFAULT_BACKEND}), or a plug-in: ./module.js, http://server; \`gloss backends\` lists them`,
    backendParser('--backend'),
  )
}
