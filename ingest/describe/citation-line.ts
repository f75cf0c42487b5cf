/** Finds where the paper was published, from the journal's citation line: "Dhaka Univ. J. Pharm. Sci. 8(1): 7-10, 2009 (June)". */
import { NO_PUBLICATION, type Publication } from '../../corpus/index.ts'
import type { Notices } from './notices.ts'

export interface OwnCitation {
  readonly publication: Publication
  readonly year: number | null
}

const FIRST_YEAR = 1900
const MAX_JOURNAL_WORDS = 10
const MAX_LINE_CHARACTERS = 400
const JOURNAL = String.raw`(?<journal>\p{Lu}[\p{L}\p{M}&.,:’'/ ()–-]{1,80}?)`
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const VOLUME = String.raw`(?<volume>\d{1,4})`
const ISSUE = String.raw`(?:\s*\((?<issue>[^()\n]{1,12})\))?`
const PAGES = String.raw`(?<pages>[a-zA-Z]{0,2}\d+(?:\s?[–−‐-]\s?[a-zA-Z]{0,2}\d+)?)`
const MONTH = String.raw`(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter)[a-z]*\.?(?:\s\d{1,2})?,?\s*)?`

const DAY = String.raw`(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s\d{1,2})?`

/** Forms in order of trust: the most informative first. */
const FORMS: readonly RegExp[] = [
  // "International Psychogeriatrics (2014), 26:1, 147–154"
  String.raw`^${JOURNAL}[.,]?\s*\(?${YEAR}\)?[;,]?\s*${VOLUME}:(?<issue>\d{1,2}),\s*${PAGES}`,
  // "BMJ Open 2020;10:e040969", "Behav Ecol Sociobiol (2015) 69:1383–1394", "eCAM 2008;5(1)95–101", "Molecules 2017, 22, 1763"
  String.raw`^${JOURNAL}[.,]?\s*\|?\s*\(?${YEAR}\)?(?:\s${DAY})?\s?[;,:]?\s*${VOLUME}(?:\s*\((?<issue>[^()\n]{1,12})\)\s*[:,]?|,\s*(?<number>\d{1,3})\s*:|[:,])\s*${PAGES}`,
  // "J Arthropod-Borne Dis, September 2017, 11(3): 427–432"
  String.raw`^${JOURNAL},\s*${MONTH}${YEAR}[,;]\s*${VOLUME}${ISSUE}\s*[:,]\s*${PAGES}`,
  // "PAIN 155 (2014) 2461–2470"
  String.raw`^${JOURNAL}[.,]?\s*${VOLUME}${ISSUE}\s*\(${YEAR}\)\s*,?\s*(?:pp?\.?\s*)?${PAGES}`,
  // "Dhaka Univ. J. Pharm. Sci. 8(1): 7-10, 2009", "J. Clin. Biochem. Nutr., 46, 52–59, January 2010"
  String.raw`^${JOURNAL}[.,]?\s*${VOLUME}${ISSUE}\s*[:,]\s*(?:pp?\.?\s*)?${PAGES}[,.]?\s*\(?${MONTH}${YEAR}`,
  // "Iranian Journal of Reproductive Medicine Vol.9. No.3. pp: 177-186, Summer 2011"
  String.raw`^${JOURNAL}[.,]?\s*\(?vol(?:ume|\.)?\s*${VOLUME}[.,;:)]*\s*(?:\(?(?:no|issue|number)\.?\s*(?<issue>\d{1,3})\)?[.,;:]*\s*)?(?:pp?\s?[:.]*\s*${PAGES})?[^\n]{0,30}?\b${YEAR}`,
  // "Scientific Reports | 6:12345", "Frontiers in Physiology | www.frontiersin.org 1 May 2016 | Volume 7 | Article 123"
  String.raw`^${JOURNAL}\s*\|\s*${VOLUME}\s*:\s*${PAGES}`,
  String.raw`^${JOURNAL}\s*\|\s*[^\n]{0,60}?\b${YEAR}\s*\|\s*vol(?:ume|\.)?\s*${VOLUME}\s*\|\s*(?:(?:issue|no\.)\s*(?<issue>\d+)\s*\|\s*)?(?:article\s*)?${PAGES}`,
  // "PLOS ONE | DOI:10.1371/journal.pone.0123456 May 3, 2016 1 / 15"
  String.raw`^${JOURNAL}\s*\|\s*(?:doi|https?)\S*\s[^\n]{0,80}?\b${YEAR}\b`,
  // "Cancer Management and Research 2021:13"
  String.raw`^(?:\d+\s+submit your manuscript \| \S+\s+)?${JOURNAL}\s+${YEAR}\s*:\s*${VOLUME}\b`,
].map((form) => new RegExp(form, 'iu'))
// "Advances in Pharmacological Sciences / Volume 2016, Article ID 4104595"
const ARTICLE_ID = new RegExp(String.raw`^volume\s+${YEAR},\s*article id\s*(?<pages>\w+)`, 'iu')
const BEFORE =
  /^[^\d]{0,80}?\bet al\b[.,:;]*\s+|^(?:to cite(?: this article)?|cite (?:this article )?as|citation|published in(?: final edited form as)?|in)\s*:?\s+|^[|•\s(]+|^\d{1,4}\s+(?=\p{Lu})/iu
const DATE_BEHIND = new RegExp(String.raw`,\s*${MONTH}$`, 'iu')
const NO_JOURNAL =
  /^(?:received|accepted|revised|published|submitted|copyright|©|available|figure|fig|table|page|vol|issn|doi|draft|version|tel|fax|phone|arxiv|preprint|and|in|the year)\b|www\.|https?:|@|\d{3}/i

/** Returns null if no line is a citation. `latest` is the latest possible year of a paper. */
export function ownCitationOf(notices: Notices, latest: number): OwnCitation | null {
  const lines = [...notices.margins, ...notices.short]
  const numbered = lines.filter((line) => /\d/.test(line))
  const [first, ...more] = numbered.flatMap((line) => citationIn(line, latest) ?? [])
  if (first === undefined) return articleId(lines, latest) ?? tailCitation(notices.abstractTail, latest)
  // A number after the volume in a running head may be that of the current page: a range is more reliable.
  if (hasRange(first)) return first
  const isSame = ({ year, publication }: OwnCitation) =>
    year === first.year && publication.volume === first.publication.volume
  return more.find((other) => isSame(other) && hasRange(other)) ?? first
}

function hasRange({ publication: { pages } }: OwnCitation): boolean {
  return pages !== null && !/^\d+$/.test(pages)
}

/** Reads a citation at the abstract's end: the journal's abbreviation may begin at any capital letter of its last words. */
function tailCitation(tail: string, latest: number): OwnCitation | null {
  const start = tail.search(/(?:\(|[.!?]\s+)(?=\p{Lu}[\p{L}&. ]{3,60}\s\d)/u)
  return start < 0 ? null : citationIn(tail.slice(start).replace(/^[.!?\s(]+/u, ''), latest)
}

function citationIn(line: string, latest: number): OwnCitation | null {
  let text = line.slice(0, MAX_LINE_CHARACTERS).replace(/\s+/g, ' ').trim()
  for (let cut = text.replace(BEFORE, ''); cut !== text; cut = text.replace(BEFORE, '')) text = cut
  for (const form of FORMS) {
    const { journal, year, volume, issue, number, pages } = form.exec(text)?.groups ?? {}
    const name = journal === undefined ? null : journalName(journal)
    const said = year === undefined ? null : Number(year)
    if (name === null || (said !== null && (said < FIRST_YEAR || said > latest))) continue
    const publication = {
      journal: name,
      volume: volume ?? null,
      issue: issue ?? number ?? null,
      pages: pages?.replace(/\s/g, '') ?? null,
    }
    return { publication, year: said }
  }
  return null
}

function articleId(lines: readonly string[], latest: number): OwnCitation | null {
  for (const [at, line] of lines.entries()) {
    const groups = ARTICLE_ID.exec(line)?.groups
    if (groups === undefined) continue
    const name = journalName(lines[at - 1] ?? '')
    const year = Number(groups['year'] ?? 0)
    if (name === null || year < FIRST_YEAR || year > latest) continue
    return {
      publication: { ...NO_PUBLICATION, journal: name, volume: String(year), pages: groups['pages'] ?? null },
      year,
    }
  }
  return null
}

/** Returns the name without the full stop of its last short word. Null if the words are too many, or the end of another sentence. */
function journalName(text: string): string | null {
  const name = text
    .replace(DATE_BEHIND, '')
    .replace(/[\s.,:|(–-]+$/u, '')
    .trim()
  const words = name.split(/\s+/)
  if (words.length > MAX_JOURNAL_WORDS || !/\p{L}{2}/u.test(name) || NO_JOURNAL.test(name)) return null
  // "… for biosurfactants. Microb Cell Fact": a title precedes the journal.
  if (/\p{Ll}{6,}[.?!:]\s+\p{Lu}/u.test(name)) return null
  return name
}
