/**
 * A sentence of a paper as a clause after "I found that", without what ties it to its paper. Words, symbols
 * and formulas stay as they are, but for "we" and "our", which in the reasoning of a model would mean the
 * model.
 */
import { anyOf, inOrder } from '../build-pattern.ts'

// Headings before the sentences of structured abstracts.
const HEADING = new RegExp(
  inOrder(
    '^',
    anyOf(
      'BACKGROUND',
      'INTRODUCTION',
      'PURPOSE',
      'OBJECTIVES?',
      'AIMS?',
      'METHODS?',
      'DESIGN',
      'SETTING',
      'MAIN RESULTS',
      'RESULTS',
      'FINDINGS',
      'CONCLUSIONS?',
      'INTERPRETATION',
      'SIGNIFICANCE',
    ),
    '(?: AND [A-Z]+)?:?\\s+(?=\\p{Lu})',
  ),
  'u',
)
// "However, in this study we show that X" says X; the paper is not the reader's.
const CONNECTIVE = new RegExp(
  inOrder(
    '^',
    anyOf(
      'however',
      'moreover',
      'furthermore',
      'in addition',
      'additionally',
      'thus',
      'therefore',
      'hence',
      'consequently',
      'in conclusion',
      'in summary',
      'taken together',
      'together',
      'overall',
      'interestingly',
      'importantly',
      'notably',
      'surprisingly',
      'in contrast',
      'by contrast',
      'finally',
      'here',
      'also',
      'in fact',
      'indeed',
      'first',
      'second',
      'third',
      'conclusions?',
      'results?',
      'background',
      'methods?',
      'objective',
    ),
    '(?:,|:)\\s+',
  ),
  'i',
)
const HERE = /^(?:here|in (?:this|the present|our) (?:study|work|paper|article|report|review)),? (?=we\b)/i
const REPORTED = new RegExp(
  inOrder(
    '^(?:(?:in|with) (?:this|the present|our) (?:study|work|paper|article|report),? )?',
    anyOf(
      '(?:here,? )?we',
      inOrder(
        '(?:the |these |our |this )?',
        anyOf(
          'results?',
          'findings?',
          'data',
          'study',
          'authors',
          'evidence',
          'analys[ei]s',
          'work',
          'paper',
          'article',
          'review',
          'observations?',
        ),
      ),
    ),
    '(?: (?:also|further|previously|recently|have|has|together|here|clearly))* ',
    anyOf(
      'show(?:ed|n|s)?',
      'demonstrate[ds]?',
      'finds?',
      'found',
      'report(?:ed|s)?',
      'conclude[ds]?',
      'reveal(?:ed|s)?',
      'suggest(?:ed|s)?',
      'indicate[ds]?',
      'observe[ds]?',
      'confirm(?:ed|s)?',
      'establish(?:ed|es)?',
      'prove[ds]?',
      'explain(?:ed|s)?',
      'argue[ds]?',
      'note[ds]?',
      'state[ds]?',
      'highlight(?:ed|s)?',
    ),
    ' that\\s+',
  ),
  'i',
)
// Words that have a capital only because they open a sentence.
const OPENS_LOWER = new RegExp(
  inOrder(
    '^',
    anyOf(
      'The',
      'A',
      'An',
      'This',
      'That',
      'These',
      'Those',
      'It',
      'Its',
      'In',
      'On',
      'At',
      'By',
      'For',
      'From',
      'With',
      'Within',
      'Without',
      'When',
      'While',
      'If',
      'Although',
      'Though',
      'Because',
      'Since',
      'As',
      'After',
      'Before',
      'During',
      'Under',
      'Both',
      'Each',
      'All',
      'Some',
      'Most',
      'Many',
      'Several',
      'Few',
      'No',
      'Such',
      'There',
      'They',
      'Their',
      'We',
      'Our',
      'One',
      'Two',
      'Three',
      'Once',
      'Only',
      'Unlike',
      'Like',
      'Among',
      'Between',
      'Through',
      'Given',
      'Using',
      'Most',
      'More',
      'Where',
      'Whereas',
      'Half',
      'Every',
      'Either',
      'Neither',
      'To',
      'Of',
    ),
    '\\b',
  ),
)
const END_MARKS = /(?<![.;:,\s])[.;:,\s]+$/

// Of a sentence that speaks of the one before it.
const POINTS_BACK =
  /^(?:This|These|Those|That|It|They|Such|Its|Their)\b(?! (?:study|work|paper|article|report|review)\b)/i

export function statementOf(sentence: string): string {
  const bare = sentence
    .replace(/\s+/g, ' ')
    .trim()
    .replace(HEADING, '')
    .replace(CONNECTIVE, '')
    .replace(REPORTED, '')
    .replace(HERE, '')
    .replace(CONNECTIVE, '')
    .replace(/\bwe\b/gi, 'the authors')
    .replace(/\bour\b/gi, 'their')
    .replace(END_MARKS, '')
  return OPENS_LOWER.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare
}

export function pointsBack(statement: string): boolean {
  return POINTS_BACK.test(statement)
}
