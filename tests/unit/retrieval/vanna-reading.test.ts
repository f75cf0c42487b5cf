/** What is read out of a question and out of a model's answer, before anything is asked of the corpus. */
import { describe, expect, it } from 'vitest'
import { readSql } from '../../../retrieval/vanna/read-sql.ts'
import { sqlText } from '../../../retrieval/vanna/sql-literal.ts'
import { templateSql } from '../../../retrieval/vanna/template.ts'
import { yearsIn } from '../../../retrieval/vanna/years.ts'

describe('the statement in an answer', () => {
  it.for([
    { name: 'stands alone', answer: 'SELECT unit_id FROM units', sql: 'SELECT unit_id FROM units' },
    { name: 'is fenced', answer: '```sql\nSELECT 1\n```', sql: 'SELECT 1' },
    {
      name: 'is fenced amid prose',
      answer: 'Sure! Here:\n```sqlite\nselect 1;\n```\nIt selects.',
      sql: 'select 1;',
    },
    {
      name: 'is in the second fence',
      answer: '```\nunits\n```\n```sql\nWITH a AS (SELECT 1) SELECT 2\n```',
      sql: 'WITH a AS (SELECT 1) SELECT 2',
    },
    { name: 'breaks off in its fence', answer: '```sql\nSELECT unit_id FROM', sql: 'SELECT unit_id FROM' },
    {
      name: 'follows prose with the same words',
      answer: 'With this we select the units:\nSELECT unit_id\nFROM units;\nThat is all.',
      sql: 'SELECT unit_id\nFROM units',
    },
    {
      name: 'ends at an empty line',
      answer: "select unit_id from units where text like '%;\n\n%'\n\nThis finds them.",
      sql: "select unit_id from units where text like '%;\n\n%'",
    },
    {
      name: 'begins with a common table expression',
      answer: 'The statement: WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n',
      sql: 'WITH RECURSIVE n(i) AS (SELECT 1) SELECT i FROM n',
    },
    {
      name: 'comes after thoughts',
      answer: '<think>SELECT nothing? No.</think>SELECT 1',
      sql: 'SELECT 1',
    },
    { name: 'is behind a comment in its fence', answer: '```sql\n-- units\nSELECT 1\n```', sql: 'SELECT 1' },
    { name: 'is missing', answer: 'I cannot answer that.', sql: null },
    { name: 'is missing in an empty answer', answer: '', sql: null },
    { name: 'is another', answer: '```sql\nDELETE FROM units\n```', sql: null },
  ])('$name', ({ answer, sql }) => {
    expect(readSql(answer)).toBe(sql)
  })
})

describe('the years of a question', () => {
  it.for([
    { question: 'What was found in 2019?', years: { from: 2019, to: 2019 } },
    { question: 'Findings since 2015', years: { from: 2015 } },
    { question: 'published after 2015', years: { from: 2016 } },
    { question: 'Results before 1999?', years: { to: 1998 } },
    { question: 'known by 2001', years: { to: 2001 } },
    { question: 'between 2010 and 2014', years: { from: 2010, to: 2014 } },
    { question: 'work from 2010 to 2014', years: { from: 2010, to: 2014 } },
    { question: 'in 2010–2014', years: { from: 2010, to: 2014 } },
    { question: 'a dose of 2000 mg', years: { from: 2000, to: 2000 } },
    { question: '2000 cells in 96 wells', years: null },
    { question: 'in 20190 units', years: null },
  ])('$question', ({ question, years }) => {
    const found = yearsIn(question)
    if (years === null) expect(found).toBeNull()
    else expect(found).toMatchObject(years)
  })
})

describe('a template', () => {
  const NOTHING = { names: [], namedUnits: 10, years: null, authors: [], topics: [], hasFacts: false }

  it('has nothing to say where nothing is linked', () => {
    expect(templateSql(NOTHING)).toBeNull()
  })

  it('quotes what it is given', () => {
    expect(sqlText("O'Hara\0; DROP")).toBe("'O''Hara; DROP'")
    expect(templateSql({ ...NOTHING, authors: ["O'Hara"] })).toContain("LIKE '%O''Hara%'")
  })
})
