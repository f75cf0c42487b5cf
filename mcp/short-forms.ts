/** Short forms of what may be long, each with a mark that says that it was shortened. */

// 48 bits: two papers of a corpus of a million begin alike once in 500 corpora, and are then refused by name.
const ID_DIGITS = 12
const TITLE_CHARACTERS = 160
const AUTHORS_SHOWN = 6

/** Every tool that takes a paper takes the beginning of its id. */
export function shortId(id: string): string {
  return id.slice(0, ID_DIGITS)
}

export function shortLine(text: string, characters = TITLE_CHARACTERS): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= characters ? line : `${line.slice(0, characters - 1)}…`
}

/** `moreAuthors` counts those that are not shown. */
export function shortAuthors(authors: readonly string[]) {
  const shown = authors.slice(0, AUTHORS_SHOWN).map((author) => shortLine(author, 60))
  const moreAuthors = authors.length - shown.length
  return { authors: shown, ...(moreAuthors > 0 ? { moreAuthors } : {}) }
}
