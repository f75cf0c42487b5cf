/** In which language are a paper's sentences? */
import { languageOfText } from '../core/index.ts'
import type { Description } from '../corpus/index.ts'

/** Of a longer text the middle decides: its front matter may have a title and an abstract in another language. */
const WHOLE_CHARACTERS = 1_200

/** ISO 639-3, English where nothing speaks for another language that is known: what trigrams say of a short text is looked at again. */
export function bodyLanguage(text: string, { language }: Pick<Description, 'language'>): string {
  const from = text.length <= WHOLE_CHARACTERS ? 0 : Math.floor(text.length / 3)
  return languageOfText(text.slice(from), language)
}
