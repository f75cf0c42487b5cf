/** Every ingredient of the walk as a setting: what the recipe of specs/key-free-graph.md has, and what Gloss had or has. */
import type { MentionKind } from '../../../corpus/index.ts'

export interface WalkSettings {
  /** Kinds of names that become nodes. */
  readonly kinds: ReadonlySet<MentionKind>
  /** Citations, labels of figures and words of reporting are no names. */
  readonly isScreened: boolean
  /** Noun phrases are looked for in units without a title too, not only in those whose title is a name. */
  readonly readsUntitled: boolean
  /** Every title is looked for as a string in all texts. */
  readonly findsTitles: boolean
  /** Weight from a unit to a name found by the form of a phrase alone; of such a name as a seed, too. */
  readonly phraseWeight: number
  /** Factor for the edge from a unit to a name that no other unit has. */
  readonly loneFactor: number
  /** Weight from a name to the unit whose title it is. */
  readonly titleWeight: number
  /** Weight from a name to a unit whose first sentence has it as subject. */
  readonly subjectWeight: number
  /** What stands in for the title of a unit without one: nothing, its first capitalised name, or how its first sentence opens. */
  readonly opening: 'none' | 'span' | 'head'
  /** A walk starts at the names of the question, and not at units like it alone. */
  readonly linksNames: boolean
  /** Question names are found by abbreviations and respelled forms too. */
  readonly linksAliases: boolean
  /** Question names in lower case are found where they are terms by shape. */
  readonly linksTerms: boolean
  /** A linked name weighs 1 / units to this power. */
  readonly seedExponent: number
  /** Weight of the nearest unit, where names weigh 1 / units. */
  readonly priorWeight: number
  /** Units the prior starts at: Infinity for all. */
  readonly priorUnits: number
  readonly damping: number
  readonly epsilon: number
  readonly tail: 'degree' | 'none'
  /** What arrives at a unit is multiplied by the unit's cosine on the corpus's scale to this power. */
  readonly similarityExponent: number
}

const RECIPE_KINDS: readonly MentionKind[] = ['title', 'span', 'quote']
const ALL_KINDS: readonly MentionKind[] = [
  ...RECIPE_KINDS,
  'heading',
  'abbreviation',
  'species',
  'gene',
  'chemical',
  'quantity',
  'term',
  'phrase',
]

/** The recipe to the letter. */
export const RECIPE_SETTINGS: WalkSettings = {
  kinds: new Set(RECIPE_KINDS),
  isScreened: false,
  readsUntitled: false,
  findsTitles: true,
  phraseWeight: 1,
  loneFactor: 1,
  titleWeight: 8,
  subjectWeight: 1,
  opening: 'span',
  linksNames: true,
  linksAliases: false,
  linksTerms: false,
  seedExponent: 1,
  priorWeight: 0.02,
  priorUnits: Number.POSITIVE_INFINITY,
  damping: 0.5,
  epsilon: 1e-7,
  tail: 'none',
  similarityExponent: 0,
}

/** Gloss before the sets were joined by 2Wiki. */
export const FORMER_SETTINGS: WalkSettings = {
  ...RECIPE_SETTINGS,
  kinds: new Set(ALL_KINDS),
  isScreened: true,
  findsTitles: false,
  phraseWeight: 0.125,
  loneFactor: 0.25,
  subjectWeight: 4,
  opening: 'none',
  linksAliases: true,
  linksTerms: true,
  priorUnits: 400,
  epsilon: 5e-6,
  tail: 'degree',
}

/** What the product has: where the choices on two sets agree, theirs; else the one in the middle, and for papers what was there. */
export const PRODUCT_SETTINGS: WalkSettings = {
  ...FORMER_SETTINGS,
  kinds: new Set(ALL_KINDS.filter((kind) => kind !== 'quote')),
  loneFactor: 0.0625,
  titleWeight: 32,
  opening: 'head',
  readsUntitled: true,
  priorWeight: 0.001,
  similarityExponent: 2,
  damping: 0.6,
}
