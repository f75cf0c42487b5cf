/** Lists the models that a run can ask. */
import { type PatternSettings, patternNamed } from '../../solver/index.ts'
import { modelOf, type Role } from '../config/model-settings.ts'
import { hasChat } from '../wiring/chat-models.ts'
import type { PlannedModel } from '../wiring/check-prices.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { helperRoles, type Watcher } from '../wiring/monitor-ports.ts'
import { asksRetriever, type BackendName } from '../wiring/retrieval-backends.ts'
import { servingRole } from './serving-role.ts'

/** Parts of a plan that decide which models are asked. */
export interface ModelChoice {
  readonly pattern: string
  readonly settings: PatternSettings
  readonly backend: BackendName
  readonly monitor: Watcher
}

/** Returns the models of a run. Roles without a model are left out: opening them reports that none is configured. */
export function askedModels(
  { config }: Pick<Gloss, 'config'>,
  embedder: { readonly model?: string },
  { pattern: name, settings, backend, monitor }: ModelChoice,
): PlannedModel[] {
  const pattern = patternNamed(name)
  const needs = pattern.needs(settings)
  const { retrieval, runsCode, searchesWeb } = needs
  const isWatched = retrieval === 'implicit' || retrieval === 'both'
  const isRetrieving = retrieval !== 'none'
  const helpers = isRetrieving ? helperRoles(config, monitor, needs) : []
  const roles: readonly Role[] = [
    ...pattern.maxTurns(settings).map(({ role }) => role),
    // The sifter also judges what code finds by searching; the other helpers are for streams only.
    ...helpers.filter((role) => isWatched || role === 'sifter'),
    ...(isRetrieving && asksRetriever(config, backend) ? (['retriever'] as const) : []),
    ...(runsCode && searchesWeb && hasChat(config, 'reader') ? (['reader'] as const) : []),
  ]
  const chats = roles.flatMap((role) => {
    const { model } = modelOf(config, servingRole(config, pattern, role))
    return model === undefined ? [] : [{ role, model }]
  })
  const { model } = embedder
  return isRetrieving && model !== undefined ? [...chats, { role: 'embedder', model }] : chats
}
