/**
 * Turns a sentence of a paper into a clause after "I found that", without references to its paper. Words, symbols
 * and formulas do not change, except "we" and "our", which in the reasoning of a model would mean the
 * model.
 */
import { compiled, readPatternFile } from '../pattern-files.ts'

const { patterns } = readPatternFile(new URL('./statement.txt', import.meta.url))
const HEADING = compiled(patterns, 'heading', 'u')
const CONNECTIVE = compiled(patterns, 'connective', 'i')
const REPORTED = compiled(patterns, 'reported', 'i')
const OPENS_LOWER = compiled(patterns, 'opens-lower', '')
const HERE = /^(?:here|in (?:this|the present|our) (?:study|work|paper|article|report|review)),? (?=we\b)/i
const END_MARKS = /(?<![.;:,\s])[.;:,\s]+$/

// Openings of a sentence that refers to the one before it.
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
