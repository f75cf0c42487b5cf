/** `connect`: how two names are connected, with the units between them. */
import { z } from 'zod'
import { connectNames } from '../../app/graph/index.ts'
import type { Item } from '../listing.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, stampOf, tool } from '../tool.ts'

const MAX_WALKS = 20
const DEFAULT_WALKS = 3
const name = z.string().max(200).regex(/\S/, 'must not be empty')

export function connectTool() {
  return tool({
    name: 'connect',
    description:
      'Walk from one name (gene, compound, term) to another: the units that link them, step by step.',
    isReadOnly: true,
    input: z.strictObject({
      from: name,
      to: name,
      k: z.int().min(1).max(MAX_WALKS).default(DEFAULT_WALKS).describe('walks'),
      corpus,
      cursor,
    }),
    async run({ k, corpus, ...ends }, { gloss }) {
      const session = await gloss.session(corpus)
      const stamp = await stampOf(session)
      const { from, to, walks } = await connectNames(session, { ...ends, limit: k })
      const items = walks.flatMap((steps, at) =>
        steps.map(
          ({ unit, ...step }): Item => ({
            list: 'steps',
            fields: {
              walk: at + 1,
              from: shortLine(step.from),
              to: shortLine(step.to),
              unit: unit.id,
              paper: shortId(unit.paper),
              page: unit.page,
            },
            text: unit.text,
          }),
        ),
      )
      const head = { from: shortLine(from), to: shortLine(to), walks: walks.length }
      return { head, items, lists: ['steps'], stamp }
    },
  })
}
