/** `verify`: whether the papers contain a quotation, and how it differs. */
import { z } from 'zod'
import { verifyQuotes } from '../../app/verify/index.ts'
import type { Item } from '../listing.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, stampOf, tool } from '../tool.ts'

export function verifyTool() {
  return tool({
    name: 'verify',
    description: 'Check quotes: exact, altered or absent?',
    isReadOnly: true,
    input: z.strictObject({
      quotes: z.array(z.string()).max(50),
      paper: z.string().optional(),
      corpus,
      cursor,
    }),
    async run({ quotes, paper: quoted, corpus: name }, { gloss, signal }) {
      const given = quotes.map((quote, place) => ({
        id: String(place + 1),
        quote,
        ...(quoted === undefined ? {} : { paper: quoted }),
      }))
      const checked = await verifyQuotes(gloss, { corpus: name, quotes: given }, signal)
      const items = checked.map(({ id, verdict, changes, paper: found, title, page, text }): Item => {
        const place = found === null ? {} : { paper: shortId(found), title: shortLine(title ?? ''), page }
        const fields = { n: Number(id), verdict, ...(changes.length === 0 ? {} : { changes }), ...place }
        return { list: 'quotes', fields, ...(text === null ? {} : { text }) }
      })
      const stamp = await stampOf(await gloss.session(name))
      return { head: {}, items, lists: ['quotes'], stamp }
    },
  })
}
