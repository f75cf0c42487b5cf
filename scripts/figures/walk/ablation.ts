/** The walk without one ingredient at a time: each as near to off as it goes. */
import type { MentionKind } from '../../../corpus/index.ts'
import { PRODUCT_SETTINGS, type WalkSettings } from './settings.ts'

export interface Ablation {
  readonly without: string
  readonly settings: WalkSettings
}

function withoutKind(kind: MentionKind): Ablation {
  const kinds = new Set([...PRODUCT_SETTINGS.kinds].filter((other) => other !== kind))
  return { without: `names: ${kind}`, settings: { ...PRODUCT_SETTINGS, kinds } }
}

const CHANGES: Readonly<Record<string, Partial<WalkSettings>>> = {
  'leaving out quotations': { kinds: new Set([...PRODUCT_SETTINGS.kinds, 'quote']) },
  'the names of the question: prior alone': { linksNames: false },
  'the prior': { priorWeight: 0 },
  'the limit of the prior to 400 units': { priorUnits: Number.POSITIVE_INFINITY },
  'the cosine of what arrives': { similarityExponent: 0 },
  'weight by rarity for names of the question': { seedExponent: 0 },
  'weight for titles': { titleWeight: 1 },
  'weight for subjects': { subjectWeight: 1 },
  'less weight for phrases': { phraseWeight: 1 },
  'less weight for lone names': { loneFactor: 1 },
  'openings for titles': { opening: 'none' },
  'phrases of units without title': { readsUntitled: false },
  'screening of spans': { isScreened: false },
  'aliases in the question': { linksAliases: false },
  'terms in lower case in the question': { linksTerms: false },
  'damping of .6: .5': { damping: 0.5 },
  'the coarse push: five times finer': { epsilon: 1e-6 },
}

export const ABLATIONS: readonly Ablation[] = [
  ...[...PRODUCT_SETTINGS.kinds].map(withoutKind),
  ...Object.entries(CHANGES).map(([without, change]) => ({
    without,
    settings: { ...PRODUCT_SETTINGS, ...change },
  })),
]
