/** What the patterns of several rules share. */
import { anyOf, inOrder, notBefore } from '../build-pattern.ts'

/** Up to two words that make a statement stronger or weaker, each with its space. */
export const ADVERBS = inOrder(
  anyOf(
    inOrder(
      anyOf(
        'quite',
        'very',
        'just',
        'still',
        'also',
        'always',
        'often',
        'so',
        'too',
        'now',
        'only',
        'rather',
        'somewhat',
        'half',
        'even',
        'do',
        '100 ?%',
        '(?:sort|kind) of',
        'a (?:bit|little)',
        '\\w+ly',
      ),
      ' ',
    ),
  ),
  '{0,2}',
)

/** Right after the start of a sentence or a clause, a mark of a list included. */
export const OPENING = '(?<=(?:^|[.!?…—–:;,()\\n•*→-]|\\b(?:but|so|oh|and|no|ok|okay|hmm|hm|well)\\b) {0,3})'

/** One character of the same sentence: the point of "0.7" does not end it. */
export const WITHIN = '(?:[^.?!\\n]|\\.(?=\\d))'

/** A plan follows, of the writer or of both: "maybe I should", "I think we can", "perhaps using". */
export const NO_PLAN = notBefore(
  inOrder(
    ' ',
    anyOf(
      inOrder(
        '(?:that )?(?:I|we)',
        anyOf(
          "'ll",
          "'d",
          ' should',
          ' can',
          ' could',
          ' need',
          ' will',
          ' might',
          ' must',
          ' have',
          ' am',
          ' are',
          "'ve",
          "'m",
          "'re",
        ),
      ),
      "let(?:'s| me| us)",
      'to ',
      inOrder(
        anyOf(
          'try',
          'us',
          'tak',
          'mak',
          'do',
          'go',
          'writ',
          'work',
          'think',
          'look',
          'start',
          'check',
          'consider',
          'comput',
          'calculat',
          'expand',
          'apply',
          'find',
          'split',
          'substitut',
          'integrat',
          'add',
          'solv',
          'draw',
        ),
        'ing',
      ),
      inOrder(
        "it(?:'s| is) ",
        anyOf(
          'time',
          'best',
          'better',
          'easier',
          'simpler',
          'worth',
          'enough',
          'helpful',
          'useful',
          'clear',
          'safe',
          'fine',
          'good',
        ),
      ),
    ),
    '\\b',
  ),
)

/** What one has in one's head. */
export const MEMORY = anyOf(
  'memory',
  'memories',
  'recollections?',
  'recall',
  'knowledge',
  'understanding',
  'grasp',
  'command',
  'confidence',
  'certainty',
  'mental (?:picture|image|note)',
)

/** How it is when it is of no use. */
export const WEAK = anyOf(
  'hazy',
  'fuzzy',
  'foggy',
  'vague',
  'dim',
  'faint',
  'weak',
  'shaky',
  'rusty',
  'patchy',
  'blurry',
  'blurred',
  'cloudy',
  'murky',
  'spotty',
  'unreliable',
  'uncertain',
  'imprecise',
  'thin',
  'poor',
  'low',
  'limited',
  'sketchy',
  'incomplete',
  'second-hand',
  'not (?:good|great|reliable|precise|exact|firm|clear|solid|strong|what it)',
)

/** Where facts stand. */
export const SOURCES = anyOf(
  'literature',
  'papers?',
  'articles?',
  'guidelines?',
  'text ?books?',
  'tables?',
  'procedures?',
  'protocols?',
  'manuals?',
  'documentation',
  'sources?',
  'references?',
  'handbooks?',
  'databases?',
  'reviews?',
  'publications?',
  'monographs?',
  'data ?sheets?',
  'labels?',
  'standards?',
  'polic(?:y|ies)',
  'atlas',
  'encyclop\\w+',
  'compendi\\w+',
  'appendi\\w+',
  'tabulat\\w+',
  'CRC',
  'PDB',
  'PubMed',
)

/** Behind the question mark: no answer in the next sentence. */
export const UNANSWERED = notBefore(
  inOrder(
    ' {1,2}',
    anyOf(
      inOrder(
        anyOf(
          'yes',
          'yeah',
          'no',
          'well',
          'indeed',
          'because',
          'since',
          'by',
          'we',
          'let',
          'as',
          'then',
          'not',
          'both',
          'neither',
          'true',
          'correct',
          'right',
          'sure',
          'good',
          'ok',
          'okay',
          'here',
          'easy',
          'simple',
          'simply',
          'the answer',
          'the question',
          'that is',
          'this is',
          "that's",
          'two',
          'three',
          'one',
        ),
        '\\b',
      ),
      "(?:it|they|this|that) (?:does|do|is|are|must|follows|has|will|cannot|can't)\\b",
      '(?:[^.?!\\n]|\\.(?=\\d)){0,60}(?:=|\\btherefore\\b)',
    ),
  ),
)

/** Of the writer and of the plan: what "should I do". */
export const OF_A_PLAN = '(?![^?\\n]{0,20}\\b(?:I|we|you)\\b)'
