/** The result of a tool, before it is cut to the token budget. */

/** Short values: the tool shortens titles and lists, and marks what it shortened. */
export type Fields = Readonly<Record<string, unknown>>

export interface Item {
  /** List of the answer that the item belongs to, such as `hits`. */
  readonly list: string
  readonly fields: Fields
  /** Text that may be long: if it does not fit, it is continued in the next answer. */
  readonly text?: string
}

export interface ShownPicture {
  /** PNG. */
  readonly bytes: Uint8Array
  /** Tokens that the picture costs a model. */
  readonly tokens: number
}

/** Result of a call. The same call on the same corpus gives the same listing, so a cursor can be a position in it. */
export interface Listing {
  /** Short facts about the whole, in every answer. */
  readonly head: Fields
  readonly items: readonly Item[]
  /** Lists that the answer contains even if they are empty. */
  readonly lists?: readonly string[]
  /** State that the listing was made from, such as the `seq` of the corpus: a cursor with another stamp is refused. */
  readonly stamp: string
  readonly picture?: ShownPicture
}
