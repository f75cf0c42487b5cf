/**
 * Answers /rag: the texts of the best units, as the published retrieval service gives them. Its clients put them into prompts, so
 * control marks in them are made harmless; hits of /retrieve have the texts unchanged.
 */
import { defuseControlMarks } from '../../core/index.ts'
import type { Filter } from '../../index/index.ts'
import type { PresetName } from '../config/presets.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { openSifter } from '../wiring/monitor-ports.ts'
import type { BackendName } from '../wiring/retrieval-backends.ts'
import { searchTexts } from './search-corpus.ts'
import { resolvedFilter, watchPlan } from './watch-plan.ts'

export interface TextQuery {
  readonly query: string
  readonly corpus?: string | undefined
  readonly k?: number | undefined
  readonly backend?: BackendName | undefined
  readonly filter?: Filter | undefined
  /** False: the sifter judges nothing, even if it has a model. */
  readonly hasSifter?: boolean | undefined
  readonly preset?: PresetName | undefined
}

/** Returns the texts; empty for a blank query. Throws `INPUT_INVALID`, `CORPUS_NOT_FOUND`, and the errors of the backend. */
export async function retrieveTexts(
  gloss: Gloss,
  { query, corpus, k, backend, filter, hasSifter, preset }: TextQuery,
  signal: AbortSignal,
): Promise<string[]> {
  const settings = { ...(k === undefined ? {} : { k }), ...(hasSifter === undefined ? {} : { hasSifter }) }
  const plan = watchPlan(gloss.config, { preset, backend, filter, settings })
  const session = await gloss.session(corpus)
  const sifter = openSifter(plan, {
    config: gloss.config,
    chat: (role) => gloss.chats.open(`Calls to the ${role}`, { role }),
  })
  const search = {
    backend: plan.backend,
    k: plan.settings.k,
    filter: await resolvedFilter(session, plan.filter),
    sifter,
  }
  const texts = await searchTexts(session, search, { query, signal })
  return texts.map(defuseControlMarks)
}
