/** Gives every fact and every name at the end of one its vector, kept in the corpus: a phrase is embedded once. */
import type { CorpusWriter } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import { type CorpusFacts, type FactsState, factText } from './corpus-facts.ts'

// Phrases embedded and stored at once. Chosen, not measured.
const PHRASES_A_BATCH = 512
/** Setting of the corpus: how many phrases the last pass embedded. Writing it is a change, upon which graphs fetch the vectors. */
const EMBEDDED_SETTING = 'graph-phrases-embedded'

/** Returns how many phrases it embedded. A pass after a killed one resumes where that ended. */
export async function embedPhrases(
  writer: CorpusWriter,
  facts: CorpusFacts,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<number> {
  const lacking = await facts.whenCurrent(lackingPhrases)
  const known = await knownAmong(writer, embedder.id, lacking)
  const phrases = lacking.filter((_, i) => !known[i])
  for (let from = 0; from < phrases.length; from += PHRASES_A_BATCH) {
    signal?.throwIfAborted()
    const some = phrases.slice(from, from + PHRASES_A_BATCH)
    const values = await embedder.embed(some, signal)
    await writer.putPhraseVectors(
      embedder.id,
      some.map((phrase, i) => ({ phrase, values: values[i]! })),
    )
  }
  if (lacking.length > 0) await writer.setSetting(EMBEDDED_SETTING, String(phrases.length))
  return phrases.length
}

/** Sorted, so that a model's batches hold phrases of like length seldom but the same ones always. */
function lackingPhrases({ graph, lacking }: FactsState): string[] {
  const facts = [...lacking.facts].map((slot) => factText(graph.facts.at(slot)!))
  const names = [...lacking.names].map((node) => graph.nameAt(node)!)
  return [...new Set([...facts, ...names])].sort()
}

async function knownAmong(
  writer: CorpusWriter,
  embedder: string,
  phrases: readonly string[],
): Promise<boolean[]> {
  const known: boolean[] = []
  for (let from = 0; from < phrases.length; from += PHRASES_A_BATCH)
    for (const vector of await writer.phraseVectors(embedder, phrases.slice(from, from + PHRASES_A_BATCH)))
      known.push(vector !== null)
  return known
}
