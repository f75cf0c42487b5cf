/** Opens the names of a corpus for the helpers of a stream while the model is still reading its prompt. */
import { createLexicalQuerier, type KnownNames, type Look, namesOfGraph } from '../../monitor/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { namesOrNull } from '../wiring/lazy-graph.ts'
import type { RetrieveRequest } from '../wiring/retrieve-answers.ts'

/** Returns the current names; none for a corpus whose names were never extracted. */
export async function openKnownNames({ names }: CorpusSession): Promise<KnownNames> {
  const opened = await namesOrNull(names)
  const graph = (await opened?.whenCurrent((state) => state.graph)) ?? null
  return namesOfGraph(() => graph)
}

/** Returns names that are opened beside the stream; until then no name is known. */
export function knownNames(session: CorpusSession): KnownNames {
  let known = namesOfGraph(() => null)
  openKnownNames(session)
    .then((opened) => {
      known = opened
    })
    // Names only help: a backend that needs them reports the failure.
    .catch(() => undefined)
  return {
    find: (text) => known.find(text),
    longForms: (shortForm) => known.longForms(shortForm),
    together: (one, other) => known.together(one, other),
  }
}

const warm = new WeakSet<CorpusSession>()

/**
 * Warms up a process: its first look loads the tagger and opens the index, .1 to .5 s. Done while the model is still reading its prompt,
 * it ends before the first window is full.
 */
export function warmUp(session: CorpusSession): void {
  if (warm.has(session)) return
  warm.add(session)
  const look: Look = { window: WARMING, offset: WARMING.length, channel: 'text', question: '', logprobs: [] }
  const { signal } = new AbortController()
  const verdict = { answer: 'yes', reason: '' } as const
  setTimeout(() => {
    createLexicalQuerier()
      .queries(look, verdict, signal)
      .then(() => session.retrieve(warmingFor(session), signal))
      // A real question reports the failure.
      .catch(() => undefined)
  }, WARM_UP_AFTER_MS)
}

/** Returns a request that loads the backend without asking a model: an embedder on a server has nothing to load here. */
function warmingFor({ embedder }: CorpusSession): RetrieveRequest {
  const request = { query: WARMING, k: 1 }
  return embedder.model === undefined ? request : { ...request, backend: 'words' }
}

const WARMING = 'I am not sure which enzyme this is.'
// Lets the request to the model be sent first.
const WARM_UP_AFTER_MS = 20
