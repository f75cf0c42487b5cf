/** What is read of a model's answer in each of the two forms. */
import { describe, expect, it } from 'vitest'
import { answerReaders } from '../../../../ingest/summarise/answer-readers.ts'

const csv = (...rows: readonly string[]) => ['name,year,locator,topic,quote', ...rows].join('\n')
const rowsOf = (form: 'csv' | 'claims', answer: string) => answerReaders[form].rowsOf(answer)

describe('an answer in rows', () => {
  it('gives statement, topic and locator of each row, on one line', () => {
    const answer = csv('N_A,2014,"p. 3",Palm  oil," Lupeol\nacts  here. "', 'N_A,N/A,N/A,N/A,"It is so."')
    expect(rowsOf('csv', answer)).toEqual({
      rows: [
        { text: 'Lupeol acts here.', topic: 'Palm oil', locator: 'p. 3' },
        { text: 'It is so.', topic: '', locator: 'N/A' },
      ],
      losses: {},
    })
  })

  it.each(['N/A', 'n/a', 'NA', 'None', 'null', '-', ' ', '" N/A "'])(
    'has no topic where it says %j',
    (topic) => {
      expect(rowsOf('csv', csv(`N_A,2014,N/A,${topic},"It is so."`)).rows).toMatchObject([{ topic: '' }])
    },
  )

  it('keeps a topic that only begins so', () => {
    expect(rowsOf('csv', csv('N_A,2014,N/A,nanotubes,"It is so."')).rows).toMatchObject([
      { topic: 'nanotubes' },
    ])
  })

  it('counts rows that are lost, and none that was only mended', () => {
    const answer = csv('N_A,2014,N/A,t,"It is so."', 'N_A,2014,oops', 'N_A,2014,N/A,t,""')
    expect(rowsOf('csv', answer)).toMatchObject({
      rows: [{ text: 'It is so.' }],
      losses: { wrong_columns: 1, empty_quote: 1 },
    })
    expect(rowsOf('csv', csv('N_A,2014,N/A,t,It is so, they say.'))).toEqual({
      rows: [{ text: 'It is so, they say.', topic: 't', locator: 'N/A' }],
      losses: {},
    })
  })

  it('is unread without a row, and says what it lost or that it was empty', () => {
    expect(rowsOf('csv', '')).toEqual({ rows: null, losses: { answer_empty: 1 } })
    expect(rowsOf('csv', csv('N_A,2014,N/A,t,""'))).toEqual({ rows: null, losses: { empty_quote: 1 } })
  })
})

describe('an answer in claims', () => {
  it('gives the claims, which have neither topic nor locator', () => {
    expect(rowsOf('claims', '{"claims": ["It is so.", "It is not."]}')).toEqual({
      rows: [
        { text: 'It is so.', topic: '', locator: '' },
        { text: 'It is not.', topic: '', locator: '' },
      ],
      losses: {},
    })
  })

  it('may say that there are none', () => {
    expect(rowsOf('claims', '{"claims": []}')).toEqual({ rows: [], losses: {} })
  })

  it('is unread without the object, or where all that it said is lost', () => {
    expect(rowsOf('claims', 'There are none.')).toEqual({ rows: null, losses: { not_claims_json: 1 } })
    expect(rowsOf('claims', '{"claims": [1]}')).toEqual({ rows: null, losses: { claim_not_text: 1 } })
  })

  it('keeps what is left where only some is lost', () => {
    expect(rowsOf('claims', '{"claims": ["It is so.", 1]}')).toMatchObject({
      rows: [{ text: 'It is so.' }],
      losses: { claim_not_text: 1 },
    })
  })
})
