/** `search`: the units that answer a question best. */

import { z } from 'zod'
import {
  type AnswerHit,
  AskedKindShape,
  BACKEND_NAMES,
  DEFAULT_K,
  type Gloss,
  questionField,
} from '../../app/wiring/index.ts'
import { defined } from '../../core/index.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, stampOf, tool } from '../tool.ts'

export function searchTool({ config }: Gloss) {
  return tool({
    name: 'search',
    description:
      'Find statements in the papers that answer a question, best first, with paper, page and unit id.',
    isReadOnly: true,
    input: z.strictObject({
      query: questionField(config),
      k: z.int().min(1).max(config.maxHits).default(DEFAULT_K),
      backend: z.enum(BACKEND_NAMES).optional(),
      kinds: z
        .array(AskedKindShape)
        .min(1)
        .optional()
        .describe('Only these: finding, method, background, others (what others found), or unit, passage.'),
      corpus,
      cursor,
    }),
    async run({ query, k, backend, kinds, corpus }, { gloss, signal }) {
      const session = await gloss.session(corpus)
      const stamp = await stampOf(session)
      const filter = kinds === undefined ? undefined : { kinds }
      const asked = { query, k, ...defined({ backend, filter }) }
      const { hits, answerable } = await session.retrieve(asked, signal)
      return { head: { answerable }, stamp, items: hits.map(hitItem), lists: ['hits'] }
    },
  })
}

function hitItem({ rank, score, unit, statement, paper, title, year, page, locator, text }: AnswerHit) {
  const fields = {
    rank,
    score: Number(score.toPrecision(3)),
    unit,
    ...(statement === undefined ? {} : { kind: statement }),
    paper: shortId(paper),
    title: shortLine(title),
    year,
    page,
    locator,
  }
  return { list: 'hits', fields, text }
}
