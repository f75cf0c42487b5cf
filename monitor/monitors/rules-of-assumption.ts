/** Rules: what holds in some sources only, or under a condition that the writer has not checked. */
import { anyOf, either, inOrder, notBefore } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { OPENING } from './pattern-words.ts'

export const ASSUMPTIONS: readonly DoubtRule[] = [
  {
    id: 'sources-differ',
    kind: 'hedge',
    pattern: either(
      inOrder(
        '\\b(?:some|other|different|several|certain|many|various) ',
        anyOf(
          'books?',
          'text ?books?',
          'sources',
          'texts',
          'tables',
          'guidelines',
          'conventions',
          'editions',
          'versions',
          'definitions',
          'databases',
          'bundles',
          'labels',
          'references',
        ),
        '\\b',
      ),
      inOrder(
        '\\b(?:two|both|different|several|competing) ',
        anyOf(
          'versions?',
          'conventions?',
          'definitions?',
          'forms? of the (?:formula|equation)',
          'variants? of the',
        ),
        '\\b',
      ),
      inOrder(
        '\\b(?:older|newer|newest|latest|previous|revised|recent) ',
        anyOf(
          'editions?',
          'versions?',
          'values?',
          'numbers?',
          'figures?',
          'guidelines?',
          'tables?',
          'bundles',
          'releases?',
        ),
        '\\b',
      ),
      inOrder(
        '\\bthere (?:is|was|has been) (?:a |some |an )?(?:\\w+ )?',
        anyOf('dispute', 'controversy', 'debate', 'disagreement', 'confusion', 'ambiguity', 'discrepancy'),
        '\\b',
      ),
      inOrder(
        "\\bI(?:'ve| have)(?: got)? (?:\\w+ )?(?:conflicting|contradictory|different) ",
        anyOf('figures', 'values', 'numbers', 'memories', 'accounts', 'statements'),
        '\\b',
      ),
      '\\bseeing both\\b',
      '\\bsome say\\b',
      '(?<=(?:^|[.!?;\\n]) {0,3})conflicting\\b',
    ),
    weight: 0.4,
    isSparedInReports: true,
    rationale: 'Sources that differ leave the writer to choose; a corpus tells which is meant.',
    triggers: [
      'Some books print n + 1.',
      'These belong to two versions of the formula.',
      'There are different conventions for the sign.',
    ],
    spares: ['Some patients improved.', 'The authors compared their own database.'],
  },
  {
    id: 'assuming',
    kind: 'hedge',
    pattern: either(
      inOrder(
        `\\b(?:I'm|I am|${OPENING}) ?assuming\\b`,
        notBefore(" (?:I(?:'m| am)? |memory|normality|independence|constant|no\\b|equal|ideal)"),
      ),
      "\\bI(?:'ll| will| shall|'d)? (?:just |simply )?assume (?:that )?(?:it|this|that|the)\\b",
      '\\b(?:taking|take|took) (?:it|this|that) (?:for granted|on (?:faith|trust))\\b',
    ),
    weight: 0.35,
    isSparedInReports: true,
    rationale: 'What is assumed is not known; assumptions of a model (normality, no mutation) are none.',
    triggers: ['I will assume the enzyme is a monomer.', 'Assuming that 1 mM is above the threshold.'],
    spares: ['Assuming normality, t is 2.1.', 'We assume that x is positive.'],
  },
]
