/** Retrieval metrics on the sample papers, to four decimals, so that every change of rankings is noticed. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ingestPaths } from '../../app/index.ts'
import type { RetrievalReport } from '../../comparison/index.ts'

type RetrievalFigures = RetrievalReport['backends'][string]

import { figuresOf, judgedIn, withGloss } from '../fixtures/retrieval-figures.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', 'samples')
const never = new AbortController().signal

/** Returns nDCG@10, recall@2, recall@5 and recall@10. */
function rounded(figures: RetrievalFigures | undefined): string {
  const names = ['ndcg@10', 'recall@2', 'recall@5', 'recall@10'] as const
  return names.map((name) => figures?.[name].toFixed(4)).join(' ')
}

it('the sample papers give the known number of kept papers and rows, and the known figures', async () => {
  await withGloss(async (gloss) => {
    const { kept } = await ingestPaths(gloss, { paths: [join(SAMPLES, 'papers')] }, () => undefined, never)
    const judged = judgedIn(SAMPLES, 'questions.jsonl')
    const figures = await figuresOf(gloss, judged)
    const { index } = await gloss.session()
    expect({
      kept,
      rows: await index.size(),
      words: rounded(figures['words']),
      vanilla: rounded(figures['vanilla']),
      hybrid: rounded(figures['hybrid']),
      reciprocal: rounded((await figuresOf(gloss, judged, 'rrf'))['hybrid']),
    }).toEqual({
      kept: 12,
      rows: 190,
      words: '0.9505 0.9792 1.0000 1.0000',
      vanilla: '0.9604 0.9375 1.0000 1.0000',
      hybrid: '0.9659 0.9792 1.0000 1.0000',
      reciprocal: '0.9659 0.9792 1.0000 1.0000',
    })
  })
})
