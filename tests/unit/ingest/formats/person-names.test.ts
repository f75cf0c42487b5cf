/** Names of persons in catalogues: family name, given name, particle and suffix by the rules of citation styles, and read back. */
import { describe, expect, it } from 'vitest'
import { NO_PUBLICATION } from '../../../../corpus/index.ts'
import {
  createBibtexWriter,
  createCslWriter,
  createRisWriter,
  descriptionOfEntry,
  parseBibtex,
  parseCatalogue,
} from '../../../../ingest/formats/index.ts'

const CASES: { name: string; csl: object; ris: string; bibtex: string }[] = [
  {
    name: 'Ada Lovelace',
    csl: { family: 'Lovelace', given: 'Ada' },
    ris: 'Lovelace, Ada',
    bibtex: 'Ada Lovelace',
  },
  {
    name: 'Leo van Buren',
    csl: { family: 'Buren', given: 'Leo', 'non-dropping-particle': 'van' },
    ris: 'van Buren, Leo',
    bibtex: 'van Buren, Leo',
  },
  {
    name: 'Leo Van Buren',
    csl: { family: 'Van Buren', given: 'Leo' },
    ris: 'Van Buren, Leo',
    bibtex: 'Van Buren, Leo',
  },
  {
    name: 'José M. de la Fuente',
    csl: { family: 'Fuente', given: 'José M.', 'non-dropping-particle': 'de la' },
    ris: 'de la Fuente, José M.',
    bibtex: 'de la Fuente, José M.',
  },
  {
    name: 'Jean Le Roux',
    csl: { family: 'Le Roux', given: 'Jean' },
    ris: 'Le Roux, Jean',
    bibtex: 'Le Roux, Jean',
  },
  {
    name: 'Carlos Dos Santos',
    csl: { family: 'Dos Santos', given: 'Carlos' },
    ris: 'Dos Santos, Carlos',
    bibtex: 'Dos Santos, Carlos',
  },
  {
    name: 'Charles J. Arick II',
    csl: { family: 'Arick', given: 'Charles J.', suffix: 'II' },
    ris: 'Arick, Charles J., II',
    bibtex: 'Arick, II, Charles J.',
  },
  {
    name: 'Maria da Silva Jr.',
    csl: { family: 'Silva', given: 'Maria', 'non-dropping-particle': 'da', suffix: 'Jr.' },
    ris: 'da Silva, Maria, Jr.',
    bibtex: 'da Silva, Jr., Maria',
  },
  {
    name: 'García Márquez, Gabriel',
    csl: { family: 'García Márquez', given: 'Gabriel' },
    ris: 'García Márquez, Gabriel',
    bibtex: 'García Márquez, Gabriel',
  },
  {
    name: 'Smith, J. A.',
    csl: { family: 'Smith', given: 'J. A.' },
    ris: 'Smith, J. A.',
    bibtex: 'Smith, J. A.',
  },
  { name: 'Da Wang', csl: { family: 'Wang', given: 'Da' }, ris: 'Wang, Da', bibtex: 'Da Wang' },
  {
    name: 'WHO Study Group',
    csl: { literal: 'WHO Study Group' },
    ris: 'WHO Study Group,',
    bibtex: 'WHO Study Group',
  },
  { name: 'Plato', csl: { literal: 'Plato' }, ris: 'Plato', bibtex: 'Plato' },
]

const paper = (...authors: string[]) => ({
  title: 'T',
  authors,
  year: 2016,
  doi: '10.5555/a',
  abstract: '',
  document: null,
  paths: [],
  publication: NO_PUBLICATION,
})

describe('an author', () => {
  it.each(CASES)('is written by its parts: $name', ({ name, csl, ris, bibtex }) => {
    expect(JSON.parse(createCslWriter()(paper(name))).author).toEqual([csl])
    expect(createRisWriter()(paper(name))).toContain(`AU  - ${ris}\n`)
    const latex = createBibtexWriter()(paper(name))
    expect(
      descriptionOfEntry(parseBibtex(latex.replace(/author = .*/, `author = {${bibtex}},`)).entries[0]!),
    ).toEqual(descriptionOfEntry(parseBibtex(latex).entries[0]!))
  })

  it.each(CASES)('is read back as the same person: $name', ({ name, csl }) => {
    const asCsl = (authors: readonly string[] = []) => JSON.parse(createCslWriter()(paper(...authors))).author
    const written = paper(name, 'Ada Lovelace')
    const read = {
      csl: parseCatalogue('csl-json', `[${createCslWriter()(written)}]`).entries[0]?.known.authors,
      ris: parseCatalogue('ris', createRisWriter()(written)).entries[0]?.known.authors,
      bibtex: descriptionOfEntry(parseBibtex(createBibtexWriter()(written)).entries[0]!).authors,
    }
    for (const authors of Object.values(read)) expect(asCsl(authors)[0]).toEqual(csl)
  })
})
