/**
 * Rules: the writer names retrieval as what is missing: to look up, to read up, to check in a source. To
 * check without a source is mostly arithmetic, and counts little.
 */
import { after, anyOf, either, inOrder } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { ADVERBS, OPENING, SOURCES, WITHIN } from './pattern-words.ts'

const CHECK = '(?:check|verify|confirm|consult|look|search|find|get|see|read|compare|ask)'
const CHECKED = '(?:checked|verified|confirmed|consulted|settled|double-checked)'

export const LOOKUPS: readonly DoubtRule[] = [
  {
    id: 'look-up',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        '\\b',
        anyOf(
          'need',
          'needs',
          'have',
          'want',
          'ought',
          'like',
          'worth',
          'better',
          'should',
          'would',
          'must',
          'could',
          'will',
          "'d",
          "'ll",
          'let me',
          "let's",
          'to',
        ),
        ' (?:to )?(?:be )?',
        anyOf(
          'look(?:ed|ing)? (?:(?:it|this|that|them|the|these|those) (?:\\w+ ){0,4})?up',
          'read(?:ing)? up',
          'brush(?:ing)? up',
        ),
        '\\b',
      ),
      inOrder(
        '\\b(?:need|should|would|must|have|want|ought)(?: to)? ',
        anyOf('dig (?:out|up)', 'track down', 'hunt (?:down|for)', 'pull up', 'chase (?:up|down)'),
        '\\b',
      ),
      '\\bworth a (?:\\w+ )?(?:search|look|check|glance|read)\\b',
      '\\ba thing to (?:look|read) up\\b',
      '\\b(?:needs?|requires?|deserves?) (?:a )?look(?:ing)?[ -]?up\\b',
      inOrder(
        '\\b(?:needs?|needed|want|do|run) a (?:quick )?',
        anyOf('literature', 'database', 'library'),
        ' (?:search|look-?up|check)\\b',
      ),
    ),
    weight: 1,
    rationale: 'The very words.',
    triggers: [
      'Need to dig out a reference.',
      'It would be worth a quick search.',
      'I would need to look up the dissociation constant.',
      'The exact number should be looked up before writing it down.',
      'That is a thing to read up on.',
      'Worth looking this up.',
    ],
    spares: ['I looked it up in the table given: 2.26.', 'Look up at the sky.'],
  },
  {
    id: 'check-source',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        '\\b',
        anyOf('better', 'best', 'good', 'safer', 'wise', 'prudent', 'necessary', 'advisable'),
        ` to ${CHECK}\\b${WITHIN}{0,60}\\b${SOURCES}\\b`,
      ),
      inOrder(
        '\\b(?:I|we|someone|somebody|one)',
        anyOf(
          "'d",
          ' would',
          ' should',
          ' must',
          "'ll",
          ' will',
          ' need to',
          ' have to',
          ' want to',
          ' ought to',
          "'d better",
          ' had better',
          ' could',
          ' may want to',
        ),
        `(?: \\w+){0,3}? ${CHECK}\\b${WITHIN}{0,60}\\b${SOURCES}\\b`,
      ),
      inOrder(
        OPENING,
        anyOf('(?:need|want|have|would want|better|best|should) (?:to )?'),
        '?(?:check|verify|consult|get|find|see)(?: with| in| against)? ',
        anyOf('the ', 'a ', 'an ', 'some ', 'local ', 'original ', 'current '),
        `(?:\\w+ ){0,2}${SOURCES}\\b`,
      ),
      inOrder(
        '\\b',
        anyOf('needs?', 'have', 'has', 'should', 'would', 'must', 'ought', 'wants', 'remains?'),
        `(?: \\w+){0,3}? be ${CHECKED} `,
        anyOf('from', 'in', 'with', 'against', 'by'),
        `\\b${WITHIN}{0,40}\\b${SOURCES}\\b`,
      ),
      inOrder(
        "\\b(?:would|'d) (?:want|like|love|need) to see the ",
        anyOf('page', 'paper', 'text', 'table', 'original', 'wording', SOURCES),
        '\\b',
      ),
      '\\ba matter of (?:documentation|record|look)',
    ),
    weight: 1,
    rationale: 'To check, and where: a source is what retrieval has.',
    triggers: [
      'It is better to verify this with the database.',
      'I should check the literature on this.',
      'The order of addition would have to be confirmed from a procedure.',
      'Better get the guideline text.',
      'I would want to compare it with the tabulated values.',
      'Would want to see the page.',
    ],
    spares: [
      'Clinicians should consult the guideline.',
      'Check the signs in the second row.',
      'We will verify the sum.',
    ],
  },
  {
    id: 'to-be-checked',
    kind: 'turn',
    pattern: either(
      inOrder(
        "\\b(?:I|we)(?:'d| would| should| must)? (?:need|have|want|ought)? ?(?:to )?",
        anyOf('double[- ]check', 'verify', 'confirm'),
        '\\b',
      ),
      '\\blet me (?:double[- ]check|verify|confirm)\\b',
    ),
    weight: 0.3,
    rationale: 'Often a calculation, which retrieval cannot check; hence little.',
    triggers: ['I should verify the stoichiometry.', 'Let me double-check the definition.'],
    spares: ['We verified the construct by sequencing.'],
  },
  {
    id: 'unverified',
    kind: 'hedge',
    pattern: either(
      inOrder(
        '\\b',
        anyOf(
          'should',
          'ought to',
          'must',
          'would have to',
          'needs? to',
          'has to',
          'remains? to',
          'wants to',
        ),
        ` be ${ADVERBS}${CHECKED}\\b`,
      ),
      inOrder(
        '\\b(?:needs|needing|deserves|wants) ',
        anyOf('checking', 'verifying', 'verification', 'confirmation', 'confirming', 'a check'),
        '\\b',
      ),
      inOrder(
        '\\b',
        anyOf('but', 'though', 'although', 'so', 'and'),
        " I(?:'d| would| should| still)? (?:need|have|want|ought|like) to ",
        anyOf('verify', 'check', 'confirm', 'double[- ]check'),
        '\\b',
      ),
      inOrder(
        '\\b',
        anyOf('let me', "let's", 'I (?:should|need to|must|have to)'),
        ' (?:double[- ])?',
        anyOf('check', 'verify', 'confirm', 'see', 'make sure'),
        ` (?:if|whether|that) (?:that|this|it|I)\\b${WITHIN}{0,30}\\b`,
        anyOf('accurate', 'correct', 'true', 'so', 'right'),
        '\\b',
      ),
      inOrder(
        '\\b',
        anyOf('not', 'never', 'rather than', 'without (?:being|having)'),
        ' (?:been )?(?:looked up|checked|verified)\\b',
      ),
      inOrder(
        '\\b(?:better|should) look (?:at|into)\\b',
        after("\\bI(?:'d)? (?:had )?(?:better|should) look \\w+"),
      ),
      "\\bhav(?:e|en't|ing) (?:not )?(?:verified|checked|confirmed) (?:it|this|that)\\b",
    ),
    weight: 0.5,
    rationale: 'A statement given before it is checked.',
    triggers: [
      'The sign must still be confirmed, the value should be verified.',
      'It has three subunits, but I need to verify that.',
    ],
    spares: ['The result was verified by sequencing.', 'Let me verify: 3 × 4 = 12.'],
  },
]
