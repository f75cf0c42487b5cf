/**
 * Rules: the writer draws on memory. A memory called weak is as good as ignorance; one that is only called a
 * memory is a hedge, since what models recall is mostly right, and counts with what retrieval can tell.
 */
import { anyOf, either, inOrder, notAfter, notBefore } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { ADVERBS, MEMORY, WEAK, WITHIN } from './pattern-words.ts'

export const MEMORIES: readonly DoubtRule[] = [
  {
    id: 'memory-serves',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        '\\b(?:if|unless|assuming|provided) ',
        anyOf(
          inOrder(
            `I(?:'m| am|'ve| have)? ${ADVERBS}(?:not )?`,
            anyOf(
              'remember',
              'recall',
              'recollect',
              'mistaken',
              'misremember',
              'mix',
              'confus',
              'wrong',
              'got',
              'right\\b',
              'correct\\b',
            ),
          ),
          '(?:my )?memory (?:serves|holds|is (?:right|correct|to be trusted))',
          "my memory (?:doesn't|does not|isn't|is not)",
        ),
      ),
      '\\bIIRC\\b',
      '\\bAFAIR\\b',
    ),
    weight: 1,
    rationale: 'A fact out of memory, given with the reservation that memory may be wrong.',
    triggers: [
      'Insects have TTAGG, if I’m right about that.',
      'If I remember correctly, the constant is 0.512 at 25 °C.',
      'If memory serves, the gene lies on chromosome 11.',
      'Unless I’m mistaken, the first estimate uses segregating sites.',
    ],
    spares: [
      'Participants were asked if they remembered the word list.',
      'The cue serves memory consolidation.',
    ],
  },
  {
    id: 'weak-memory',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        `\\bmy (?:\\w+ ){0,2}${MEMORY}\\b${WITHIN}{0,70}?\\b`,
        anyOf('is', 'are', 'feels?', 'seems?', 'gets?', 'remains?'),
        ` ${ADVERBS}${WEAK}\\b`,
      ),
      inOrder(
        `\\bI(?:'ve| have)? ${WITHIN}{0,25}\\b(?:${WEAK}) (?:\\w+ )?`,
        anyOf(MEMORY, 'impressions?', 'ideas?', 'notions?', 'pictures?'),
        '\\b',
      ),
      inOrder(
        '\\bno ',
        anyOf(
          'clear',
          'firm',
          'real',
          'good',
          'reliable',
          'exact',
          'precise',
          'distinct',
          'solid',
          'certain',
        ),
        ' (?:memory|recollection|knowledge|idea|picture)\\b',
      ),
      inOrder(
        `\\bI\\b${WITHIN}{0,20}\\b`,
        anyOf('no', 'little', 'hardly any', 'not (?:have )?(?:any|much)', "n't have (?:any|much|a)"),
        ` ${ADVERBS}(?:\\w+ )?(?:recollection|memory|recall)\\b`,
      ),
      '\\bmemory (?:fails|deserts|betrays)\\b',
      `\\bI(?:'m| am) ${ADVERBS}${WEAK} (?:on|about|here|with|when)\\b`,
    ),
    weight: 1,
    rationale: 'Memory or knowledge with a word for what makes it useless.',
    triggers: [
      'What it was, I honestly have no recollection.',
      'My memory of it is hazy.',
      'My recollection of the exact argument of the weights is rather vague.',
      'I only have a dim idea of the mechanism.',
      'No clear memory of the factor.',
      'I’m shaky on the second step.',
    ],
    spares: ['Their memory of the list was poor.', 'Patients have a vague idea of their dose.'],
  },
  {
    id: 'vague-memory',
    kind: 'ignorance',
    pattern: either(
      '\\b(?:I (?:only )?)?(?:vaguely|dimly|faintly|half|barely)[ -](?:recall|remember)\\b',
      '\\bI (?:seem to |think I |believe I )(?:recall|remember)\\b',
      '\\b(?:trying|struggling|racking my brain) to (?:recall|remember)\\b',
      `\\b(?:I|it|this|that|which) ${ADVERBS}(?:rings? a (?:\\w+ )?bell|sounds? familiar)\\b`,
    ),
    weight: 1,
    rationale: 'The memory is called weak.',
    triggers: [
      'I vaguely recall a factor of two for haploids.',
      'I seem to remember that it inhibits complex III.',
      'I am trying to remember the sign convention.',
      'The name rings a bell only as that of a salt; that rings a bell.',
    ],
    spares: ['I recall the definition given above.', 'Subjects vaguely recalled the second list.'],
  },
  {
    id: 'as-far-as-i-know',
    kind: 'hedge',
    pattern: either(
      inOrder(
        '\\bas (?:best|well|near(?:ly)?) (?:as )?I (?:can|could)? ?',
        anyOf('tell', 'recollect', 'recall', 'remember', 'judge', 'know'),
        '\\b',
      ),
      inOrder(
        '\\b(?:as far as|to the best of|so far as) ',
        anyOf(
          'I (?:know|remember|recall|can tell|am aware)',
          "I'm aware",
          'my knowledge',
          'my memory',
          'my recollection',
        ),
        '\\b',
      ),
      '\\bfrom (?:memory\\b(?!-)|what I (?:remember|recall|know|have (?:read|seen)|learned)\\b)',
      "\\bI(?:'ve| have)? (?:once )?(?:read|heard|seen)\\b[^.?!\\n]{0,40}\\bsomewhere\\b",
      inOrder(
        '\\b(?:as|the way|what) I ',
        anyOf('learn(?:ed|t)', 'was taught', 'remember', 'recall', 'understand', 'understood'),
        ' (?:it|this|them)\\b',
      ),
    ),
    weight: 0.7,
    rationale: 'Knowledge with its reservation.',
    triggers: [
      'It is 3 mg/kg, as best I can recollect.',
      'I read somewhere that it is a dimer.',
      'As far as I remember, it is heat-stable.',
      'From memory, the pKa is 6.1.',
      'The story as I learned it: C4 on land.',
    ],
    spares: [
      'To the best of our knowledge, this is the first report.',
      'Recall from memory-guided saccades fell.',
    ],
  },
  {
    id: 'i-recall',
    kind: 'hedge',
    pattern: either(
      inOrder(
        notAfter('\\b(?:if|unless|what|as|far as|way) '),
        `\\bI ${ADVERBS}(?:recall|remember|recollect)\\b`,
        notBefore(' (?:from|that) (?:above|the (?:question|problem|text))'),
      ),
      '\\bwe (?:recall|remember|vaguely recall)\\b(?! that\\b)',
      '\\b(?:feels?|seems?|sounds?) (?:about |roughly |more or less )(?:right|correct)\\b',
      '\\bmy (?:\\w+ )?(?:recollection|memory) (?:is|says|tells)\\b',
      `\\bI(?:'ve| have) ${ADVERBS}(?:seen|read|heard|come across|met|encountered)\\b`,
      '\\bI (?:once |keep |kept )(?:read|saw|heard|see|seeing|reading)\\b',
      "\\bthere (?:is|was|'s) something (?:about|with|on|like)\\b",
      '\\b(?:comes|springs) to mind\\b(?<!\\b(?:no|nothing) [^.?!\\n]{0,30})',
    ),
    weight: 0.5,
    rationale: 'Knowledge out of memory, which retrieval can check.',
    triggers: [
      '0.33 feels about right.',
      'I recall that rotenone blocks complex I.',
      'I remember a value near 37.',
      'I have seen a review take six.',
      'There was something about the glycine shuttle.',
      'A value of 1.93 comes to mind.',
    ],
    spares: [
      'If I remember correctly, it is 37.',
      'From what I remember, it is 37.',
      'Patients recall the event poorly.',
      'We have seen that x is zero.',
    ],
  },
  {
    id: 'recalling',
    kind: 'hedge',
    pattern: either(
      inOrder(
        "\\blet(?:'s| me| us) (?:try to |see if I can )?",
        anyOf('recall', 'remember', 'recollect', 'check my memory'),
        '\\b',
      ),
      '\\b(?:I|we) (?:would |still |first )?need to (?:recall|remember|find out)\\b',
    ),
    weight: 0.4,
    rationale: 'The next sentence comes out of memory.',
    triggers: ['Let me recall the structure of the ring.', 'First, I need to remember the selection rule.'],
    spares: ['Let me compute the sum.', 'Patients need to remember their dose.'],
  },
]
