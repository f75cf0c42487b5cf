/**
 * Rules: the writer takes back what they wrote ("Wait, wait. Wait.", the aha moment of DeepSeek-R1, arXiv
 * 2501.12948, table 3). Many such turns correct a calculation, which retrieval cannot help with, so none
 * triggers alone.
 */
import { anyOf, before, either, inOrder } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { OPENING, WITHIN } from './pattern-words.ts'

export const CONTRADICTIONS: readonly DoubtRule[] = [
  {
    id: 'wait',
    kind: 'turn',
    pattern: inOrder(
      `${OPENING}(?:wait|hold on|hang on)\\b`,
      before(
        ' ?[,.!?…—–-]',
        inOrder(
          ' ',
          anyOf(
            'no',
            'but',
            'a (?:second|moment|minute)',
            'that',
            'this',
            'maybe',
            'is',
            "isn't",
            'what',
            'why',
            'actually',
            'I',
            'if',
            'the',
          ),
          '\\b',
        ),
      ),
      '(?!(?: a minute)?, by searching)',
    ),
    weight: 0.4,
    rationale:
      'The turn of reasoning models. The published injection opens with the same words and is no doubt.',
    triggers: [
      'Wait, that gives half the value.',
      'So it is four. Hold on, the organism is haploid.',
      'But wait — which strand?',
    ],
    spares: [
      'Wait for ten minutes at 4 °C.',
      'Patients wait, on average, two weeks.',
      'Wait a minute, by searching information about theta, I found that it is 4N.',
    ],
  },
  {
    id: 'actually',
    kind: 'turn',
    pattern: `${OPENING}actually,? (?!is |are |was |were |has |does )`,
    weight: 0.4,
    rationale: 'At the head of a clause it takes back; within one it only stresses.',
    triggers: ['Actually, the reductase acts first.', 'No, actually it is the trans isomer.'],
    spares: ['The cells that actually divided were counted.', 'This is actually smaller.'],
  },
  {
    id: 'hmm',
    kind: 'turn',
    pattern: '\\b(?:hmm+|uh|umm?)\\b(?=[,.!?…—– ])',
    weight: 0.35,
    rationale: 'Hesitation.',
    triggers: ['Hmm, two copies each.'],
    spares: ['The HMMER search found nothing.'],
  },
  {
    id: 'no-that-is',
    kind: 'turn',
    pattern: `${OPENING}no,? (?:that|this|it|wait|I)\\b`,
    weight: 0.4,
    rationale: 'An answer to oneself.',
    triggers: ['No, that would double the count.', 'Six? no, it must be odd.'],
    spares: ['No difference was seen.', 'There is no that-clause.'],
  },
  {
    id: 'not-right',
    kind: 'surprise',
    pattern: either(
      inOrder(
        "\\b(?:that|this|it|something)(?:'s| is| seems) ",
        anyOf('not (?:quite )?(?:right|correct)', 'off', 'wrong here'),
        '\\b',
      ),
      "\\b(?:can't|cannot|could not) be (?:right|correct)\\b",
      inOrder(
        "\\b(?:does not|doesn't) (?:seem|look|sound|feel|quite) ",
        anyOf('right', 'correct', 'fit', 'match', 'plausible', 'add up'),
        '\\b',
      ),
      inOrder(
        "\\b(?:does not|doesn't|do not|don't) ",
        anyOf('add up', 'make sense', 'square', 'tally', 'agree', 'match up', 'line up'),
        '\\b',
      ),
      inOrder(
        OPENING,
        anyOf('funny', 'odd', 'strange', 'weird', 'puzzling', 'surprising', 'suspicious', 'curious'),
        '(?:ly)? ?[:,.—–]',
      ),
    ),
    weight: 0.6,
    isSparedInReports: true,
    rationale: 'A result against expectation: one of the two is false.',
    triggers: [
      'That is not right for a haploid.',
      'A pH of 15 cannot be right.',
      "This doesn't add up.",
      'Funny: the two do not agree.',
    ],
    spares: ['The right atrium is not enlarged.', 'The authors say it does not make sense.'],
  },
  {
    id: 'own-error',
    kind: 'surprise',
    pattern: either(
      inOrder(
        '\\b(?:I|we)',
        anyOf("'ve", ' have', ' must have', ' may have', ' might have'),
        '? (?:made?|make) (?:a|an|some) (?:\\w+ )?(?:mistake|error|slip)\\b',
      ),
      '\\bI (?:was|am) (?:wrong|mistaken)\\b',
      '\\bscratch that\\b',
      '\\bI (?:misread|mixed up|confused)\\b',
    ),
    weight: 0.5,
    rationale: 'The writer finds an error of their own.',
    triggers: ['I must have made a sign error.', 'Scratch that.', 'I confused the two subunits.'],
    spares: ['Observers made an error in 4 % of trials.'],
  },
  {
    id: 'contradicts',
    kind: 'surprise',
    pattern: either(
      '\\b(?:this|that|which|it|but) (?:seems? to |would )?(?:contradicts?|conflicts? with)\\b',
      '\\binconsistent with (?:what|my|our|the (?:earlier|previous|statement))\\b',
    ),
    weight: 0.6,
    isSparedInReports: true,
    rationale: 'Two statements of the text exclude each other.',
    triggers: ['But that contradicts the first constraint.', 'That is inconsistent with what I said of F2.'],
    spares: [
      'These results conflict with a previous report.',
      'The authors note that this contradicts theory.',
    ],
  },
  {
    id: 'against-memory',
    kind: 'ignorance',
    pattern: inOrder(
      '\\b',
      anyOf(
        'contradict(?:s|ed|ing)?',
        'conflict(?:s|ing)? with',
        'disagrees? with',
        'at odds with',
        'clash(?:es)? with',
        'inconsistent with',
        'differs? from',
        "(?:not|n't) (?:agree with|match|fit|square with)",
        'against',
        'unlike',
        '(?:higher|lower|larger|smaller|different|more|less) than',
        'far from',
      ),
      `\\b${WITHIN}{0,30}\\b`,
      anyOf(
        inOrder(
          `what (?:I|is in my)\\b${WITHIN}{0,30}\\b`,
          anyOf(
            'remember',
            'recall',
            'know',
            'knew',
            'learn(?:ed|t)',
            'had in (?:my head|mind)',
            'have in (?:my head|mind|memory)',
            'read',
            'expect(?:ed)?',
            'head',
          ),
        ),
        'my (?:memory|recollection|expectation|intuition)',
        'I (?:remember|recall|expected|thought)',
      ),
      '\\b',
    ),
    weight: 1,
    rationale: 'A result against what is remembered: the memory can be looked up.',
    triggers: [
      'Hmm, that contradicts what I remember of germanium.',
      'The value is larger than I recall.',
      'That is at odds with what I learned.',
    ],
    spares: ['That contradicts the first constraint.', 'Unlike mice, rats recall it.'],
  },
]
