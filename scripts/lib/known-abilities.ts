/** What a probe would have found out of a scripted solver's models, written down before: then all that its server is asked belongs to a run. */
import { join } from 'node:path'
import { ROLES } from '../../app/config/model-settings.ts'
import { openAbilityFile } from '../../models/adapters/ability-file.ts'

export function rememberAbilities(workspace: string, url: string): void {
  const memory = openAbilityFile(join(workspace, 'model-servers.json'))
  for (const model of ROLES)
    memory.set(url, model, {
      provider: 'Ollama',
      rung: 'prefix',
      spelling: 'trailing message',
      continuesReasoning: false,
      echoes: false,
      trims: false,
      misnamesText: false,
      counts: false,
    })
}
