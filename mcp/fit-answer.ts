/**
 * Fits an answer into its budget of tokens. `next` is the cursor for what does not fit: nothing is left out silently.
 * A long text is continued, too: `more` says that there is more of it, `offset` at which character the piece begins.
 */
import { defuseControlMarks, GlossError, invalidInput, sha256 } from '../core/index.ts'
import { countTokens } from './count-tokens.ts'
import type { Fields, Item, Listing } from './listing.ts'

interface Place {
  readonly at: number
  /** UTF-16 offset into the item's text. */
  readonly from: number
}

const START: Place = { at: 0, from: 0 }
const CURSOR = /^(\d{1,7})\.(\d{1,9})\.([0-9a-f]{8})$/
// Used as a placeholder while the room is measured.
const LONGEST_CURSOR = '9999999.999999999.ffffffff'
/** Fewest characters of a piece of text; a shorter one says little. Chosen, not measured. */
const MIN_PIECE_CHARACTERS = 80

/**
 * Returns as many items as fit, starting at the cursor. `asked` is the caller's request without the cursor.
 * Throws `INPUT_INVALID` for a cursor of another call or of a corpus that has changed, `TOO_LARGE` if not even a part of one item fits.
 */
export function fitAnswer(
  listing: Listing,
  {
    asked,
    cursor,
    budget,
  }: { readonly asked: unknown; readonly cursor?: string | undefined; readonly budget: number },
) {
  const stamp = stampOf([asked, listing.stamp])
  const start = cursor === undefined ? START : placeOf(cursor, stamp)
  const items = listing.items.map(harmless)
  const head = harmlessValue(listing.head) as Fields
  const lists = [...(listing.lists ?? []), ...items.map(({ list }) => list)]
  if (start.at > 0 && start.at >= items.length) throw foreignCursor()
  const room = budget - countTokens(JSON.stringify(answerOf(head, lists, [], LONGEST_CURSOR)))
  const { shown, next } = fitted(items, start, room)
  if (shown.length === 0 && next !== null) throw tooLarge(budget)
  const continued = next === null ? null : `${next.at}.${next.from}.${stamp}`
  const text = JSON.stringify(answerOf(head, lists, shown, continued))
  return { text, tokens: countTokens(text) }
}

/** Returns items from `start` on, and where the next answer begins; a text is cut only if it is the only item. */
function fitted(
  items: readonly Item[],
  start: Place,
  room: number,
): { readonly shown: ListItem[]; readonly next: Place | null } {
  const shown: ListItem[] = []
  let left = room
  for (const [at, item] of items.entries()) {
    if (at < start.at) continue
    const from = at === start.at ? start.from : 0
    const whole = shownItem(item, from, item.text?.length ?? 0)
    left -= costOf(whole)
    if (left >= 0) shown.push(whole)
    else if (shown.length > 0) return { shown, next: { at, from } }
    else {
      const piece = pieceOf(item, from, room)
      return piece === null
        ? { shown, next: { at, from } }
        : { shown: [piece.shown], next: { at, from: piece.end } }
    }
  }
  return { shown, next: null }
}

interface ListItem {
  readonly list: string
  readonly value: Fields
}

/** Returns the answer's fields with every named list, even if it is empty. */
function answerOf(
  head: Fields,
  names: readonly string[],
  shown: readonly ListItem[],
  next: string | null,
): Fields {
  const lists: Record<string, Fields[]> = {}
  for (const name of names) lists[name] ??= []
  for (const { list, value } of shown) lists[list]?.push(value)
  return { ...head, ...lists, next }
}

function shownItem({ list, fields, text }: Item, from: number, to: number): ListItem {
  if (text === undefined) return { list, value: fields }
  return {
    list,
    value: {
      ...fields,
      ...(from === 0 ? {} : { offset: from }),
      text: text.slice(from, to),
      ...(to < text.length ? { more: true } : {}),
    },
  }
}

/** Returns the tokens of an item, including the comma after it. */
function costOf({ value }: ListItem): number {
  return countTokens(JSON.stringify(value)) + 1
}

/** Returns the longest piece of the text that fits, up to the end of a word; null if hardly anything does. */
function pieceOf(
  item: Item,
  from: number,
  room: number,
): { readonly shown: ListItem; readonly end: number } | null {
  const { text = '' } = item
  let [low, high] = [from, text.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (costOf(shownItem(item, from, middle)) <= room) low = middle
    else high = middle - 1
  }
  if (low - from < MIN_PIECE_CHARACTERS) return null
  const end = wordEnd(text, from, low)
  return { shown: shownItem(item, from, end), end }
}

/** Returns the offset after the last white space of the range, never within a surrogate pair. */
function wordEnd(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S*$/)
  if (space > MIN_PIECE_CHARACTERS) return from + space + 1
  const isHigh = /[\uD800-\uDBFF]/.test(text[to - 1] ?? '')
  return isHigh ? to - 1 : to
}

function placeOf(cursor: string, stamp: string): Place {
  const [, at, from, given] = CURSOR.exec(cursor) ?? []
  if (given !== stamp) throw foreignCursor()
  return { at: Number(at), from: Number(from) }
}

function foreignCursor(): GlossError {
  return invalidInput(
    'cursor',
    'The cursor belongs to another call, or the corpus has changed since: repeat the call without a cursor.',
  )
}

function tooLarge(budget: number): GlossError {
  return new GlossError('TOO_LARGE', `Not even one item fits into ${budget} tokens; raise GLOSS_MCP_TOKENS.`)
}

function stampOf(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, 8)
}

function harmless(item: Item): Item {
  return harmlessValue(item) as Item
}

/** Returns the value with control marks defused in every text, as it may come from a paper. */
function harmlessValue(value: unknown): unknown {
  if (typeof value === 'string') return defuseControlMarks(value)
  if (Array.isArray(value)) return value.map(harmlessValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, harmlessValue(inner)]))
}
