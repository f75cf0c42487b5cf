/** Lists the built-in topics. Others are read from a file by ../adapters/topic-file.ts. */
import { biochem } from './biochem.ts'
import type { Topic } from './topic.ts'

/** The topic that keeps everything: the gate records that it tested nothing. */
export const noTopic: Topic = {
  name: 'none',
  positive: [],
  negative: [],
  categories: {},
  languages: null,
  contrastsNegatives: false,
}

const BUILT_IN: ReadonlyMap<string, Topic> = new Map([biochem, noTopic].map((topic) => [topic.name, topic]))

export const builtInTopicNames: readonly string[] = [...BUILT_IN.keys()]

/** Returns null if no topic of that name is built in. */
export function builtInTopic(name: string): Topic | null {
  return BUILT_IN.get(name) ?? null
}
