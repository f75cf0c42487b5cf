/** Tests where paragraphs end, by the ends of their lines. */
import { expect, it } from 'vitest'
import { layOut } from '../../../../ingest/extract/index.ts'
import { column, setPage } from '../../../fixtures/set-page.ts'

const FULL = 'The bark of old palms lowered the fever of a'

it.each([
  ['in the midst of a number', 'rat strongly (RR: 1.54,', '95% CI: 1.18–2.02).', ' '],
  ['at the colon before a number', 'rat strongly (95% CI:', '1.13–3.03).', ' '],
  ['at the end of a sentence', 'rat strongly.', 'Growth was slow.', '\n\n'],
  ['at the colon before an item', 'rat as follows:', '1. Growth was slow.', '\n\n'],
])('a short line %s', (_, short, below, between) => {
  const page = setPage(column([FULL, short, below], { left: 60, baseline: 200 }))
  expect(layOut([page])[0]?.page.text).toBe(`${FULL} ${short}${between}${below}`)
})
