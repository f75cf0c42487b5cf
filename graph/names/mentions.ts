/** A unit's mentions: what it is about, and every name in its text. No model, no network. */
import { sentences } from '../../core/index.ts'
import { capitalisedSpans, type NameSpan, quotedSpans, titleName } from './capitalised.ts'
import type { Mention, MentionKind, NamedText, PaperNames } from './mention.ts'
import type { PartOfSpeechTagger } from './ports.ts'

/** Names what mentions were made by. Raised when the output for the same unit changes. */
export const NAMES_RECIPE = 'names-1'

export interface NamesOptions {
  readonly kinds: ReadonlySet<MentionKind>
}

/** The measured recipe and nothing beyond it. */
export const RECIPE_KINDS: ReadonlySet<MentionKind> = new Set(['title', 'span', 'quote'])
export const ALL_KINDS: ReadonlySet<MentionKind> = RECIPE_KINDS

/** Mentions in order of their place; those of the title come first. Cost: linear in the text. */
export function mentionsOf(
  text: NamedText,
  _paper: PaperNames,
  _tagger: PartOfSpeechTagger | null,
  options: NamesOptions = { kinds: ALL_KINDS },
): Mention[] {
  const found: Mention[] = []
  const subject = titleName(text.title)
  if (subject !== '' && options.kinds.has('title'))
    found.push({ name: subject, alias: subject, kind: 'title', isSubject: true, start: null, end: null })
  for (const { start, end } of sentences(text.text)) {
    const sentence = text.text.slice(start, end)
    if (options.kinds.has('span')) found.push(...placed(capitalisedSpans(sentence), start, 'span'))
    if (options.kinds.has('quote')) found.push(...placed(quotedSpans(sentence), start, 'quote'))
  }
  return found
}

function placed(spans: readonly NameSpan[], offset: number, kind: MentionKind): Mention[] {
  return spans.map(({ name, start, end }) => {
    return { name, alias: name, kind, isSubject: false, start: start + offset, end: end + offset }
  })
}
