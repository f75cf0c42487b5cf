/** `tables`: the tables of a paper row by row, and the captions of its figures. */
import { z } from 'zod'
import { paperFigures, tableCsv } from '../../app/papers/index.ts'
import type { Item } from '../listing.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, stampOf, tool } from '../tool.ts'

export function tablesTool() {
  return tool({
    name: 'tables',
    description: 'Tables of a PDF as CSV, captions of its figures; `number` picks one.',
    isReadOnly: true,
    input: z.strictObject({ paper: z.string(), number: z.string().optional(), corpus, cursor }),
    async run({ number, ...asked }, { gloss, signal }) {
      const session = await gloss.session(asked.corpus)
      const { id, title } = await session.paper(asked.paper)
      const figures = await paperFigures(gloss, { ...asked, paper: id }, signal)
      const items = figures
        .filter((figure) => number === undefined || figure.number === number)
        .map((figure): Item => {
          const { kind, number, page, caption, rows, notes } = figure
          const text =
            rows.length === 0 ? caption : [caption, tableCsv(figure), notes].filter(Boolean).join('\n')
          return { list: `${kind}s`, fields: { number, page }, text }
        })
      const head = { paper: shortId(id), title: shortLine(title) }
      return { head, items, lists: ['tables'], stamp: await stampOf(session) }
    },
  })
}
