/** Views that a model's SQL statements read, with a sentence on each column. Adapters create them from their tables. */
import type { QueryView } from './query.ts'

const UNIT_ID = { name: 'unit_id', type: 'TEXT', about: 'Id of the unit, an opaque hash.' } as const
const PAPER_ID = { name: 'paper_id', type: 'TEXT', about: 'Id of the paper, an opaque hash.' } as const

export const QUERY_VIEWS: readonly QueryView[] = [
  {
    name: 'papers',
    about: 'Each row is a paper of the corpus.',
    columns: [
      PAPER_ID,
      { name: 'title', type: 'TEXT', about: 'Its title; empty if unknown.' },
      {
        name: 'authors',
        type: 'TEXT',
        about: 'Its authors in order, as `Jane Doe; R. Roe`; compare with LIKE.',
      },
      { name: 'abstract', type: 'TEXT', about: 'Its abstract; often empty.' },
      { name: 'year', type: 'INTEGER', about: 'Its year of publication; NULL if unknown.' },
      { name: 'doi', type: 'TEXT', about: 'Its DOI, such as `10.1000/182`; NULL if it has none.' },
      { name: 'language', type: 'TEXT', about: 'ISO 639-3 code of its language, such as `eng`.' },
      { name: 'document', type: 'TEXT', about: 'Its id in its source; NULL if it has none.' },
      { name: 'page_count', type: 'INTEGER', about: 'Its number of pages.' },
    ],
  },
  {
    name: 'units',
    about: 'Each row is a statement from a paper, or a passage of its text. Answers are made of units.',
    columns: [
      UNIT_ID,
      { ...PAPER_ID, about: 'The paper that it comes from.' },
      { name: 'kind', type: 'TEXT', about: '`unit` for a statement, `passage` for a stretch of the text.' },
      { name: 'name', type: 'TEXT', about: 'How it was made, such as `EXTRACTED_POINT`.' },
      { name: 'topic', type: 'TEXT', about: 'Its topic or heading; `N/A` if it has none.' },
      { name: 'locator', type: 'TEXT', about: 'Where it is, such as `Results, p. 4`.' },
      {
        name: 'page',
        type: 'INTEGER',
        about: 'The page it is on, from 1; NULL if there are no pages.',
      },
      { name: 'ordinal', type: 'INTEGER', about: 'Its place in the paper, from 0.' },
      { name: 'year', type: 'INTEGER', about: 'The year of its paper.' },
      { name: 'text', type: 'TEXT', about: 'The statement itself.' },
    ],
  },
  {
    name: 'names',
    about: 'Each row is a name (substance, gene, species, person, work, term …) that a unit mentions.',
    columns: [
      { ...UNIT_ID, about: 'The unit that mentions it.' },
      PAPER_ID,
      {
        name: 'name',
        type: 'TEXT',
        about: 'The name in canonical form: lower case, no accents, no punctuation.',
      },
      {
        name: 'alias',
        type: 'TEXT',
        about: 'The form in the text, also canonical; differs for abbreviations.',
      },
      {
        name: 'kind',
        type: 'TEXT',
        about:
          'How it was found: title, span, quote, phrase, abbreviation, chemical, gene, species, quantity, heading, term, fact.',
      },
      { name: 'is_subject', type: 'INTEGER', about: '1 if the unit is about it, else 0.' },
    ],
  },
  {
    name: 'facts',
    about: 'Each row is a fact that a unit states. The view may be empty; `names` never needs it.',
    columns: [
      { ...UNIT_ID, about: 'The unit that states it.' },
      PAPER_ID,
      { name: 'subject', type: 'TEXT', about: 'Its first name, in canonical form.' },
      {
        name: 'predicate',
        type: 'TEXT',
        about: 'What it says of the two, in lower case, such as `inhibits`.',
      },
      { name: 'object', type: 'TEXT', about: 'Its second name, in canonical form.' },
    ],
  },
]
