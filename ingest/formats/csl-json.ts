/** Parses CSL-JSON, the citation data of Zotero, Mendeley, Pandoc and Crossref: an array of items. */

import { z } from 'zod'
import { parsedJson } from '../../core/index.ts'
import type { Description } from '../../corpus/index.ts'
import type { Catalogue, CatalogueEntry } from './catalogue-entry.ts'
import { describeFields, yearIn } from './known-fields.ts'
import { nameOfParts } from './person-name.ts'

// Values that one program writes as a number or null may be strings or missing in another's output.
const Text = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value == null ? '' : String(value).trim()))
  .catch('')
const Name = z.object({
  family: Text,
  given: Text,
  literal: Text,
  'dropping-particle': Text,
  'non-dropping-particle': Text,
  suffix: Text,
})
const Dates = z.object({
  'date-parts': z.array(z.array(z.union([z.number(), z.string()]))).optional(),
  raw: Text,
  literal: Text,
})

const Item = z.object({
  id: Text,
  'citation-key': Text,
  title: Text,
  abstract: Text,
  author: z.array(Name).catch([]).default([]),
  issued: Dates.nullish().catch(null),
  DOI: Text,
  'container-title': Text,
  volume: Text,
  issue: Text,
  page: Text,
  number: Text,
})

export function parseCslJson(text: string): Catalogue {
  const values = jsonArray(text)
  if (values === null) return { entries: [], broken: [''] }
  const entries: CatalogueEntry[] = []
  const broken: string[] = []
  for (const [at, value] of values.entries()) {
    const item = Item.safeParse(value)
    if (item.success) {
      const id = item.data['citation-key'] || item.data.id
      const key = id || String(at + 1)
      entries.push({ key, isPlace: !id, known: knownOf(item.data), files: [] })
    } else broken.push(String(at + 1))
  }
  return { entries, broken }
}

function knownOf(item: z.output<typeof Item>): Partial<Description> {
  const { issued } = item
  return describeFields({
    title: plain(item.title),
    abstract: plain(item.abstract),
    authors: item.author.map(nameOf),
    year: yearIn(String(issued?.['date-parts']?.[0]?.[0] ?? issued?.raw ?? '')),
    doi: item.DOI.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '').toLowerCase(),
    journal: item['container-title'],
    volume: item.volume,
    issue: item.issue,
    pages: item.page || item.number,
  })
}

function nameOf(name: z.output<typeof Name>): string {
  const { given, family, suffix } = name
  const particle = [name['dropping-particle'], name['non-dropping-particle']].filter(Boolean).join(' ')
  return name.literal || nameOfParts({ given, family, particle, suffix })
}

/** Removes markup: titles and abstracts may contain HTML and, from Crossref, JATS. */
function plain(text: string): string {
  return text
    .replace(/<\/?[a-z][\w:-]*(?:\s[^<>]*)?>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize()
}

/** Returns null for a text that is not a JSON array. */
function jsonArray(text: string): unknown[] | null {
  const value = parsedJson(text)
  return Array.isArray(value) ? value : null
}
