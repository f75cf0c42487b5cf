/** What a tool found, before it is fitted into its budget. */

/** A value that is short: titles and lists in it are shortened by the tool, with a mark that says so. */
export type Fields = Readonly<Record<string, unknown>>

export interface Item {
  /** Which list of the answer it belongs to, such as `hits`. */
  readonly list: string
  readonly fields: Fields
  /** What may be long: it is continued in the next answer where it does not fit. */
  readonly text?: string
}

export interface ShownPicture {
  /** PNG. */
  readonly bytes: Uint8Array
  /** Tokens that a model reads it as. */
  readonly tokens: number
}

/** The same call of the same corpus gives the same listing, so that a cursor is a place in it. */
export interface Listing {
  /** Short facts about the whole, in every answer. */
  readonly head: Fields
  readonly items: readonly Item[]
  /** Lists that the answer has even where nothing is in them. */
  readonly lists?: readonly string[]
  /** What the listing was made of, such as the `seq` of the corpus: a cursor of another one is refused. */
  readonly stamp: string
  readonly picture?: ShownPicture
}
