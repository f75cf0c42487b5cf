/** Tests names of persons in catalogues, written and read back: family name, given name, particle and suffix as in citation styles. */
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
import { casesIn } from '../../../fixtures/case-lines.ts'

/** Without a given name, the family name is the whole name, such as that of a group. */
const CASES = casesIn<'name' | 'family' | 'given' | 'particle' | 'suffix' | 'ris' | 'bibtex'>(`
  name | family | given | particle | suffix | ris | bibtex
  Ada Lovelace | Lovelace | Ada |  |  | Lovelace, Ada | Ada Lovelace
  Leo van Buren | Buren | Leo | van |  | van Buren, Leo | van Buren, Leo
  Leo Van Buren | Van Buren | Leo |  |  | Van Buren, Leo | Van Buren, Leo
  José M. de la Fuente | Fuente | José M. | de la |  | de la Fuente, José M. | de la Fuente, José M.
  Jean Le Roux | Le Roux | Jean |  |  | Le Roux, Jean | Le Roux, Jean
  Carlos Dos Santos | Dos Santos | Carlos |  |  | Dos Santos, Carlos | Dos Santos, Carlos
  Charles J. Arick II | Arick | Charles J. |  | II | Arick, Charles J., II | Arick, II, Charles J.
  Maria da Silva Jr. | Silva | Maria | da | Jr. | da Silva, Maria, Jr. | da Silva, Jr., Maria
  García Márquez, Gabriel | García Márquez | Gabriel |  |  | García Márquez, Gabriel | García Márquez, Gabriel
  Smith, J. A. | Smith | J. A. |  |  | Smith, J. A. | Smith, J. A.
  Da Wang | Wang | Da |  |  | Wang, Da | Da Wang
  WHO Study Group | WHO Study Group |  |  |  | WHO Study Group, | WHO Study Group
  Plato | Plato |  |  |  | Plato | Plato
`)

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

function cslOf({
  family,
  given,
  particle,
  suffix,
}: Record<'family' | 'given' | 'particle' | 'suffix', string>) {
  if (given === '') return { literal: family }
  return {
    family,
    given,
    ...(particle !== '' && { 'non-dropping-particle': particle }),
    ...(suffix !== '' && { suffix }),
  }
}

describe('an author', () => {
  it.each(CASES)('is written by its parts: $name', ({ name, ris, bibtex, ...parts }) => {
    expect(JSON.parse(createCslWriter()(paper(name))).author).toEqual([cslOf(parts)])
    expect(createRisWriter()(paper(name))).toContain(`AU  - ${ris}\n`)
    const latex = createBibtexWriter()(paper(name))
    expect(
      descriptionOfEntry(parseBibtex(latex.replace(/author = .*/, `author = {${bibtex}},`)).entries[0]!),
    ).toEqual(descriptionOfEntry(parseBibtex(latex).entries[0]!))
  })

  it.each(CASES)('is read back as the same person: $name', ({ name, ...parts }) => {
    const asCsl = (authors: readonly string[] = []) => JSON.parse(createCslWriter()(paper(...authors))).author
    const written = paper(name, 'Ada Lovelace')
    const read = {
      csl: parseCatalogue('csl-json', `[${createCslWriter()(written)}]`).entries[0]?.known.authors,
      ris: parseCatalogue('ris', createRisWriter()(written)).entries[0]?.known.authors,
      bibtex: descriptionOfEntry(parseBibtex(createBibtexWriter()(written)).entries[0]!).authors,
    }
    for (const authors of Object.values(read)) expect(asCsl(authors)[0]).toEqual(cslOf(parts))
  })
})
