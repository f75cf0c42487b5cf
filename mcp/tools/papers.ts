/** `papers`: a list of the papers, or the front matter and units of one. */
import { z } from 'zod'
import type { CorpusSession, Gloss } from '../../app/wiring/index.ts'
import type { Item, Listing } from '../listing.ts'
import { shortAuthor, shortAuthors, shortId, shortLine } from '../short-forms.ts'
import { corpus, cursor, paper, stampOf, tool } from '../tool.ts'

export function papersTool() {
  return tool({
    name: 'papers',
    description: 'List papers and other corpora; for one paper, authors, journal, DOI and units.',
    isReadOnly: true,
    input: z.strictObject({ paper: paper.optional(), corpus, cursor }),
    async run({ paper, corpus }, { gloss }) {
      const session = await gloss.session(corpus)
      return paper === undefined ? await listOf(session, gloss) : await sheetOf(session, paper)
    },
  })
}

async function listOf(session: CorpusSession, gloss: Gloss): Promise<Listing> {
  const papers = await session.papers({ state: 'kept' })
  const others = (await gloss.workspace.listCorpora()).filter((name) => name !== session.name)
  const items: Item[] = papers.map(({ id, title, year, authors, pages, units }) => ({
    list: 'papers',
    fields: {
      paper: shortId(id),
      title: shortLine(title),
      year,
      author: shortAuthor(authors[0] ?? ''),
      pages,
      units,
    },
  }))
  return {
    head: { corpus: session.name, kept: papers.length },
    items: [...items, ...others.map((name) => ({ list: 'otherCorpora', fields: { corpus: name } }))],
    lists: ['papers'],
    stamp: await stampOf(session),
  }
}

async function sheetOf(session: CorpusSession, name: string): Promise<Listing> {
  const { id, title, authors, year, doi, publication, state, pages, abstract, language, licence } =
    await session.paper(name)
  const { journal, volume, issue, pages: printed } = publication
  const known = { year, doi, journal, volume, issue, printed, language, licence }
  const facts = Object.entries(known).filter(([, value]) => value !== null)
  const short = facts.map(([key, value]) => [key, typeof value === 'string' ? shortLine(value) : value])
  const units = await session.units({ paper: id, kind: 'unit' })
  return {
    head: {
      paper: shortId(id),
      title: shortLine(title),
      ...shortAuthors(authors),
      ...Object.fromEntries(short),
      state,
      pages,
    },
    items: [
      { list: 'abstract', fields: {}, text: abstract },
      ...units.map(
        (unit): Item => ({ list: 'units', fields: { unit: unit.id, page: unit.page }, text: unit.text }),
      ),
    ],
    stamp: await stampOf(session),
  }
}
