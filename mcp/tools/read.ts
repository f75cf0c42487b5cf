/** `read`: a unit, a page or a section in the paper's own words; the abstract and sections if only a paper is named. */
import { z } from 'zod'
import { paperSections, sectionText } from '../../app/papers/index.ts'
import type { CorpusSession } from '../../app/wiring/index.ts'
import { invalidInput } from '../../core/index.ts'
import type { Item } from '../listing.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, paper, stampOf, tool, unit } from '../tool.ts'

export function readTool() {
  return tool({
    name: 'read',
    description:
      'Read a unit, a page or section of a paper, or, of a paper alone, its abstract and sections.',
    isReadOnly: true,
    input: z.strictObject({
      unit: unit.optional(),
      paper: paper.optional(),
      page: z.int().min(1).optional(),
      section: z.string().min(1).max(300).optional().describe('heading or part of it'),
      corpus,
      cursor,
    }),
    async run(asked, { gloss }) {
      const session = await gloss.session(asked.corpus)
      const stamp = await stampOf(session)
      const named = asked.unit === undefined ? asked.paper : (await session.unit(asked.unit)).paper
      if (named === undefined) throw invalidInput('paper', 'paper: name a unit or a paper.')
      const { id, title, year, pages, abstract } = await session.paper(named)
      const head = { paper: shortId(id), title: shortLine(title), year, pages }
      if (asked.unit !== undefined) return { head, stamp, items: [await unitItem(session, asked.unit)] }
      if (asked.section !== undefined)
        return { head, stamp, items: [await sectionItem(session, id, asked.section)] }
      if (asked.page !== undefined) return { head, stamp, items: [await pageItem(session, id, asked.page)] }
      const sections = (await paperSections(session, id)).map(({ heading, page }) => ({
        list: 'sections',
        fields: { heading: shortLine(heading), page },
      }))
      return { head, stamp, items: [{ list: 'abstract', fields: {}, text: abstract }, ...sections] }
    },
  })
}

async function unitItem(session: CorpusSession, name: string): Promise<Item> {
  const { id, page, locator, kind, text, reading } = await session.unit(name)
  const fields = {
    unit: id,
    kind,
    page,
    locator: shortLine(locator),
    ...(reading === null ? {} : { reading: shortLine(reading) }),
  }
  return { list: 'units', fields, text }
}

async function sectionItem(session: CorpusSession, id: string, asked: string): Promise<Item> {
  const { heading, page, text } = await sectionText(session, id, asked)
  return { list: 'sections', fields: { heading: shortLine(heading), page }, text }
}

async function pageItem(session: CorpusSession, id: string, number: number): Promise<Item> {
  const { text } = await session.page(id, number)
  return { list: 'page', fields: { page: number }, text }
}
