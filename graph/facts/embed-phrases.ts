/** Embeds every fact and every subject and object of one; the vectors are stored in the corpus, so that a phrase is embedded once. */
import type { CorpusWriter } from '../../corpus/index.ts'
import type { Embedder } from '../../models/index.ts'
import { type CorpusFacts, type FactsState, factText } from './corpus-facts.ts'

// Phrases embedded and stored together. Chosen, not measured.
const PHRASES_PER_BATCH = 512
/** Setting of the corpus: how many phrases the last pass embedded. Writing it is a change, upon which graphs fetch the vectors. */
const EMBEDDED_SETTING = 'graph-phrases-embedded'

/** Embeds phrases without a vector and returns their number. A pass after a killed one resumes where that ended. */
export async function embedPhrases(
  writer: CorpusWriter,
  facts: CorpusFacts,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<number> {
  const lacking = await facts.whenCurrent(missingPhrases)
  const known = await knownPhrases(writer, embedder.id, lacking)
  const phrases = lacking.filter((_, i) => !known[i])
  for (let from = 0; from < phrases.length; from += PHRASES_PER_BATCH) {
    signal?.throwIfAborted()
    const some = phrases.slice(from, from + PHRASES_PER_BATCH)
    const values = await embedder.embed(some, signal)
    await writer.putPhraseVectors(
      embedder.id,
      some.map((phrase, i) => ({ phrase, values: values[i]! })),
    )
  }
  if (lacking.length > 0) await writer.setSetting(EMBEDDED_SETTING, String(phrases.length))
  return phrases.length
}

/** Returns the phrases sorted, which makes a model's batches reproducible, though seldom of similar length. */
function missingPhrases({ graph, lacking }: FactsState): string[] {
  const facts = [...lacking.facts].map((slot) => factText(graph.facts.at(slot)!))
  const names = [...lacking.names].map((node) => graph.nameAt(node)!)
  return [...new Set([...facts, ...names])].sort()
}

async function knownPhrases(
  writer: CorpusWriter,
  embedder: string,
  phrases: readonly string[],
): Promise<boolean[]> {
  const known: boolean[] = []
  for (let from = 0; from < phrases.length; from += PHRASES_PER_BATCH)
    for (const vector of await writer.phraseVectors(embedder, phrases.slice(from, from + PHRASES_PER_BATCH)))
      known.push(vector !== null)
  return known
}
