/**
 * Converts entities and triples of other programs to strings, keeping all that can be kept. A triple keeps its length, whatever it is;
 * numbers and booleans become their text, as in HippoRAG.
 */
import type { Losses } from './losses.ts'

export interface RawItems {
  readonly entities: readonly string[]
  readonly triples: readonly (readonly string[])[]
}

/** Reads the items. Lost: `entity_not_text`, `triple_not_list`, `triple_part_not_text`. Kept: `mended_number`. */
export function readRawItems(
  entities: readonly unknown[],
  triples: readonly unknown[],
  losses: Losses,
): RawItems {
  return {
    entities: entities
      .map((entity) => textOf(entity, losses) ?? losses.lose('entity_not_text'))
      .filter(isKept),
    triples: triples.map((triple) => partsOf(triple, losses)).filter(isKept),
  }
}

function partsOf(triple: unknown, losses: Losses): string[] | null {
  if (!Array.isArray(triple)) return losses.lose('triple_not_list')
  const parts = triple.map((part: unknown) => textOf(part, losses)).filter(isKept)
  return parts.length === triple.length ? parts : losses.lose('triple_part_not_text')
}

function textOf(item: unknown, losses: Losses): string | null {
  if (typeof item === 'string') return item
  if (typeof item !== 'number' && typeof item !== 'boolean') return null
  losses.count('mended_number')
  return String(item)
}

function isKept<T>(item: T | null): item is T {
  return item !== null
}
