/**
 * Rules: what is no doubt by itself. Facts that retrieval can give count where the same sentence doubts (a
 * formula recalled under doubt: Eigen-1, Figure 2); assurances take weight from their sentence.
 */
import { anyOf, either, inOrder } from '../build-pattern.ts'
import type { DoubtKind, DoubtRule } from './doubt-rule.ts'

const LEFT_SIDE = '[\\p{L}\\p{N}_)}\\]²³₀-₉]'
// A letter soon after the sign: "= 2N_e μ" is recalled, "= 0.004 / 2e-8" is computed.
const RIGHT_SIDE = '(?=[^\\p{L}\\n=]{0,6}[\\p{L}\\\\√])'
// Not with a turn: "Wait, v = S/(S + 17)" is a derivation.
const OF_MEMORY: readonly DoubtKind[] = ['ignorance', 'hedge', 'question']

export const FACTS: readonly DoubtRule[] = [
  {
    id: 'formula',
    kind: 'fact',
    pattern: `${LEFT_SIDE} {0,2}(?:(?<!=)=(?![=>])|[≈≅≃∝]|\\\\approx|\\\\sim|\\\\propto)${RIGHT_SIDE}`,
    weight: 0.65,
    within: OF_MEMORY,
    rationale: 'A relation between symbols.',
    triggers: ['θ = 2N_e μ', 'E=hν', '\\theta \\approx 4N', 'y = (a + b)/2', '\\Delta G = -RT'],
    spares: ['a == b', 'x => y', 'The result is positive.', 'N_e = 0.004 / 0.00000002 = 200000.', 'p = 0.05'],
  },
  {
    id: 'constant',
    kind: 'fact',
    pattern: inOrder(
      '\\b',
      anyOf(
        'formula',
        'equation',
        'identity',
        'theorem',
        'constant',
        'coefficient',
        'exponent',
        'prefactor',
        'factor of',
        'estimator',
        'convention',
        'half-life',
        'selection rule',
        'rate law',
        'definition',
        'stoichiometry',
        'mechanism',
        'cofactor',
        'abbreviation',
        'acronym',
        'nomenclature',
        'pK_?a',
        'EC ?50',
        'IC ?50',
        'redox potential',
        'melting point',
        'boiling point',
        'molar mass',
      ),
      '\\b',
    ),
    weight: 0.6,
    within: OF_MEMORY,
    rationale: 'A thing that books have by this name.',
    triggers: ['the formula for the variance', 'a factor of two', 'its pKa'],
    spares: ['risk factors', 'the definitive study'],
  },
  {
    id: 'symbol',
    kind: 'fact',
    pattern: '\\bK_?(?:[dmi]|cat|eq)\\b|\\bk_?(?:cat|on|off)\\b',
    weight: 0.4,
    within: ['ignorance', 'hedge'],
    rationale: 'A constant by its letter; what one asks about letters is mostly algebra.',
    triggers: ['the Km of hexokinase'],
    spares: ['kinetics'],
  },
  {
    id: 'quantity',
    kind: 'fact',
    pattern: inOrder(
      '(?<![\\p{L}\\p{N}.])\\d+(?:[.,]\\d+)? ?',
      anyOf(
        '%',
        'percent\\b',
        'per cent\\b',
        '-?fold\\b',
        '°',
        '[kKMG]?Da\\b',
        'kb\\b',
        'bp\\b',
        '[mµμn]?M\\b',
        'nm\\b',
        '[kmµμ]?g\\b',
        'm?[Vv]olts?\\b',
        'mV\\b',
        'kJ\\b',
        'kcal\\b',
        'K\\b',
        'Hz\\b',
        'ATP\\b',
        'NADH\\b',
        'carbons?\\b',
        'subunits?\\b',
        'chromosomes?\\b',
        'amino acids?\\b',
        'residues?\\b',
        '(?:milli)?seconds?\\b',
        'years?\\b',
      ),
    ),
    weight: 0.35,
    within: ['ignorance', 'hedge'],
    rationale: 'A number with its unit; what one asks or corrects about numbers is mostly computed.',
    triggers: ['about 70 kDa', '0.5 mM', '37 °C', '32 ATP'],
    spares: ['step 2 follows', 'case 3 of 7'],
  },
]

export const ASSURANCES: readonly DoubtRule[] = [
  {
    id: 'assured',
    kind: 'assurance',
    pattern: either(
      inOrder(
        "\\bI(?:'m| am) ",
        anyOf('quite ', 'fairly ', 'pretty ', 'very ', 'absolutely ', 'now '),
        '?(?:sure|certain|confident)\\b',
      ),
      inOrder(
        '\\b',
        anyOf(
          'definitely',
          'certainly',
          'undoubtedly',
          'without (?:a )?doubt',
          'no doubt',
          'of course',
          'by definition',
          'as established',
          'well[- ]known',
          'well[- ]established',
          'which (?:confirms|checks out)',
        ),
        '\\b',
      ),
    ),
    weight: -0.5,
    rationale: 'The writer has no doubt, or has settled it.',
    triggers: [
      'I’m fairly sure it is four.',
      'There is no doubt that it binds.',
      'By definition, the sum is one.',
    ],
    spares: ["I'm not sure.", 'Doubt remains.'],
  },
]
