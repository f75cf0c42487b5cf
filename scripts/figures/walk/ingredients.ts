/** What may be chosen: the walk's ingredients one by one, each with its values, the simplest first. */
import type { MentionKind } from '../../../corpus/index.ts'
import { FORMER_SETTINGS, type WalkSettings } from './settings.ts'

export interface Ingredient {
  readonly name: string
  /** Label and what it changes. The first is the simplest; it is chosen unless another is clearly better. */
  readonly values: readonly (readonly [label: string, change: Partial<WalkSettings>])[]
}

const without = (...kinds: MentionKind[]): Partial<WalkSettings> => ({
  kinds: new Set([...FORMER_SETTINGS.kinds].filter((kind) => !kinds.includes(kind))),
})

const PRIORS = [
  [0, 0.02],
  [0, 0.001],
  [1, 0.001],
  [2, 0.002],
  [2, 0.001],
  [2, 0.0005],
] as const

/** In the order in which they are chosen, those that matter most first. */
export const INGREDIENTS: readonly Ingredient[] = [
  {
    name: 'prior and cosine',
    values: PRIORS.map(
      ([similarityExponent, priorWeight]) =>
        [
          `cosine ^ ${similarityExponent}, prior ${priorWeight}`,
          { similarityExponent, priorWeight },
        ] as const,
    ),
  },
  {
    name: 'title weight',
    values: [8, 16, 32].map((weight) => [`${weight}`, { titleWeight: weight }] as const),
  },
  {
    name: 'stand-in for a title',
    values: [
      ['none', { opening: 'none' }],
      ['first capitalised name', { opening: 'span' }],
      ['how the first sentence opens', { opening: 'head' }],
    ],
  },
  {
    name: 'phrases of units without title',
    values: [
      ['no', { readsUntitled: false }],
      ['yes', { readsUntitled: true }],
    ],
  },
  {
    name: 'lone names',
    values: [1, 1 / 4, 1 / 16].map((factor) => [`x ${factor}`, { loneFactor: factor }] as const),
  },
  {
    name: 'kinds of names',
    values: [
      ["the recipe's", without('abbreviation', 'species', 'gene', 'chemical', 'quantity', 'term', 'phrase')],
      ['and phrases', without('abbreviation', 'species', 'gene', 'chemical', 'quantity')],
      ['all but quotations', without('quote')],
      ['all', without()],
    ],
  },
  {
    name: 'phrase weight',
    values: [1, 1 / 8, 1 / 16].map((weight) => [`${weight}`, { phraseWeight: weight }] as const),
  },
  {
    name: 'subject weight',
    values: [
      ['none', { subjectWeight: 1 }],
      ['4', { subjectWeight: 4 }],
    ],
  },
  {
    name: 'damping',
    values: [0.5, 0.6].map((damping) => [`${damping}`, { damping }] as const),
  },
  {
    name: 'seeds',
    values: [
      ['1 / units', { seedExponent: 1 }],
      ['1 / units ^ .75', { seedExponent: 0.75 }],
    ],
  },
  {
    name: 'question names by aliases',
    values: [
      ['no', { linksAliases: false }],
      ['yes', { linksAliases: true }],
    ],
  },
  {
    name: 'question names that are terms',
    values: [
      ['no', { linksTerms: false }],
      ['yes', { linksTerms: true }],
    ],
  },
]
