/** What papers of a corpus are made into: topic, gate, summariser, passages and embedder, named by one recipe. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { tupleId } from '../../core/index.ts'
import type { CorpusStore, GatePolicy } from '../../corpus/index.ts'
import { loadTopic } from '../../ingest/adapters/topic-file.ts'
import { type IngestRecipe, openGate, passagesOf, type Summariser } from '../../ingest/index.ts'
import type { Embedder } from '../../models/index.ts'
import { SETTING } from '../wiring/corpus-settings.ts'
import type { SummariserName } from './summarisers.ts'

/** The published keyword set; a corpus keeps the topic it was first given. */
export const DEFAULT_TOPIC = 'biochem'
export const POLICY_NAMES: readonly GatePolicy[] = ['published', 'contrast', 'custom', 'none']
// Raised when extraction, description or the units change so much that papers are worth reading again.
const INGEST_VERSION = 1

export interface RecipeRequest {
  readonly topic?: string | undefined
  readonly policy?: GatePolicy | undefined
  readonly summariser?: SummariserName | undefined
  readonly unitsOnly?: boolean | undefined
}

export interface RecipeChoice {
  readonly topic: string
  readonly policy: GatePolicy | null
  readonly summariser: SummariserName
  readonly unitsOnly: boolean
}

/** What was asked for, else what the corpus has, else the default. */
export async function chooseRecipe(asked: RecipeRequest, store: CorpusStore | null): Promise<RecipeChoice> {
  const own = async (name: string) => (store === null ? null : await store.setting(name))
  const topic = lastingTopic(asked.topic) ?? (await own(SETTING.topic)) ?? DEFAULT_TOPIC
  // A policy belongs to the topic it was chosen for.
  const kept = asked.topic === undefined ? ((await own(SETTING.policy)) as GatePolicy | null) : null
  const summariser =
    asked.summariser ?? ((await own(SETTING.summariser)) as SummariserName | null) ?? 'extractive'
  const unitsOnly = asked.unitsOnly ?? (await own(SETTING.unitsOnly)) === 'true'
  return { topic, policy: asked.policy ?? kept, summariser, unitsOnly }
}

/** A topic file is found again from any folder. */
function lastingTopic(topic: string | undefined): string | undefined {
  return topic !== undefined && existsSync(topic) ? resolve(topic) : topic
}

export async function openRecipe(
  choice: RecipeChoice,
  parts: { readonly embedder: Embedder; readonly summariser: Summariser },
  signal?: AbortSignal,
): Promise<IngestRecipe> {
  const topic = await loadTopic(choice.topic)
  const { unitsOnly } = choice
  const { embedder, summariser } = parts
  const gate = await openGate(
    { topic, embedder, ...(choice.policy === null ? {} : { policy: choice.policy }) },
    signal,
  )
  const making = tupleId([INGEST_VERSION, summariser.made, String(unitsOnly), embedder.id])
  const judging = tupleId([JSON.stringify(topic), choice.policy ?? '', embedder.id])
  return {
    gate,
    summariser,
    passages: unitsOnly ? null : (paper) => passagesOf(paper),
    embedder,
    making,
    judging,
  }
}
