/** The names of a corpus for the helpers of a stream, opened while the model still reads. */
import { createLexicalQuerier, type KnownNames, type Look, namesOfGraph } from '../../monitor/index.ts'
import type { CorpusSession } from '../wiring/corpus-session.ts'
import { namesOrNull } from '../wiring/lazy-names.ts'
import type { RetrieveRequest } from '../wiring/retrieve-answers.ts'

/** The names as of now. None are known in a corpus whose names were never looked for. */
export async function openKnownNames({ names }: CorpusSession): Promise<KnownNames> {
  const opened = await namesOrNull(names)
  const graph = (await opened?.whenCurrent((state) => state.graph)) ?? null
  return namesOfGraph(() => graph)
}

/** Opened beside the stream; until then no name is known. */
export function knownNames(session: CorpusSession): KnownNames {
  let known = namesOfGraph(() => null)
  openKnownNames(session)
    .then((opened) => {
      known = opened
    })
    // Names are a help, not a need: a backend that needs them reports the failure.
    .catch(() => undefined)
  return {
    find: (text) => known.find(text),
    longForms: (shortForm) => known.longForms(shortForm),
    together: (one, other) => known.together(one, other),
  }
}

const warm = new WeakSet<CorpusSession>()

/**
 * The first look of a process loads the tagger and opens the index, .1 to .5 s; done while the model is still reading its prompt, it
 * comes before the first window is full.
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

/** Costs nothing before it is used: an embedder on a server has nothing to load here. */
function warmingFor({ embedder }: CorpusSession): RetrieveRequest {
  const request = { query: WARMING, k: 1 }
  return embedder.model === undefined ? request : { ...request, backend: 'words' }
}

const WARMING = 'I am not sure which enzyme this is.'
// The request to the model goes first.
const WARM_UP_AFTER_MS = 20
