/** BM25 by numbers counted by hand, and what the word index says of its terms. */
import { describe, expect, it } from 'vitest'
import { createPostings, type Postings } from '../../../index/words/postings.ts'

function postingsOf(rows: readonly string[], bm25?: { k1: number; b: number }): Postings {
  const postings = createPostings(undefined, bm25)
  for (const row of rows) postings.add(row.split(' ').filter((term) => term !== ''))
  return postings
}

function scoresOf(postings: Postings, terms: readonly string[]): number[] {
  const out = new Float32Array(postings.rows()).fill(9)
  postings.score(terms, out)
  return [...out]
}

/** ln(1 + (rows - having + .5) / (having + .5)) */
const idf = (rows: number, having: number) => Math.log(1 + (rows - having + 0.5) / (having + 0.5))

describe('the word index by hand', () => {
  const rows = ['ace bark', 'ace ace cell dna', 'cell']

  it('scores by k1 1.2 and b .75', () => {
    // Mean length 7 / 3; rows of 2, 4 and 1 terms.
    const norm = (length: number) => 1.2 * (0.25 + (0.75 * length) / (7 / 3))
    const scores = scoresOf(postingsOf(rows), ['ace'])
    expect(scores[0]).toBeCloseTo(idf(3, 2) / (1 + norm(2)), 6)
    expect(scores[1]).toBeCloseTo((idf(3, 2) * 2) / (2 + norm(4)), 6)
    expect(scores[2]).toBe(0)
  })

  it('scores by other values', () => {
    const scores = scoresOf(postingsOf(rows, { k1: 2, b: 0 }), ['ace'])
    expect(scores[0]).toBeCloseTo(idf(3, 2) / 3, 6)
    expect(scores[1]).toBeCloseTo((idf(3, 2) * 2) / 4, 6)
  })

  it('counts a term that is asked for twice twice, and adds terms up', () => {
    const postings = postingsOf(rows)
    const [ace, cell] = [scoresOf(postings, ['ace'])[1]!, scoresOf(postings, ['cell'])[1]!]
    expect(scoresOf(postings, ['ace', 'ace', 'cell', 'zinc'])[1]).toBeCloseTo(2 * ace + cell, 6)
  })

  it('says what no row exceeds: each term as often as it is asked for, unknown ones as the rarest', () => {
    const postings = postingsOf(rows)
    expect(postings.possible(['ace', 'ace', 'bark'])).toBeCloseTo(2 * idf(3, 2) + idf(3, 1), 9)
    expect(postings.possible(['zinc'])).toBeCloseTo(idf(3, 0), 9)
    expect(postings.possible([])).toBe(0)
    postings.remove(new Set([0]))
    expect(postings.possible(['ace', 'bark'])).toBeCloseTo(idf(2, 1) + idf(2, 0), 9)
  })

  it('explains the terms of one row alone, greatest first', () => {
    const postings = postingsOf(rows)
    const shares = postings.explain(['cell', 'ace', 'zinc'], 1)
    expect(shares.map(({ term }) => term)).toEqual(['ace', 'cell'])
    expect(shares[0]!.score).toBeCloseTo(scoresOf(postings, ['ace'])[1]!, 6)
    expect(shares[1]!.score).toBeCloseTo(scoresOf(postings, ['cell'])[1]!, 6)
    expect(postings.explain(['bark'], 1)).toEqual([])
    expect(postings.explain(['bark', 'bark'], 0)[0]!.score).toBeCloseTo(
      2 * scoresOf(postings, ['bark'])[0]!,
      6,
    )
  })

  it('knows the terms that a row has or had', () => {
    const postings = postingsOf(rows)
    expect(['bark', 'zinc'].map(postings.has)).toEqual([true, false])
    postings.remove(new Set([0]))
    expect(postings.has('bark')).toBe(true)
    expect(postings.rows()).toBe(3)
  })

  it('knows the compounds of its terms, of those that come later too', () => {
    const postings = postingsOf(['berghaus'])
    expect(postings.compounds('berg')).toEqual(['berghaus'])
    postings.add(['bergbach'])
    expect(postings.compounds('berg').sort()).toEqual(['bergbach', 'berghaus'])
  })

  it('scores nothing without rows, and rows without terms', () => {
    expect(scoresOf(postingsOf([]), ['ace'])).toEqual([])
    expect(postingsOf([]).possible(['ace'])).toBeCloseTo(Math.log(2), 9)
    expect(scoresOf(postingsOf(['', 'ace']), ['ace'])[0]).toBe(0)
    // The mean length is never taken below 1.
    expect(scoresOf(postingsOf(['', '', 'ace']), ['ace'])[2]).toBeCloseTo(idf(3, 1) / 2.2, 6)
  })

  it('takes the longest row into account that came after others were scored', () => {
    const postings = postingsOf(['ace'])
    scoresOf(postings, ['ace'])
    postings.add(['ace', 'bark', 'cell'])
    const norm = (length: number) => 1.2 * (0.25 + (0.75 * length) / 2)
    expect(scoresOf(postings, ['ace'])[1]).toBeCloseTo(idf(2, 2) / (1 + norm(3)), 6)
  })

  it('takes it into account also where the mean length stays', () => {
    const postings = postingsOf(['ace bark', 'ace bark'])
    scoresOf(postings, ['ace'])
    postings.add(['ace', 'bark', 'cell'])
    postings.add(['ace'])
    const norm = 1.2 * (0.25 + (0.75 * 3) / 2)
    expect(scoresOf(postings, ['ace'])[2]).toBeCloseTo(idf(4, 4) / (1 + norm), 6)
  })

  it('counts a term up to 65,535 times', () => {
    const many = (count: number) => Array<string>(count).fill('ace')
    const postings = createPostings()
    postings.add(many(65_535))
    postings.add(many(65_536))
    postings.add(many(3))
    expect([...postings.parts([0, 1, 2]).counts]).toEqual([65_535, 65_535, 3])
    expect([...postings.parts([0, 1, 2]).lengths]).toEqual([65_535, 65_536, 3])
  })

  it('freezes its rows under their new places, without terms that none has', () => {
    const parts = postingsOf(rows).parts([1, 2])
    expect(parts.terms).toEqual(['ace', 'cell', 'dna'])
    expect([...parts.offsets]).toEqual([0, 1, 3, 4])
    expect([...parts.rows]).toEqual([0, 0, 1, 0])
    expect([...parts.counts]).toEqual([2, 1, 1, 1])
    expect([...parts.lengths]).toEqual([4, 1])
    const again = createPostings(parts)
    again.add(['cell', 'zinc'])
    expect(again.rows()).toBe(3)
    expect(scoresOf(again, ['cell'])).toEqual(
      scoresOf(postingsOf(['ace ace cell dna', 'cell', 'cell zinc']), ['cell']),
    )
    expect([...again.parts([0, 1, 2]).rows]).toEqual([0, 0, 1, 2, 0, 2])
  })
})
