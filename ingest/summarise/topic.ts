/** What stands in the topic column of a paper's units: its leading key phrases, short forms spelled out. */
import type { PaperBody } from '../paper-body.ts'
import type { ReadPaper } from '../ports.ts'
import type { Abbreviations } from './abbreviations.ts'
import { keyPhrases } from './key-phrases.ts'

/** Two of them lift units a little, see docs/figures/units.json; a section's heading is in the locator already. */
const TOPIC_PHRASES = 2

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
