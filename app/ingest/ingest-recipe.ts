/** The recipe of an ingest: the topic, gate, summariser, passages and embedder that the papers of a corpus are made with. */

import { resolve } from 'node:path'
import { tupleId } from '../../core/index.ts'
import type { CorpusReader, CorpusWriter, GatePolicy } from '../../corpus/index.ts'
import { loadTopic } from '../../ingest/adapters/topic-file.ts'
import {
  builtInTopic,
  type IngestRecipe,
  openGate,
  type PaperCutter,
  type Summariser,
  type Topic,
} from '../../ingest/index.ts'
import type { Embedder } from '../../models/index.ts'
import type { GatePlugIn } from '../../plugins/index.ts'
import { checkedGate } from '../plugins/checked-gate.ts'
import { SETTING } from '../wiring/corpus-settings.ts'
import type { EmbedderName } from '../wiring/embedders.ts'
import type { SummariserName } from './summarisers.ts'

/** The published keyword set; a corpus keeps the topic it was first given. */
export const DEFAULT_TOPIC = 'biochem'
// Raised when extraction, description or the units change so much that papers should be read again.
const INGEST_VERSION = 10
// Raised when the gate decides differently with the same settings; papers then pass it again without being read.
const GATE_VERSION = 3

/** A topic and its name: built in, or the absolute path of its file. */
export interface NamedTopic {
  readonly name: string
  readonly topic: Topic
}

export interface RecipeRequest {
  readonly topic?: NamedTopic | undefined
  readonly policy?: GatePolicy | undefined
  readonly summariser?: SummariserName | undefined
  readonly unitsOnly?: boolean | undefined
}

export interface RecipeChoice {
  readonly topic: NamedTopic
  readonly policy: GatePolicy | null
  readonly summariser: SummariserName
  readonly unitsOnly: boolean
}

/** Returns the requested topic, undefined if there is none. Throws `TOPIC_UNKNOWN` and `FILE_UNREADABLE`. */
export async function askedTopic(asked: string | undefined): Promise<NamedTopic | undefined> {
  return asked === undefined ? undefined : await namedTopic(asked)
}

/** Returns what was requested, else the corpus's own choice, else the default. */
export async function chooseRecipe(asked: RecipeRequest, corpus: CorpusReader): Promise<RecipeChoice> {
  // A policy belongs to the topic it was chosen for.
  const kept =
    asked.topic === undefined ? ((await corpus.setting(SETTING.policy)) as GatePolicy | null) : null
  const summariser =
    asked.summariser ?? ((await corpus.setting(SETTING.summariser)) as SummariserName | null) ?? 'extractive'
  const topic = asked.topic ?? (await corpusTopic(corpus, defaultTopic(summariser)))
  const unitsOnly = asked.unitsOnly ?? (await corpus.setting(SETTING.unitsOnly)) === 'true'
  return { topic, policy: asked.policy ?? kept, summariser, unitsOnly }
}

/** Returns the default topic. Claims are published for papers of every subject, without a gate (Eigen-1, A.11). */
function defaultTopic(summariser: SummariserName): string {
  return summariser === 'llm-claims' ? 'none' : DEFAULT_TOPIC
}

/** Returns the topic of the corpus, or `otherwise` if it has none yet. */
export async function corpusTopic(corpus: CorpusReader, otherwise = DEFAULT_TOPIC): Promise<NamedTopic> {
  return await namedTopic((await corpus.setting(SETTING.topic)) ?? otherwise)
}

async function namedTopic(nameOrPath: string): Promise<NamedTopic> {
  const topic = await loadTopic(nameOrPath)
  // An absolute path lets a topic file be found from any folder.
  return { name: builtInTopic(nameOrPath) === null ? resolve(nameOrPath) : nameOrPath, topic }
}

export async function openRecipe(
  { topic: { topic }, policy, unitsOnly }: RecipeChoice,
  {
    embedder,
    gateEmbedder = embedder,
    summariser,
    cutter,
    gate = null,
  }: {
    readonly embedder: Embedder
    /** Embedder of the gate and the recipes, if it is another one. */
    readonly gateEmbedder?: Embedder
    readonly summariser: Summariser
    readonly cutter: PaperCutter
    /** Replaces the topic's policy. */
    readonly gate?: GatePlugIn | null
  },
  signal?: AbortSignal,
): Promise<IngestRecipe> {
  const topicGate = await openGate(
    { topic, embedder: gateEmbedder, ...(policy === null ? {} : { policy }) },
    signal,
  )
  return {
    gate: {
      ...(gate === null ? topicGate : checkedGate(topicGate, gate)),
      measureProse: (paper, inner) => cutter.measureProse(paper, topic.languages, inner),
    },
    summariser,
    passages: unitsOnly ? null : cutter.passages,
    embedder,
    unitRecipe: tupleId([INGEST_VERSION, summariser.made, String(unitsOnly), gateEmbedder.id]),
    gateRecipe: tupleId([
      GATE_VERSION,
      JSON.stringify(topic),
      policy ?? '',
      gateEmbedder.id,
      ...(gate === null ? [] : [gate.name]),
    ]),
  }
}

/** Stores the choice in the corpus for later runs. */
export async function keepChoice(
  writer: CorpusWriter,
  { topic, policy, summariser, unitsOnly }: RecipeChoice,
): Promise<void> {
  await keepSettings(writer, {
    [SETTING.topic]: topic.name,
    [SETTING.summariser]: summariser,
    [SETTING.unitsOnly]: String(unitsOnly),
    ...(policy === null ? {} : { [SETTING.policy]: policy }),
  })
}

/** Stores and returns the corpus's embedder. `embedder` is the configured one; a corpus keeps its own. */
export async function keepEmbedder(
  writer: CorpusWriter,
  embedderId: string,
  embedder: EmbedderName | undefined,
): Promise<void> {
  await keepSettings(writer, {
    [SETTING.embedder]: embedder ?? (await writer.setting(SETTING.embedder)) ?? 'static',
    [SETTING.embedderId]: embedderId,
  })
}

/** Writes the settings that differ from what the corpus has. */
async function keepSettings(writer: CorpusWriter, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    if ((await writer.setting(name)) !== value) await writer.setSetting(name, value)
}
