/** Which topics are built in. Others are read from a file by ../adapters/topic-file.ts. */
import { biochem } from './biochem.ts'
import type { Topic } from './topic.ts'

/** Keeps everything: the gate records that nothing was asked. */
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

/** Returns null where no topic of that name is built in. */
export function builtInTopic(name: string): Topic | null {
  return BUILT_IN.get(name) ?? null
}
