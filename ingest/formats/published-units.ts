/**
 * Parses the published units (Eigen-1's repository): a flat JSON array of statements, or HippoRAG's OpenIE file, in which each
 * passage also has its entities and triples. Both give the same units in the same order.
 */
import { z } from 'zod'
import { GlossError } from '../../core/index.ts'

export interface PublishedUnit {
  readonly text: string
  readonly entities: readonly string[]
  /** Subject, relation, object. Triples of another length, of which the published file has some, are left out. */
  readonly triples: readonly (readonly [string, string, string])[]
}

const Flat = z.array(z.string())
const OpenIe = z.object({
  docs: z.array(
    z.object({
      passage: z.string(),
      extracted_entities: z.array(z.unknown()).default([]),
      extracted_triples: z.array(z.unknown()).default([]),
    }),
  ),
})
const Triple = z.tuple([z.string(), z.string(), z.string()])

/** Throws `INPUT_INVALID` for JSON of neither form. Blank statements are left out. */
export function parsePublishedUnits(json: string): PublishedUnit[] {
  const value = jsonOf(json)
  const flat = Flat.safeParse(value)
  const units = flat.success
    ? flat.data.map((text) => ({ text, entities: [], triples: [] }))
    : openIeUnits(value)
  return units.filter(({ text }) => text.trim() !== '')
}

function openIeUnits(value: unknown): PublishedUnit[] {
  const parsed = OpenIe.safeParse(value)
  if (!parsed.success)
    throw new GlossError(
      'INPUT_INVALID',
      'The file is neither an array of statements nor an OpenIE file with docs.',
    )
  return parsed.data.docs.map(({ passage, extracted_entities, extracted_triples }) => ({
    text: passage,
    entities: extracted_entities.filter((entity) => typeof entity === 'string'),
    triples: extracted_triples
      .map((triple) => Triple.safeParse(triple).data)
      .filter((triple) => triple !== undefined),
  }))
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new GlossError(
        'INPUT_INVALID',
        'The file is not JSON; published units are a flat array or an OpenIE file.',
        {},
        error,
      )
    throw error
  }
}
