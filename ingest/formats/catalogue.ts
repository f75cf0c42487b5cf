/** Parses catalogues: files that list papers, with their metadata and the places of their files. */
import { descriptionOfEntry, pdfPathsOfEntry } from './bib-paper.ts'
import { parseBibtex } from './bibtex.ts'
import type { Catalogue } from './catalogue-entry.ts'
import { parseCslJson } from './csl-json.ts'
import { parseRis } from './ris.ts'

export type CatalogueFormat = 'bibtex' | 'ris' | 'csl-json' | 'zotero-rdf'

/** Parses a catalogue in a text format; Zotero's RDF is XML and is read by an adapter. */
export function parseCatalogue(format: Exclude<CatalogueFormat, 'zotero-rdf'>, text: string): Catalogue {
  switch (format) {
    case 'bibtex': {
      const { entries, broken } = parseBibtex(text)
      return {
        entries: entries.map((entry) => ({
          key: entry.key,
          known: descriptionOfEntry(entry),
          files: pdfPathsOfEntry(entry),
        })),
        broken: broken.map(({ line }) => `L${line}`),
      }
    }
    case 'ris':
      return parseRis(text)
    case 'csl-json':
      return parseCslJson(text)
  }
}
