/** Finds the text for the topic column of a paper's units: its leading key phrase, with a short form spelled out. */
import type { Abbreviations } from '../../core/index.ts'
import type { PaperBody } from '../paper-body.ts'
import type { ReadPaper } from '../ports.ts'
import { keyPhrases } from './key-phrases.ts'

/**
 * The topic is for people and filters. It does not affect retrieval: SciFact units have .711 nDCG@10 with and without one phrase; a second
 * costs .004 on SciFact and on CovidQA (docs/decisions/2026-11-21-extractive-units.md). The section's heading is in the locator.
 */
const TOPIC_PHRASES = 1

/** Returns the phrase that the paper repeats most; empty if it repeats none. */
export function topicOf(
  { description }: Pick<ReadPaper, 'description'>,
  body: PaperBody,
  abbreviations: Abbreviations,
): string {
  const content = body.blocks.filter(({ part }) => part === 'abstract' || part === 'body')
  const text = content.map(({ start, end }) => body.text.slice(start, end)).join('. ')
  const phrases = keyPhrases(`${description.title}. ${text}`, TOPIC_PHRASES)
  return [...new Set(phrases.map((phrase) => abbreviations.get(phrase) ?? phrase))].join('; ')
}
