/**
 * Rules: the writer says something with less than certainty. One alone does not trigger: models hedge plans
 * and steps of logic, too. With a formula, a quantity or a name of the corpus, or two in a window, they do.
 * Words that report ("may", "suggests", "is thought to") are none of them: papers hedge what they are sure to
 * report (BioScope corpus, Vincze et al. 2008).
 */
import { anyOf, before, either, inOrder, notBefore } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { ADVERBS, NO_PLAN, OPENING, WITHIN } from './pattern-words.ts'

export const HEDGES: readonly DoubtRule[] = [
  {
    id: 'i-think',
    kind: 'hedge',
    pattern: inOrder(
      `\\bI(?:'d| would)? ${ADVERBS}(?:think|feel|find it (?:un)?likely)\\b${NO_PLAN}`,
      notBefore(' (?:about|through|step|carefully|aloud|back|again|ahead|confident|sure|comfortable)\\b'),
    ),
    weight: 0.4,
    rationale: 'Opinion in place of knowledge, unless a plan follows.',
    triggers: ['I think the factor is two.', 'The answer, I think, depends on ploidy.'],
    spares: [
      'I think I should start with the definition.',
      'Let me think about the product.',
      'Participants think of a number.',
    ],
  },
  {
    id: 'i-believe',
    kind: 'hedge',
    pattern: either(
      inOrder(
        `\\bI(?:'d| would|'m| am)? ${ADVERBS}`,
        anyOf(
          'believ',
          'suspect',
          'guess',
          'suppos',
          'presum',
          'reckon',
          'imagin',
          'gather',
          'wager',
          'bet',
          'surmis',
          'speculat',
        ),
        `(?:e|ing)?\\b${NO_PLAN}`,
      ),
      inOrder(
        "\\bI(?:'ve| have)? (?:got )?(?:a|the) (?:\\w+ )?",
        anyOf('feeling', 'hunch', 'suspicion', 'notion', 'sense', 'inkling'),
        '\\b',
      ),
      '\\bwe (?:guess|suspect it)\\b',
      inOrder(
        '\\bmy (?:\\w+ )?',
        anyOf(
          'guess',
          'hunch',
          'bet',
          'gut(?: feeling)?',
          'instinct',
          'impression',
          'sense',
          'suspicion',
          'feeling',
          'intuition',
        ),
        '\\b',
      ),
      inOrder(
        "\\bI(?:'m| am|'d be) (?:\\w+ )?(?:inclined|tempted|leaning|prepared) ",
        anyOf('to (?:believe|think|say|guess|trust|accept|answer)', 'towards?'),
        '\\b',
      ),
      '\\bI (?:\\w+ )?(?:lean|incline) to',
      '\\bI (?:want|would like) to say\\b',
      '\\bit seems to me\\b',
      inOrder(
        OPENING,
        anyOf('believe', 'guess', 'guessing', 'suspect', 'think', 'pretty sure', 'fairly sure'),
        ' (?:it|that|this|they|the|of|at|about|around|so)\\b',
      ),
    ),
    weight: 0.5,
    rationale: 'Opinion in place of knowledge.',
    triggers: [
      'I believe it was cloned in 1994.',
      'My best guess is serine.',
      'I would guess a dimer.',
      'It seems to me that it is the other isomer.',
      'I’m inclined to believe this.',
    ],
    spares: ['We believe that these data support the model.', 'I guess we can start from the definition.'],
  },
  {
    id: 'maybe',
    kind: 'hedge',
    pattern: `\\b(?:maybe|perhaps)\\b${NO_PLAN}`,
    weight: 0.4,
    isSparedInReports: true,
    rationale: 'Doubt, unless a plan follows or others are reported.',
    triggers: ['Maybe the estimator uses four, not two.', 'It is perhaps the beta subunit.'],
    spares: [
      'Maybe I should start with the second strain.',
      'The authors propose that perhaps glia respond first.',
      'They wrote "maybe it is viral" in the margin.',
    ],
  },
  {
    id: 'probably',
    kind: 'hedge',
    pattern: `\\b(?:probably|presumably|possibly|supposedly|conceivably)\\b${NO_PLAN}`,
    weight: 0.3,
    isSparedInReports: true,
    rationale: 'As `maybe`, but papers use these words of their own results: the least weight.',
    triggers: ['It is probably the second intron.'],
    spares: ['Previous studies suggest it is probably viral.'],
  },
  {
    id: 'something-like',
    kind: 'hedge',
    pattern: either(
      '\\bsomething (?:like|along the lines of|close to) ',
      '\\bor something\\b',
      '\\bor so\\b(?=[,.;)]| I )',
      '\\bor thereabouts\\b',
      '(?<=\\d)-?ish\\b',
      '\\bgive or take\\b',
      '\\bball ?park\\b',
      '\\bsomewhere (?:around|between|near|in the)\\b',
      '\\ballegedly\\b',
      '\\bsome (?:kind|sort) of\\b(?= (?:correction|factor|limit|rule|law))',
    ),
    weight: 0.4,
    isSparedInReports: true,
    rationale: 'The writer knows the shape of a fact, not the fact.',
    triggers: [
      'The constant is something like 0.05.',
      'It takes four ATP or so.',
      'It is a lyase or something.',
      'The overhang has five bases or thereabouts.',
      'The constant is 3900-ish.',
    ],
    spares: ['The rate or so-called flux was constant.', 'The locus lies between two markers.'],
  },
  {
    id: 'possibility',
    kind: 'hedge',
    pattern: either(
      inOrder(
        '\\balternatively,? ',
        anyOf(
          'maybe',
          'perhaps',
          'possibly',
          'could',
          'might',
          'is it',
          'was it',
          'it (?:might|could|may)',
          'the \\w+ (?:might|could|may)',
        ),
        '\\b(?! (?:I|we)\\b)',
      ),
      '\\b(?:another|one|the other) possibility (?:is|would be)\\b',
      inOrder(
        "\\bit(?:'s| is) (?:also |just |quite )?",
        anyOf('possible', 'conceivable', 'plausible'),
        ' that\\b(?! (?:I|we)\\b)',
      ),
      `\\bor (?:maybe|perhaps)\\b${NO_PLAN}`,
    ),
    weight: 0.4,
    isSparedInReports: true,
    rationale: 'One reading beside another: the writer has not decided on either.',
    triggers: [
      'Alternatively, perhaps the impact slows the rotation.',
      'It is called growth or maybe increase.',
      'Another possibility is a dimer.',
    ],
    spares: ['Alternatively, we could integrate by parts.', 'The possibility was excluded.'],
  },
  {
    id: 'might-be',
    kind: 'hedge',
    pattern: either(
      inOrder(
        '\\b(?:could|might|may|should|must) (?:well |also |actually |rather )?be ',
        anyOf('(?:about|around|closer to|nearer|more like|up to) '),
        '?[~≈]?\\d',
      ),
      '(?<=(?:^|[.!?…—:;\\n]) {0,3})(?:might|may|could|must|should|ought to|has to|would) be\\b',
      inOrder(
        '\\b',
        anyOf('which', 'it', 'that', 'this', 'they', 'one', 'these'),
        ` (?:might|may|could) ${ADVERBS}(?:well )?(?:be|have been)\\b`,
        before(` ${WITHIN}{1,80}[,;—] ?(?:or|but|I)\\b`),
      ),
    ),
    weight: 0.4,
    isSparedInReports: true,
    rationale:
      'A modal without its subject is a thought, not a finding; with one the other side must follow.',
    triggers: [
      'The figure could be 15.1.',
      'Might be the second variant.',
      'It might be a dimer, but the gel says nothing.',
    ],
    spares: ['The protein might be a dimer.', 'This may be due to inflammation.'],
  },
]
