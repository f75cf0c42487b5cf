/** Finds the language of a paper's sentences. */
import { languageOfText } from '../core/index.ts'
import type { Description } from '../corpus/index.ts'

/** Longer texts are judged without their first third: front matter may have a title and an abstract in another language. */
const WHOLE_CHARACTERS = 1_200

/** Returns the ISO 639-3 code, English unless something shows another known language; trigram guesses on short texts are double-checked. */
export function bodyLanguage(text: string, { language }: Pick<Description, 'language'>): string {
  const from = text.length <= WHOLE_CHARACTERS ? 0 : Math.floor(text.length / 3)
  return languageOfText(text.slice(from), language)
}
