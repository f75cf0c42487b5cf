/** Provides a synthesis with models, code that searches and reads the corpus instead of the web, and the results of that code. */

import { openRunPorts } from '../../../../app/solve/index.ts'
import { findEvidence, type SearchPlan, textWebFunctions } from '../../../../app/think/index.ts'
import type { BackendName, CorpusSession, Gloss } from '../../../../app/wiring/index.ts'
import { openPageReading } from '../../../../app/wiring/parts.ts'
import { sampled } from '../../../../core/index.ts'
import { allUnits, readingOf, type Unit } from '../../../../corpus/index.ts'
import type { Ledger } from '../../../../models/index.ts'
import type { RunPorts, RunStore } from '../../../../solver/index.ts'
import { type GuestFunctions, isUnreadLink, unreadLink } from '../../../../tools/index.ts'
import type { AttemptContexts, StatedUnit, SynthesisPorts } from '../../training/index.ts'
import { type TrainingRole, trainingChat } from './training-roles.ts'

const PURPOSE = 'The synthesis of questions'
/** As in ReThinker's code. */
const HITS = 10
const QUERY_HEAD = 'Search: '
const READ_HEAD = 'Read: '
const UNIT_LINK = /^gloss:[^#\s]+#(?:page=\d+&)?unit=(\S+)$/gm
const PAPER_LINK = /^gloss:([^#?\s]+)/
/** Most candidate units from a paper that was read. Chosen, not measured. */
const UNITS_OF_PAPER = 20
/** Units of the corpus from which seeds are taken. Chosen, not measured. */
const SAMPLED_UNITS = 100

export async function openSynthesisPorts(
  gloss: Gloss,
  session: CorpusSession,
  backend: BackendName,
): Promise<RunPorts> {
  const plan = { corpus: session.name, backend, filter: null }
  const ports = await openRunPorts(gloss, { ...plan, monitor: 'lexical' })
  const choice = (role: string, ledger: Ledger) => trainingChat(gloss, role as TrainingRole, ledger)
  return {
    ...ports,
    chat: (role, ledger) => gloss.chats.openContinuing(PURPOSE, choice(role, ledger)),
    helper: (role, ledger) => gloss.chats.open(PURPOSE, choice(role, ledger)),
    functions: (_tools, { ledger }) =>
      corpusFunctions({ gloss, session, plan: { backend, filter: null } }, ledger),
  }
}

interface CorpusWeb {
  readonly gloss: Gloss
  readonly session: CorpusSession
  readonly plan: Omit<SearchPlan, 'k'>
}

/** Returns the functions. `web_search` puts each hit's unit into its link, so that results can be read from the journal. */
function corpusFunctions({ gloss, session, plan }: CorpusWeb, ledger: Ledger): GuestFunctions {
  const reading = openPageReading(gloss, ledger)
  const { web_parse: parse } = textWebFunctions({ session, plan, engine: null, reading, ledger })
  const search: GuestFunctions[string]['call'] = async ([keywords = ''], signal) => {
    const ask = { query: keywords, signal, ledger }
    const hits = keywords.trim() === '' ? [] : await findEvidence(session, { ...plan, k: HITS }, ask)
    const shown = hits.map(({ title, paper, page, unit, text }, at) => {
      const link = `gloss:${paper}#${page === null ? '' : `page=${page}&`}unit=${unit}`
      return `${at + 1}. ${title}\n${link}\n${text}`
    })
    const head = `${QUERY_HEAD}${keywords.replace(/\s+/g, ' ').trim()}`
    return [head, ...(shown.length === 0 ? ['Nothing was found.'] : shown)].join('\n\n')
  }
  const read: GuestFunctions[string]['call'] = async ([link = '', query = ''], signal) => {
    const place = link.trim()
    const answer = PAPER_LINK.test(place)
      ? await parse?.call([place, query], signal)
      : unreadLink(place, ': only links that web_search gave can be read.')
    return `${READ_HEAD}${place}\n\n${String(answer)}`
  }
  const parsing = { parameters: ['link', 'query'], call: read }
  return {
    web_search: { parameters: ['keywords'], call: search },
    web_parse: parsing,
    url_browse: parsing,
    think: { parameters: ['thought'], call: async ([thought = '']) => thought },
  }
}

/** Returns contexts from the journal of a synthesis. */
export function journalledContexts(
  session: CorpusSession,
  journal: ReturnType<RunStore['journal']>,
): SynthesisPorts {
  async function answersOf(path: string, name: string): Promise<string[]> {
    const texts: string[] = []
    for (let number = 0; ; number++) {
      const entry = await journal.read(`${path}/${name}.${number}`)
      if (entry === null) return texts
      if (entry.failure === null && typeof entry.value === 'string') texts.push(entry.value)
    }
  }

  return {
    async contexts(path): Promise<AttemptContexts> {
      const searches = (await answersOf(path, 'web_search')).map((text) => {
        const { head: query, rest } = withoutHead(text, QUERY_HEAD)
        return { query, text: rest }
      })
      const parsed = [...(await answersOf(path, 'web_parse')), ...(await answersOf(path, 'url_browse'))]
        .map((text) => withoutHead(text, READ_HEAD))
        .filter(({ head, rest }) => !isUnreadLink(head, rest))
      const found = searches.flatMap(({ text }) => [...text.matchAll(UNIT_LINK)].map(([, id = '']) => id))
      const papers = parsed.flatMap(({ head }) => PAPER_LINK.exec(head)?.[1] ?? [])
      const read: string[] = []
      for (const paper of new Set(papers))
        read.push(...(await session.store.listUnits({ paper, limit: UNITS_OF_PAPER })).map(({ id }) => id))
      const units = await session.store.units([...new Set([...found, ...read])])
      return { searches, pages: parsed.map(({ rest }) => rest), units: await stated(session, units) }
    },
    async sampleUnits(seed) {
      const ids: string[] = []
      for await (const { id } of allUnits(session.store, { kind: 'unit' })) ids.push(id)
      if (ids.length === 0) for await (const { id } of allUnits(session.store)) ids.push(id)
      return await stated(session, await session.store.units(sampled(ids, SAMPLED_UNITS, seed)))
    },
  }
}

/** Returns the first line without `head`, and the text after the empty line. */
function withoutHead(text: string, head: string): { readonly head: string; readonly rest: string } {
  const [first = '', ...rest] = text.split('\n')
  return { head: first.slice(head.length), rest: rest.join('\n').trim() }
}

async function stated(session: CorpusSession, units: readonly (Unit | null)[]): Promise<StatedUnit[]> {
  const shown: StatedUnit[] = []
  for (const unit of units) {
    if (unit === null) continue
    const { id, paper, page } = unit
    const title = (await session.store.paper(paper))?.title ?? ''
    shown.push({ id, paper, title, page, text: readingOf(unit) })
  }
  return shown
}
