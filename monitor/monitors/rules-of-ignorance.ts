/**
 * Rules: the writer says that they do not know. One of them is enough for a trigger: P-MONITOR asks for "any
 * doubt or uncertainty about a concept or term". First person and present tense throughout: what others do
 * not know, and what was settled since, is no doubt.
 */
import { after, anyOf, before, either, inOrder } from '../build-pattern.ts'
import type { DoubtRule } from './doubt-rule.ts'
import { ADVERBS, OPENING } from './pattern-words.ts'

const NOT_SURE = '(?:sure|certain|confident|clear|convinced|familiar|positive|at home|comfortable)'
const IN_DOUBT = anyOf(
  'unsure',
  'uncertain',
  'undecided',
  'torn',
  'in doubt',
  'in two minds',
  'on thin ice',
  'on shaky ground',
  'out of my depth',
  'at a loss',
  'in the dark',
  'hesitant',
)

export const IGNORANCE: readonly DoubtRule[] = [
  {
    id: 'not-sure',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        `\\b(?:I|we)(?:'m|'re| am| are| feel| remain) ${ADVERBS}`,
        anyOf(
          `not ${ADVERBS}${NOT_SURE}`,
          IN_DOUBT,
          `(?:much |far )?less ${NOT_SURE}`,
          `anything but ${NOT_SURE}`,
        ),
        '\\b',
      ),
      `\\bI (?:can't|cannot|couldn't|could not) ${ADVERBS}be ${ADVERBS}${NOT_SURE}\\b`,
      inOrder(
        `${OPENING}(?:honestly )?not ${ADVERBS}`,
        anyOf(
          '(?:sure|certain)\\b(?! ?-)',
          inOrder(
            'clear\\b',
            before(' (?:if|whether|about|what|which|how|that|of|to me|here|where|when|who)\\b', ' ?[.,;…—–]'),
          ),
        ),
      ),
      inOrder(
        `${OPENING}(?:unclear|unsure|uncertain|undecided|dunno)\\b`,
        before(' (?:if|whether|about|what|which|how|to me|here)\\b', ' ?[.,;:…—–?]'),
      ),
      inOrder(
        '(?<=(?:^|[.!?…;\\n]) {0,3})(?:not|never) ',
        anyOf('remembered', 'known', 'recalled', 'memori[sz]ed', 'verified', 'clear'),
        '\\b',
      ),
      '\\b(?:unclear|unknown|not (?:at all )?clear|not known) to me\\b',
    ),
    weight: 1,
    rationale: 'Plain statement of doubt; with the subject left out it must open a clause.',
    triggers: [
      'Not entirely sure it isn’t the third generation.',
      "I'm not sure whether a gamete can carry two crossovers.",
      'I am really not entirely certain about the order of these steps.',
      'Not sure if this holds for diploids.',
      'The enzyme is a kinase, but I’m unsure which residue it modifies.',
      'Threshold concentration? Unclear; go on with 1 mM.',
      'The wording of the guideline is unknown to me.',
      'I cannot be certain that it binds there.',
      'Chapter 7 or 22? Not remembered.',
    ],
    spares: [
      'If you are not sure, ask a physician.',
      'I was not sure at first, but the derivation settles it.',
      'The authors are not sure whether the effect is real.',
      'She is not certain of the diagnosis.',
      'It is unclear whether the trial was blinded.',
      'The mechanism remains uncertain.',
    ],
  },
  {
    id: 'do-not-know',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        `\\bI ${ADVERBS}`,
        anyOf('do not', "don't", 'cannot', "can't", "couldn't"),
        ` ${ADVERBS}(?:know|remember|recall|recollect)\\b(?! of (?:any|a) )`,
      ),
      `${OPENING}(?:do not|don't|cannot|can't|couldn't) ${ADVERBS}(?:know|remember|recall)\\b`,
      `\\bI(?:'ve| have)? ${ADVERBS}(?:forget|forgot|forgotten)\\b(?! (?:to|about)\\b)`,
      inOrder(
        '\\bno (?:idea|clue)\\b',
        after(
          inOrder(
            anyOf('\\b(?:have|had|got|with|absolutely) ', '(?:^|[.!?…—–:;,(\\n]|\\b(?:but|so|and)) {0,3}'),
            'no \\w+',
          ),
        ),
        '(?! (?:was|were|is|of the)\\b)',
      ),
    ),
    weight: 1,
    rationale: 'Plain statement of a gap.',
    triggers: [
      "I don't remember the half-life of this isotope.",
      'I honestly do not know which subunit binds ATP.',
      'There is a correction factor here, but I forget its form.',
      'Dose of the antidote: can’t recall.',
    ],
    spares: [
      'Patients often do not know their status.',
      'We do not know the mass, so call it m.',
      'I forgot to carry the minus sign; corrected below.',
    ],
  },
  {
    id: 'out-of-reach',
    kind: 'ignorance',
    pattern: either(
      '\\b(?:escapes?|eludes?|evades?) me\\b',
      '\\b(?:slips?|slipped) my mind\\b',
      '\\btip of my tongue\\b',
      '\\btop of my head\\b',
      inOrder(
        '\\b',
        anyOf("don't", "doesn't", "won't", 'do not', 'does not', 'will not'),
        ' (?:readily |quite |immediately )?come (?:back )?to (?:me|(?:my )?mind)\\b',
      ),
      '\\bdraw(?:ing)? a blank\\b',
      inOrder(
        "\\bI(?:'ve| have)? ",
        anyOf(
          'lost (?:track|sight)',
          inOrder(
            'never ',
            anyOf(
              'learn(?:ed|t)',
              'known',
              'knew',
              'seen',
              'read',
              'memori[sz]ed',
              'understood',
              'been (?:sure|clear)',
              'met',
            ),
          ),
          'not (?:come across|seen|read|heard|met|kept up)',
        ),
        '\\b',
      ),
      "\\bI haven't (?:come across|seen|read|heard|encountered|kept|memori[sz]ed|got)\\b",
      '\\b(?:is|are) (?:lost on|beyond) me\\b',
      inOrder(
        "\\bI(?:'d| would|'m| am)? (?:only |just )?",
        anyOf('(?:be|have to be)? ?(?:guessing|bluffing|speculating)', 'have to guess'),
        '\\b',
      ),
      '\\b(?:gone|vanished|disappeared) from my (?:head|mind|memory)\\b',
    ),
    weight: 1,
    rationale: 'Idioms for what one cannot recall.',
    triggers: [
      'I’ve lost track of who won.',
      'I have never learned the sign of it.',
      'The exact value of B escapes me.',
      'The name of the review won’t come back to me.',
      'Off the top of my head it is 20 nt.',
    ],
    spares: ['The virus escapes immune control.', 'No objection comes to mind.'],
  },
  {
    id: 'cannot-say',
    kind: 'ignorance',
    pattern: either(
      inOrder(
        "\\b(?:isn't|is not|not) something (?:that )?I ",
        anyOf('can', 'could', 'would', 'know', 'have', 'remember', 'recall'),
        '\\b',
      ),
      inOrder(
        '\\bsomething (?:that )?I ',
        anyOf("\\w+n't", 'do not', 'cannot', 'have not', 'have never', 'never', 'would not', 'could not'),
        '\\b',
      ),
      inOrder(
        "\\bI(?:'m| am) (?:not able|unable) to ",
        anyOf('say', 'tell', 'produce', 'recall', 'give', 'derive', 'name', 'confirm', 'verify'),
        '\\b',
      ),
      inOrder(
        `\\b(?:I|${OPENING}) ?`,
        anyOf("can't", 'cannot', 'can not', "couldn't", 'could not', 'am unable to', "'m unable to"),
        ` ${ADVERBS}`,
        anyOf(
          'say',
          'tell',
          'confirm',
          'verify',
          'name',
          'cite',
          'quote',
          'vouch',
          'guarantee',
          'promise',
          'place',
          'pin',
          'reproduce',
          'reconstruct',
          'retrieve',
          'picture',
          'think of (?:the|its|his|their)',
          'back (?:it |this |that )?up',
          'put (?:a|my) (?:name|number|figure|finger)',
          'swear',
          'attest',
        ),
        '\\b',
      ),
      inOrder(
        "\\bI (?:would|could)(?:n't| not) (?:\\w+ )?",
        anyOf('swear', 'vouch', 'bet', 'wager', 'stake', 'put (?:money|my hand)'),
        '\\b',
      ),
      '\\bthat I cannot (?:back|support|source)',
    ),
    weight: 1,
    rationale: 'What one knows, one can say: verbs of saying and of warranting under "cannot".',
    triggers: [
      'Its sign is not something I can produce from thin air.',
      'Whether it binds is something I have not come across.',
      'I can’t quite place this enzyme.',
      'The handle has 20 nt, can’t say more.',
      'I would not swear to that attribution.',
      'I cannot tell which strand is cut first.',
    ],
    spares: [
      'We cannot say that x is zero.',
      'The model cannot reproduce the peak.',
      'They could not swear to it.',
    ],
  },
]
