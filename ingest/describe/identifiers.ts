/** Finds the DOI and the licence on the first pages. */
import type { Front } from './blocks.ts'
import type { Notices } from './notices.ts'

// https://www.crossref.org/blog/dois-and-matching-regular-expressions/, with line ends allowed after the slash.
const DOI = /\b(10\.\d{4,9}\/\s?[-._;()/:A-Za-z0-9<>]+)/g
const TRAILING = /[.,;:)\]>]+$/
const LICENCE_LINK =
  /creativecommons\.org\/(?:licen[cs]es\/(by(?:-nc)?(?:-sa|-nd)?)|publicdomain\/(zero))\/(\d\.\d)?/i
const LICENCE_CODE = /\bCC[\s-]BY((?:[\s-](?:NC|SA|ND))*)(?:[\s-](\d\.\d))?\b/
const LICENCE_NAME =
  /Creative\s+Commons\s+Attribution((?:[\s–-]*(?:Non[\s-]?Commercial|Share[\s-]?Alike|No[\s-]?Deriv(?:ative|ation)?s?(?:\s?Works)?))*)(?:\s+(?:Unported\s+|International\s+)?(\d\.\d))?/i
const PUBLIC_DOMAIN = /\bCC0\b|Creative Commons (?:Public Domain|CC0|Zero)/i

/** DOIs of repositories of data and programs, which a paper only cites: Zenodo, figshare, Dryad, OSF, PANGAEA, Mendeley Data. */
const DATA_DOI = /^10\.(?:5281\/zenodo|6084\/m9\.figshare|5061\/dryad|17605\/osf|1594\/pangaea|17632|24433)/i
// "10.1101/2020.06.09.20116806.this version posted": the next sentence begins without a space.
const GLUED_WORD =
  /(?<=\d)\.?(?:this|the|version|copyright|available|received|accepted|published|www|https?)\b.*$/i
const TEMPLATE = /x{4,}|\.{2}/i

/** Returns this article's DOI, from the margins or else a line of the first pages, or null; DOIs of references do not count. */
export function doiOf(notices: Notices): string | null {
  const found = [...notices.margins, ...notices.short, notices.cover, ...notices.closing].flatMap(doisIn)
  return found.find((doi) => !DATA_DOI.test(doi)) ?? null
}

function doisIn(text: string): string[] {
  return [...text.matchAll(DOI)].flatMap(([, found]) => {
    const doi = (found ?? '').replace(/\s/g, '').replace(GLUED_WORD, '').replace(TRAILING, '')
    return /\/.{2,}/.test(doi) && !TEMPLATE.test(doi) ? [balanced(doi)] : []
  })
}

/** Closes a bracket that opens within the DOI: "10.1016/S2352-3026(20)30366-5". */
function balanced(doi: string): string {
  const open = doi.split('(').length - doi.split(')').length
  return open > 0 ? `${doi}${')'.repeat(open)}` : doi
}

/** Returns the licence under an SPDX-like name: `CC-BY-4.0`, `CC-BY-NC-SA`, `CC0-1.0`; null if the paper names none. */
export function licenceOf(front: Front): string | null {
  const text = `${front.margins.join('\n')}\n${front.text.slice(0, front.secondPageEnd)}\n${front.text.slice(-6000)}`
  const link = LICENCE_LINK.exec(text)
  if (link !== null)
    return link[2] === undefined ? named(link[1] ?? 'by', link[3]) : `CC0-${link[3] ?? '1.0'}`
  const code = LICENCE_CODE.exec(text)
  if (code !== null) return named(`by${(code[1] ?? '').replace(/\s/g, '-')}`, code[2])
  const name = LICENCE_NAME.exec(text)
  if (name !== null) return named(`by${termsOf(name[1] ?? '')}`, name[2])
  return PUBLIC_DOMAIN.test(text) ? 'CC0-1.0' : null
}

function named(terms: string, version: string | undefined): string {
  return `CC-${terms.toUpperCase()}${version === undefined ? '' : `-${version}`}`
}

function termsOf(words: string): string {
  const nonCommercial = /non/i.test(words) ? '-NC' : ''
  const derivatives = /deriv/i.test(words) ? '-ND' : ''
  return `${nonCommercial}${derivatives}${/share/i.test(words) ? '-SA' : ''}`
}
