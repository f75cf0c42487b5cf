/** Papers and units of a corpus: listed with keyset paging, and one at a time. */

import { z } from 'zod'
import { editPaper, removePapers } from '../../app/papers/index.ts'
import {
  FrontMatterChangeShape,
  type Gloss,
  PaperShape,
  UnitKindShape,
  UnitShape,
} from '../../app/wiring/index.ts'
import { defined } from '../../core/index.ts'
import { withoutFolders } from '../http/client-paths.ts'
import {
  CorpusQuery,
  corpusField,
  documented,
  idField,
  limitField,
  PaperParams,
  paperField,
  UnitParams,
  type ZodServer,
} from '../http/fields.ts'
import { otherNames } from '../http/question-fields.ts'
import { figureRoutes } from './figures.ts'
import { referenceRoutes } from './references.ts'

const MAX_STATE_CHARACTERS = 80

const PapersQuery = z.strictObject({
  corpus: corpusField,
  limit: limitField,
  after: idField.optional().describe('`next` of the previous page.'),
  state: z
    .string()
    .max(MAX_STATE_CHARACTERS)
    .regex(
      /^(?:kept|(?:dropped|failed)(?::[a-z0-9_]+)?)$/,
      'must be kept, dropped, failed, or one of the last two with a reason',
    )
    .optional(),
})

const UnitsQuery = z.strictObject({
  corpus: corpusField,
  limit: limitField,
  after: idField.optional().describe('`next` of the previous page.'),
  paper: paperField.optional(),
  papers: otherNames(paperField, 'paper'),
  kind: UnitKindShape.optional(),
  kinds: otherNames(UnitKindShape, 'kind'),
})

const PaperDetails = z
  .looseObject({
    ...PaperShape.shape,
    format: z.string().describe('Format of the source: `pdf`, `text`, `html` and others.'),
    gate: z.looseObject(PaperShape.shape.gate.unwrap().shape).nullable(),
  })
  .meta({ title: 'PaperDetails' })
const next = z.string().nullable().describe('Pass as `after` for the next page; null on the last one.')

export function paperRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/papers', {
    schema: {
      summary: 'List papers, ordered by id',
      querystring: PapersQuery,
      response: { 200: documented(z.object({ papers: z.array(PaperShape), next })) },
    },
    async handler({ query: { corpus, limit, after, state } }) {
      const session = await gloss.session(corpus)
      const query = { limit: limit + 1, ...defined({ after, state }) }
      const { items, next } = paged(await session.papers(query), limit)
      return { papers: items.map(withoutFolders), next }
    },
  })

  server.get('/papers/:id', {
    schema: {
      summary: 'Get a paper with its description and gate record',
      params: PaperParams,
      querystring: CorpusQuery,
      response: { 200: documented(PaperDetails) },
    },
    handler: async ({ params: { id }, query: { corpus } }) =>
      withoutFolders(await (await gloss.session(corpus)).paper(id)),
  })

  server.patch('/papers/:id', {
    schema: {
      summary: 'Correct the front matter of a paper by hand; re-reading the paper keeps the corrections',
      params: PaperParams,
      body: FrontMatterChangeShape.safeExtend({ corpus: corpusField }),
      response: { 200: documented(PaperDetails) },
    },
    handler: async ({ params: { id }, body: { corpus, ...change } }) =>
      withoutFolders(await editPaper(gloss, { corpus, paper: id, change }, server.life.signal)),
  })

  server.delete('/papers/:id', {
    schema: {
      summary: 'Remove a paper and everything derived from it; a later ingest of a folder skips its file',
      params: PaperParams,
      querystring: CorpusQuery,
      response: { 204: documented(z.null().describe('Removed.')) },
    },
    async handler({ params: { id }, query: { corpus } }, reply) {
      await removePapers(gloss, corpus, [id])
      return reply.code(204).send()
    },
  })

  referenceRoutes(server, gloss)
  figureRoutes(server, gloss)
  unitRoutes(server, gloss)
}

function unitRoutes(server: ZodServer, gloss: Gloss): void {
  server.get('/units', {
    schema: {
      summary: 'List units and passages, paper by paper',
      querystring: UnitsQuery,
      response: { 200: documented(z.object({ units: z.array(UnitShape), next })) },
    },
    async handler({
      query: { corpus, limit, papers, paper: named = papers, kinds, kind = kinds, ...others },
    }) {
      const session = await gloss.session(corpus)
      const [paper] = named === undefined ? [] : await session.paperIds([named])
      const query = { limit: limit + 1, ...defined({ ...others, kind, paper }) }
      const { items, next } = paged(await session.units(query), limit)
      return { units: items, next }
    },
  })

  server.get('/units/:id', {
    schema: {
      summary: 'Get a unit or passage',
      params: UnitParams,
      querystring: CorpusQuery,
      response: { 200: documented(UnitShape) },
    },
    handler: async ({ params: { id }, query: { corpus } }) => (await gloss.session(corpus)).unit(id),
  })
}

/** Splits off one item more than requested, which shows whether there is another page. */
function paged<Item extends { readonly id: string }>(found: readonly Item[], limit: number) {
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}
