/** The tables, figures and formulas of a paper: places, captions, rows and cells, and where the text mentions them. */
import { z } from 'zod'
import { paperFigures, tableCsv, tableHtml } from '../../app/papers/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { corpusField, PaperParams, typed, wholeNumber, type ZodServer } from '../http/fields.ts'

const FiguresQuery = z.strictObject({
  corpus: corpusField,
  format: z.enum(['json', 'csv', 'html']).default('json').describe('`csv` and `html` have only the tables.'),
  at: wholeNumber.optional().describe('Returns only the one at this index, from 0.'),
})

const BoxShape = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
const FigureShape = z
  .object({
    kind: z.enum(['table', 'figure', 'formula']),
    number: z.string().describe('As printed; empty if it has no caption.'),
    caption: z.string(),
    page: z.int(),
    box: BoxShape.describe('In points from the top left corner of the page.'),
    header: z.int().describe('Number of header rows at the top.'),
    rows: z.array(z.array(z.string())).describe('Empty if the rows of a table could not be read.'),
    boxes: z.array(z.array(BoxShape.nullable())).describe('Box of each cell; null if empty.'),
    notes: z.string(),
    mentions: z.array(z.object({ text: z.string(), start: z.int(), end: z.int() })),
  })
  .meta({ title: 'PaperFigure' })

export function figureRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/papers/:id/figures', {
    schema: {
      summary:
        'Get the tables of a paper as rows and cells, and figures and formulas as boxes, with captions and mentions',
      params: PaperParams,
      querystring: FiguresQuery,
      response: {
        200: typed(
          'By `format`',
          ['application/json', 'text/csv', 'text/html'],
          z.object({ paper: z.string(), figures: z.array(FigureShape) }),
        ),
      },
    },
    async handler({ params: { id }, query: { corpus, format, at } }, reply) {
      const [paper = id] = await (await gloss.session(corpus)).paperIds([id])
      const all = await paperFigures(gloss, { corpus, paper }, server.life.signal)
      const figures = all.filter((_, place) => at === undefined || place === at)
      if (format === 'json') return { paper, figures }
      const write = format === 'csv' ? tableCsv : tableHtml
      const tables = figures.filter(({ rows }) => rows.length > 0).map((table) => write(table))
      return reply.header('content-type', `text/${format}; charset=utf-8`).send(tables.join('\n'))
    },
  })
}
