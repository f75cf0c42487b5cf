/** What a corpus keeps of its entity graph: the names in a unit, the facts it states, names that mean the same. All of it belongs to units. */

/** How a name was found. `fact`: as an end of a fact that the text does not spell the same way. */
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
  /** The form in the text, made canonical alike; another than `name` where it is an alias of it, such as an abbreviation. */
  readonly alias: string
  readonly kind: MentionKind
  /** The unit is about it. */
  readonly isSubject: boolean
  /** UTF-16 offsets into the unit's text; both null where the name stands in the title or heading. */
  readonly start: number | null
  readonly end: number | null
}

export interface UnitMentions {
  readonly unit: string
  readonly mentions: readonly Mention[]
}

/** Ends and relation in canonical form. */
export interface Fact {
  readonly subject: string
  readonly predicate: string
  readonly object: string
}

/** What an extraction said of a unit, kept as it was said, and the facts that are taken from it. */
export interface Extraction {
  readonly unit: string
  /** `openie:MODEL:PROMPT_HASH`, or `import`. */
  readonly made: string
  readonly entities: readonly string[]
  /** Subject, relation, object; the published files have some of other lengths. */
  readonly triples: readonly (readonly string[])[]
  readonly facts: readonly Fact[]
}

/** Two names whose vectors lie close. `one` sorts before `other`. */
export interface Synonym {
  readonly one: string
  readonly other: string
  readonly cosine: number
}

/** The vector of a name or a fact's text. Stored as f16. */
export interface PhraseVector {
  readonly phrase: string
  readonly values: Float32Array
}

/** A unit as the graph sees it. */
export interface GraphUnit {
  readonly unit: string
  readonly paper: string
  readonly mentions: readonly Mention[]
  readonly facts: readonly Fact[]
  readonly seq: number
}

export interface GraphCounts {
  /** Units whose names have been looked for, and units with an extraction. */
  readonly named: number
  readonly extracted: number
  readonly names: number
  readonly aliases: number
  readonly mentions: number
  readonly facts: number
  readonly synonyms: number
}

export interface GraphReader {
  /** Reads the whole graph: for people to look at. */
  graphCounts(): Promise<GraphCounts>
  /** Ends at the first one it meets. */
  hasFacts(): Promise<boolean>
  /** Papers with units whose names were not looked for by `recipe`, in the order of ids, after the one named. */
  papersToName(recipe: string, limit: number, after?: string): Promise<string[]>
  /** Units without an extraction, in the order of papers and places, after the one named. */
  unitsToExtract(limit: number, after?: string): Promise<string[]>
  /** Units whose names or facts changed after `seq`, oldest first; removals come by `removedSince`. Safe to abandon half-way. */
  graphSince(seq: number): AsyncIterable<GraphUnit>
  mentions(unit: string): Promise<Mention[]>
  /** Where a name or alias occurs, in the order of unit ids. */
  mentionsOf(name: string, limit: number): Promise<{ unit: string; mention: Mention }[]>
  /** Facts with the name at either end, in the order of unit ids. */
  factsOf(name: string, limit: number): Promise<{ unit: string; fact: Fact; made: string }[]>
  /** Null where the unit has none. */
  extraction(unit: string): Promise<Extraction | null>
  /** Pairs by this embedder that came after `seq`. */
  synonymsSince(seq: number, embedder: string): Promise<Synonym[]>
  synonymsOf(name: string, embedder: string): Promise<Synonym[]>
  /** In the order of `phrases`; null for those without a vector by this embedder. */
  phraseVectors(embedder: string, phrases: readonly string[]): Promise<(Float32Array | null)[]>
}

/** Each call is one transaction and raises `seq` by one; units that are not there are passed over. */
export interface GraphWriter {
  /** Replaces the names of units. */
  putMentions(recipe: string, units: readonly UnitMentions[]): Promise<void>
  /** Replaces what was extracted from units. */
  putExtractions(extractions: readonly Extraction[]): Promise<void>
  putSynonyms(embedder: string, synonyms: readonly Synonym[]): Promise<void>
  /** A cache, no change of the corpus: `seq` stays. */
  putPhraseVectors(embedder: string, vectors: readonly PhraseVector[]): Promise<void>
}
