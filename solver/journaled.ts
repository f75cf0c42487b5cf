/** Wraps the models, retriever and functions of an asker, so that all their answers are journalled. */
import type { ChatModel, ContinuingChat, StreamingChat } from '../models/index.ts'
import type { Find } from '../monitor/index.ts'
import type { GuestFunctions } from '../tools/index.ts'
import type { JournaledAsker } from './journaled-asker.ts'
import type { RunPorts } from './ports.ts'

export function journaledChat(chat: ContinuingChat, scope: JournaledAsker): ContinuingChat {
  return {
    ...chat,
    stream: (request, written, signal) =>
      scope.stream('stream', { model: chat.id, request, written }, () =>
        chat.stream(request, written, signal),
      ),
  }
}

/** Wraps a model: a question for a whole answer is one entry, including its retries. */
export function journaledHelper(
  chat: ChatModel & StreamingChat,
  role: string,
  scope: JournaledAsker,
): ChatModel & StreamingChat {
  return {
    id: chat.id,
    server: chat.server,
    complete: (request, signal) =>
      scope.once(role, { model: chat.id, request }, () => chat.complete(request, signal)),
    stream: (request, signal) =>
      scope.stream(role, { model: chat.id, request }, () => chat.stream(request, signal)),
  }
}

/** Wraps the retriever. Entries of the older kind `find` have no places and topics, so they are not used. */
export function journaledFind(find: RunPorts['find'], scope: JournaledAsker): Find {
  return (query, k, signal) =>
    scope.once('evidence', { query, k }, () => find(query, k, signal, scope.ledger))
}

/** Wraps functions called by running code, so that a block that was killed finds the results of its earlier calls. */
export function journaledFunctions(functions: GuestFunctions, scope: JournaledAsker): GuestFunctions {
  return Object.fromEntries(
    Object.entries(functions).map(([name, { parameters, call }]) => [
      name,
      { parameters, call: (values, signal) => scope.once(name, { values }, () => call(values, signal)) },
    ]),
  )
}
