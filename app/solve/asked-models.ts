/** Lists the models that a run can ask, and checks that the price of each is known, before the first of them is asked. */
import { invalidInput } from '../../core/index.ts'
import { priceOf } from '../../models/index.ts'
import { type Budget, type PatternSettings, patternNamed } from '../../solver/index.ts'
import { modelOf, type Role } from '../config/model-settings.ts'
import { hasChat } from '../wiring/chat-models.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { helperRoles, type Watcher } from '../wiring/monitor-ports.ts'
import { asksRetriever, type BackendName } from '../wiring/retrieval-backends.ts'
import { servingRole } from './serving-role.ts'

export interface PlannedModel {
  /** Role of the configuration, or `embedder`. */
  readonly role: string
  readonly model: string
}

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

/** Checks that a budget in dollars can be kept. Throws `INPUT_INVALID` naming the models without a price, with their roles. */
export function checkPrices(
  { prices }: Pick<Gloss, 'prices'>,
  asked: readonly PlannedModel[],
  { cost }: Pick<Budget, 'cost'>,
): void {
  if (cost === null) return
  const unpriced = Map.groupBy(
    asked.filter(({ model }) => priceOf(model, prices) === null),
    ({ model }) => model,
  )
  if (unpriced.size === 0) return
  const named = [...unpriced].map(
    ([model, of]) => `${model} (${[...new Set(of.map(({ role }) => role))].join(', ')})`,
  )
  throw invalidInput(
    'budget.cost',
    `A cost budget needs the price of every model that the run may ask; the table lacks ${named.join('; ')}. Name a price table that has them with GLOSS_PRICES (a local model costs 0), or limit tokens instead.`,
    { models: [...unpriced.keys()].join(', ') },
  )
}
