/** Notes which models, monitors and prompts a run opens and uses, also where their answers come from its journal. */
import { withoutCredentials } from '../core/index.ts'
import type { ContinuationAbility } from '../models/index.ts'
import { type AskedPrompt, partsOf, promptsOf, type WatchParts } from '../monitor/index.ts'
import type { RunPorts } from './ports.ts'
import type { ModelOfRole, RunUse } from './run-conditions.ts'

export interface UseRecorder {
  /** The same ports; what is opened through them is noted. */
  noting(ports: RunPorts): RunPorts
  addPrompts(prompts: readonly AskedPrompt[]): void
  addAbility(role: string, ability: ContinuationAbility): void
  used(): RunUse
}

export function createUseRecorder(): UseRecorder {
  const models = new Map<string, ModelOfRole>()
  const prompts = new Map<string, AskedPrompt>()
  let watch: WatchParts | null = null

  function opened<Chat extends { readonly id: string; readonly server: string }>(role: string, chat: Chat) {
    const { continuation = null } = models.get(role) ?? {}
    models.set(role, { role, model: chat.id, server: withoutCredentials(chat.server), continuation })
    return chat
  }

  function addPrompts(added: readonly AskedPrompt[]): void {
    for (const { name, hash } of added) prompts.set(name, { name, hash })
  }

  return {
    noting: (ports) => ({
      ...ports,
      chat: (role, ledger, path) => opened(role, ports.chat(role, ledger, path)),
      helper: (role, ledger, path) => opened(role, ports.helper(role, ledger, path)),
      inquiry(parts, monitoring) {
        const assist = ports.inquiry(parts, monitoring)
        watch = partsOf(assist)
        addPrompts(promptsOf(assist))
        return assist
      },
    }),
    addPrompts,
    addAbility(role, { rung }) {
      const known = models.get(role)
      if (known !== undefined) models.set(role, { ...known, continuation: rung })
    },
    used: () => ({
      models: byName(models),
      watch,
      prompts: byName(prompts),
    }),
  }
}

function byName<Item>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item)
}
