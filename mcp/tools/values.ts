/** `values`: quantities and their units of measurement, searched in the whole corpus. */
import { z } from 'zod'
import { DEFAULT_VALUES, findValues } from '../../app/values/index.ts'
import { type Gloss, questionField } from '../../app/wiring/index.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, stampOf, tool } from '../tool.ts'

export function valuesTool({ config }: Gloss) {
  return tool({
    name: 'values',
    description: 'Find values: "IC50 of lupeol < 10 uM".',
    isReadOnly: true,
    input: z.strictObject({
      query: questionField(config),
      k: z.int().min(1).max(config.maxHits).default(DEFAULT_VALUES),
      corpus,
      cursor,
    }),
    async run({ query, k, corpus }, { gloss, signal }) {
      const session = await gloss.session(corpus)
      const stamp = await stampOf(session)
      const { limit, values } = await findValues(session, { query, k }, signal)
      const items = values.map(({ text, si, property, of, doubtful, place }) => ({
        list: 'values',
        fields: {
          ...{ value: shortLine(text), si, property: shortLine(property ?? ''), of: shortLine(of ?? '') },
          ...(doubtful ? { doubtful } : {}),
          unit: place.source,
          paper: shortId(place.paper),
          title: shortLine(place.title),
          page: place.page,
        },
        text: place.sentence,
      }))
      return { head: { limit: limit?.text ?? null }, items, lists: ['values'], stamp }
    },
  })
}
