/** Models, retriever and functions as an asker of a run has them: everything that they answer is in the journal. */
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

/** A question that is asked whole is one entry, its retries included. */
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

/** `evidence`: entries of kind `find`, of older runs, know neither places nor topics and are asked again. */
export function journaledFind(find: RunPorts['find'], scope: JournaledAsker): Find {
  return (query, k, signal) =>
    scope.once('evidence', { query, k }, () => find(query, k, signal, scope.ledger))
}

/** Calls out of running code: a block that was killed half-way finds what it had asked. */
export function journaledFunctions(functions: GuestFunctions, scope: JournaledAsker): GuestFunctions {
  return Object.fromEntries(
    Object.entries(functions).map(([name, { parameters, call }]) => [
      name,
      { parameters, call: (values, signal) => scope.once(name, { values }, () => call(values, signal)) },
    ]),
  )
}
