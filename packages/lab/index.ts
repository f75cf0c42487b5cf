/** The commands that the laboratory adds to `gloss`. */
import type { CommandPackage } from '../../cli/command-package.ts'

export const commands: CommandPackage['commands'] = {}
