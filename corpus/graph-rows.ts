/** The stored entity graph of a corpus: names in a unit, facts that it states, names with the same meaning. All of it belongs to units. */

/** How a name was found. `fact`: as an end of a fact whose spelling differs from the text's. */
export type MentionKind =
  | 'title'
  | 'span'
  | 'quote'
  | 'phrase'
  | 'abbreviation'
  | 'chemical'
  | 'disease'
  | 'gene'
  | 'species'
  | 'quantity'
  | 'heading'
  | 'term'
  | 'fact'

export interface Mention {
  /** Canonical form: lower case, accents and possessive 's removed, punctuation to single spaces. */
  readonly name: string
  /** The form in the text, in canonical form too; differs from `name` if it is an alias, such as an abbreviation. */
  readonly alias: string
  readonly kind: MentionKind
  /** Whether the unit is about the name. */
  readonly isSubject: boolean
  /** UTF-16 offsets into the unit's text; both null if the name is in the title or heading. */
  readonly start: number | null
  readonly end: number | null
}

export interface UnitMentions {
  readonly unit: string
  readonly mentions: readonly Mention[]
}

/** A fact, with its ends and relation in canonical form. */
export interface Fact {
  readonly subject: string
  readonly predicate: string
  readonly object: string
}

/** A model's or an import's extraction for a unit, stored verbatim, and the facts derived from it. */
export interface Extraction {
  readonly unit: string
  /** `openie:MODEL:PROMPT_HASH`, or `import`. */
  readonly made: string
  readonly entities: readonly string[]
  /** Subject, relation and object; the published files have some triples of other lengths. */
  readonly triples: readonly (readonly string[])[]
  readonly facts: readonly Fact[]
}

/** Two names whose vectors are close. `one` sorts before `other`. */
export interface Synonym {
  readonly one: string
  readonly other: string
  readonly cosine: number
}

/** Vector of a name or of a fact's text. Stored as f16. */
export interface PhraseVector {
  readonly phrase: string
  readonly values: Float32Array
}

/** A unit as the graph needs it. */
export interface GraphUnit {
  readonly unit: string
  readonly paper: string
  readonly mentions: readonly Mention[]
  readonly facts: readonly Fact[]
  readonly seq: number
}

export interface GraphCounts {
  /** Units that were searched for names, and units with an extraction. */
  readonly named: number
  readonly extracted: number
  readonly names: number
  readonly aliases: number
  readonly mentions: number
  readonly facts: number
  readonly synonyms: number
}

export interface GraphReader {
  /** Counts the whole graph. Reads all of it, so it is only for display. */
  graphCounts(): Promise<GraphCounts>
  /** Returns whether there is any fact; stops at the first one. */
  hasFacts(): Promise<boolean>
  /** Returns papers with units that were not searched for names under `recipe`, in the order of ids, after the id `after`. */
  papersToName(recipe: string, limit: number, after?: string): Promise<string[]>
  /** Returns units without an extraction, in the order of papers and ordinals, after the id `after`. */
  unitsToExtract(limit: number, after?: string): Promise<string[]>
  /** Yields units whose names or facts changed after `seq`, oldest first; `removedSince` returns removals. Safe to abandon half-way. */
  graphSince(seq: number): AsyncIterable<GraphUnit>
  mentions(unit: string): Promise<Mention[]>
  /** Returns the occurrences of a name or alias, in the order of unit ids. */
  mentionsOf(name: string, limit: number): Promise<{ unit: string; mention: Mention }[]>
  /** Returns facts with the name at either end, in the order of unit ids. */
  factsOf(name: string, limit: number): Promise<{ unit: string; fact: Fact; made: string }[]>
  /** Returns null if the unit has no extraction. */
  extraction(unit: string): Promise<Extraction | null>
  /** Returns pairs by this embedder that were added after `seq`. */
  synonymsSince(seq: number, embedder: string): Promise<Synonym[]>
  synonymsOf(name: string, embedder: string): Promise<Synonym[]>
  /** Returns vectors in the order of `phrases`; null for phrases without a vector by this embedder. */
  phraseVectors(embedder: string, phrases: readonly string[]): Promise<(Float32Array | null)[]>
}

/** Each call is one transaction and raises `seq` by one; unknown units are skipped. */
export interface GraphWriter {
  /** Replaces the names of these units. */
  putMentions(recipe: string, units: readonly UnitMentions[]): Promise<void>
  /** Replaces the extractions of these units. */
  putExtractions(extractions: readonly Extraction[]): Promise<void>
  putSynonyms(embedder: string, synonyms: readonly Synonym[]): Promise<void>
  /** Caches vectors. This is no change of the corpus: `seq` stays. */
  putPhraseVectors(embedder: string, vectors: readonly PhraseVector[]): Promise<void>
}
