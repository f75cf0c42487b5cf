/** A page of a paper as text and as an image, and the boxes of a span of its text. */
import { z } from 'zod'
import { usualCount } from '../../app/config/index.ts'
import { spanBoxes, unitsOnPage } from '../../app/ingest/index.ts'
import type { Gloss } from '../../app/wiring/index.ts'
import { signalOf } from '../http/client-signal.ts'
import {
  CorpusQuery,
  corpusField,
  documented,
  PaperParams,
  paperField,
  typed,
  wholeNumber,
  type ZodServer,
} from '../http/fields.ts'
import type { Metrics } from '../http/metrics.ts'
import { createPagePictures, DRAWN_WIDTHS } from './page-pictures.ts'

const WIDTH_PIXELS = { least: 100, most: 3_000, default: 900 }

const PageParams = z.strictObject({
  id: paperField,
  number: z.coerce.number().int().min(1).describe('Page number, from 1.'),
})
const ImageQuery = z.strictObject({
  corpus: corpusField,
  width: usualCount(WIDTH_PIXELS.default, WIDTH_PIXELS.least, WIDTH_PIXELS.most).describe(
    `Width in pixels, rounded up to one of ${DRAWN_WIDTHS.join(', ')}.`,
  ),
  box: z
    .string()
    .regex(/^\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?){3}$/, 'must be four numbers: left,top,right,bottom')
    .transform((text) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = text.split(',').map(Number)
      return { left, top, right, bottom }
    })
    .refine(({ left, top, right, bottom }) => left < right && top < bottom, 'must have an area')
    .optional()
    .describe('The part of the page to draw, as left,top,right,bottom in points. Default: all of it.'),
})
const SpanQuery = z
  .strictObject({ corpus: corpusField, start: wholeNumber, end: wholeNumber })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'must come after `start`' })

const boxes = z.array(
  z
    .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
    .meta({ title: 'Box' }),
)
const place = { page: z.int(), width: z.number(), height: z.number() }
const Boxes = z.array(z.object({ ...place, boxes }))
const UnitsOnPage = z
  .object({ ...place, units: z.array(z.object({ unit: z.string(), boxes })) })
  .meta({ title: 'UnitsOnPage' })

export function pageRoutes(server: ZodServer, gloss: Gloss, metrics: Metrics): void {
  const pictures = createPagePictures(gloss, metrics, server.life.signal)

  server.get('/papers/:id/pages/:number', {
    schema: {
      summary: 'Get the text of a page',
      params: PageParams,
      querystring: CorpusQuery,
      response: {
        200: documented(
          z.object({
            paper: z.string(),
            number: z.int(),
            width: z.number(),
            height: z.number(),
            text: z.string(),
          }),
        ),
      },
    },
    async handler({ params: { id, number: wanted }, query: { corpus } }) {
      const session = await gloss.session(corpus)
      const [paper = id] = await session.paperIds([id])
      const page = await session.page(paper, wanted)
      const { number, width, height, text } = page
      return { paper, number, width, height, text }
    },
  })

  server.get('/papers/:id/pages/:number/image', {
    schema: {
      summary: 'Get a page, or a part of it, as a PNG image',
      params: PageParams,
      querystring: ImageQuery,
      response: {
        200: typed('image/png', ['image/png']),
      },
    },
    async handler(request, reply) {
      const { id, number } = request.params
      const { corpus: named, width, box: crop } = request.query
      const corpus = named ?? (await gloss.defaultCorpus('read'))
      const [paper = id] = await (await gloss.session(corpus)).paperIds([id])
      const picture = { corpus, paper, page: number, widthPixels: width, crop }
      const bytes = await pictures.png(picture, request, signalOf(reply))
      // An id is the hash of the file, so the picture under it never changes; under another name it may.
      const cached = paper === id ? 'private, max-age=86400, immutable' : 'no-cache'
      return reply.type('image/png').header('cache-control', cached).send(bytes)
    },
  })

  server.get('/papers/:id/pages/:number/units', {
    schema: {
      summary: 'Locate the units of a page: one box per line, in points from the top left',
      params: PageParams,
      querystring: CorpusQuery,
      response: { 200: documented(UnitsOnPage) },
    },
    handler: ({ params: { id, number: page }, query: { corpus } }) =>
      unitsOnPage(gloss, { corpus, paper: id, page }),
  })

  server.get('/papers/:id/spans', {
    schema: {
      summary: 'Locate a span of the text: one box per line, in points from the top left of its page',
      params: PaperParams,
      querystring: SpanQuery,
      response: { 200: documented(z.object({ paper: z.string(), pages: Boxes })) },
    },
    async handler({ params: { id }, query: { corpus, start, end } }) {
      const [paper = id] = await (await gloss.session(corpus)).paperIds([id])
      return { paper, pages: await spanBoxes(gloss, { corpus, paper, start, end }) }
    },
  })
}
