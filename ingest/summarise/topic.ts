/** What stands in the topic column of a paper's units: its leading key phrase, a short form spelled out. */
import type { PaperBody } from '../paper-body.ts'
import type { ReadPaper } from '../ports.ts'
import type { Abbreviations } from './abbreviations.ts'
import { keyPhrases } from './key-phrases.ts'

/**
 * Measured with passages beside the units (docs/figures/units.json): one phrase .722 nDCG@10 on SciFact and .701 on CovidQA,
 * two .718 and .696; for units alone one costs .003 against none. The section's heading is in the locator already.
 */
const TOPIC_PHRASES = 1

/** Empty where the paper repeats no phrase. */
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
