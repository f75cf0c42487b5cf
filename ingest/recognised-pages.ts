/** Marks text that OCR read from an image of its page wherever it appears: in the locator of its units, and in the detail of its paper. */
import type { Paper, UnitDraft } from '../corpus/index.ts'

const MARK = 'read by OCR'
const SENTENCE = /(?:^| )(?:Page|Pages) (?<pages>\d+(?:, \d+)*) (?:was|were) read by OCR\./

/** Returns the drafts, with a mark on those of recognised pages. */
export function markRecognised<Draft extends Pick<UnitDraft, 'page' | 'locator'>>(
  drafts: readonly Draft[],
  recognised: readonly number[],
): Draft[] {
  const pages = new Set(recognised)
  return drafts.map((draft) =>
    draft.page === null || !pages.has(draft.page)
      ? draft
      : { ...draft, locator: [draft.locator, MARK].filter((part) => part !== '').join(', ') },
  )
}

/** Returns the sentence about the pages, which `recognisedPagesOf` parses; empty if there are none. */
export function recognisedSentence(pages: readonly number[]): string {
  if (pages.length === 0) return ''
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${pages.join(', ')} ${pages.length === 1 ? 'was' : 'were'} ${MARK}.`
}

/** Returns the numbers, from 1, of a stored paper's pages whose text OCR read. */
export function recognisedPagesOf({ detail }: Pick<Paper, 'detail'>): readonly number[] {
  return SENTENCE.exec(detail)?.groups?.['pages']?.split(', ').map(Number) ?? []
}
