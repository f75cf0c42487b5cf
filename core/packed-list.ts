/**
 * Packs a long list for another process, so that its reader can unpack it in steps: a message of 13,000 passages is one piece of work for
 * the thread that receives it (330 ms for an 8 MB record), one of packed passages is a copy of bytes.
 */
import { deserialize, serialize } from 'node:v8'
import { createTurns } from './event-loop-turns.ts'

/** Pieces of some hundred items each, in the order of the list. */
export type PackedList = readonly Uint8Array[]

// 128 passages are unpacked in some 3 ms.
const ITEMS_A_PIECE = 128

export function packList(items: readonly unknown[]): PackedList {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < items.length; at += ITEMS_A_PIECE)
    pieces.push(serialize(items.slice(at, at + ITEMS_A_PIECE)))
  return pieces
}

/** Unpacks a list from a process that is trusted to have packed items of that type. */
export async function unpackList<Item>(pieces: PackedList): Promise<Item[]> {
  const takeTurns = createTurns()
  const items: Item[] = []
  for (const piece of pieces) {
    items.push(...(deserialize(piece) as Item[]))
    await takeTurns()
  }
  return items
}
