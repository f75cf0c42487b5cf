/** The backend that answers by SQL, with the model of the configuration; its statements run in a process of their own. */
import { openSqliteQueries } from '../../corpus/adapters/sqlite-queries.ts'
import { readPrices } from '../../models/index.ts'
import { type NamedGround, type Retriever, vannaBackend } from '../../retrieval/index.ts'
import type { Config } from '../config/config.ts'
import { hasChat, openChat } from './chat-models.ts'

export interface SqlBackend {
  over(ground: NamedGround): Retriever
  close(): Promise<void>
}

/** Starts nothing before the first question. `path` is the corpus's file. */
export function openSqlBackend(
  path: string,
  config: Config,
  onNotice: (message: string) => void,
): SqlBackend {
  const queries = openSqliteQueries(path)
  return {
    over(ground) {
      if (!hasChat(config))
        onNotice(
          'No chat model is configured (GLOSS_LLM_URL and GLOSS_LLM_MODEL): vanna fills an SQL template with the names, years, authors and topics in the question.',
        )
      const chat = hasChat(config) ? openChat(config, 'SQL statements written by a model') : null
      return vannaBackend(
        { ...ground, queries },
        { chat, contextTokens: config.llmContext, prices: readPrices() },
      )
    },
    close: () => queries.close(),
  }
}
