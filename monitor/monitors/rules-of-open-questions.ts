/** Rules: a possibility, a number or a fact that the writer asks for, with no alternatives given. */
import { anyOf, either, inOrder, notBefore } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { OF_A_PLAN, OPENING, UNANSWERED, WITHIN } from './pattern-words.ts'

export const OPEN_QUESTIONS: readonly DoubtRule[] = [
  {
    id: 'could-it-be',
    kind: 'question',
    pattern: either(
      inOrder(
        '\\b(?:could|might|may|can) ',
        anyOf('it', 'that', 'this', 'they', 'there', 'these'),
        ` (?:\\w+ )?be\\b${WITHIN}{2,120}\\?`,
      ),
      inOrder(
        `(?:${OPENING}|\\b(?:wait|hmm|but),? )`,
        anyOf("isn't", "aren't", "doesn't", "don't", "wasn't", "weren't", "didn't", "hasn't", "haven't"),
        ` (?!(?:I|we)\\b)${WITHIN}{4,120}\\?`,
      ),
    ),
    weight: 0.6,
    rationale: 'A possibility tried on.',
    triggers: [
      'Wait, isn’t the gene known for being imprinted?',
      'Could it be the other anomer?',
      'Isn’t that the antagonist?',
    ],
    spares: ['It could be the other anomer.', 'Could we be quicker?'],
  },
  {
    id: 'asked-number',
    kind: 'question',
    pattern: either(
      inOrder(
        '\\b',
        anyOf(
          'around',
          'about',
          'roughly',
          'approximately',
          'nearly',
          'say',
          'like',
          'closer to',
          'nearer(?: to)?',
          'more like',
          'something like',
        ),
        ` [~≈]?\\d${WITHIN}{0,60}\\?(?!\\w)`,
      ),
      `\\b(?:is|was|are|were) (?:it|that|they|this|these|those) [~≈]?\\d${WITHIN}{0,40}\\?`,
      '\\d ?(?:-ish|or so)\\?',
      ', (?:what|hmm+|uh|um), [~≈]?\\d',
    ),
    weight: 0.5,
    rationale: 'A rounded number with a question mark.',
    triggers: ['Clearance is lower: around 60 percent of normal?', 'ρ for that reaction is, what, 2.5?'],
    spares: ['It is around 60 percent.', 'Is it odd?'],
  },
  {
    id: 'asked-fact',
    kind: 'question',
    pattern: inOrder(
      `(?:${OPENING}|, )(?<!\\()(?:(?:by|at|in|to|for|with|from|of|on|under|relative to) )?`,
      anyOf(
        'what',
        'which',
        'how (?:many|much|large|big|long|strong|fast|often|high|low|far)',
        'who',
        'when',
        'where',
      ),
      `\\b${OF_A_PLAN}`,
      notBefore("(?:'s| is| about| if| would| does (?:this|that|it) mean)"),
      `${WITHIN}{3,160}\\?${UNANSWERED}`,
    ),
    weight: 0.3,
    rationale: 'Which, how much, who: a question of fact, unless it is answered at once.',
    triggers: [
      'By how much does the level rise?',
      'Which of them does the package give?',
      'At which temperature are those quoted?',
    ],
    spares: [
      'Which error goes in the denominator? Since irrigation was randomised, the first.',
      'How many terms do we need?',
      'Why is it so?',
    ],
  },
  {
    id: 'own-question',
    kind: 'question',
    pattern: either(
      inOrder(
        `(?:${OPENING}|\\b(?:wait|hmm|but|so|and),? )`,
        anyOf(
          'what',
          'which',
          'how',
          'where',
          'when',
          'why',
          'does',
          'do',
          'is',
          'are',
          'can',
          'could',
          'would',
          'did',
        ),
        `\\b(?! (?:if|about)\\b)${OF_A_PLAN}${WITHIN}{8,160}\\?${UNANSWERED}`,
      ),
      `\\bbut (?:how|why|which|what|where|when)(?: exactly| so)?\\?${UNANSWERED}`,
    ),
    weight: 0.25,
    rationale:
      'Models ask themselves what comes next; most such questions they answer from the text, hence little.',
    triggers: [
      'But how many copies does a diploid carry?',
      'What is the pKa of this group?',
      'It should have an effect, but how?',
    ],
    spares: [
      'What matters is the sign.',
      'Why?',
      'What should we compute first?',
      'Is it rising? Yes, it is.',
    ],
  },
]
