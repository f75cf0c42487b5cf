/**
 * Recognises side matter, text outside a paper's argument: table rows, legends, key words, dates, addresses, thanks, roles, notices.
 * No unit is made of it, and in passages it ranks below the text.
 */
import { PROSE_WORDS } from '../core/index.ts'
import type { Description } from '../corpus/index.ts'
import { KEYWORDS_ELSEWHERE } from './part-names.ts'

export type Aside =
  | 'table'
  | 'legend'
  | 'keywords'
  | 'dates'
  | 'address'
  | 'funding'
  | 'contributions'
  | 'notice'

/** Matches "Figure 2 Flow chart", "Table 1. Means", not "Table 1 shows": a paragraph with such a beginning is a caption. */
const CAPTION =
  /^(?:(?:Supplement(?:ary|al) |Extended Data )?(?:[Ff]igs?(?:ure|\.)?|FIG(?:URE|\.)?|[Tt]able|TABLE|[Ss]cheme|SCHEME|[Bb]ox|[Cc]hart|[Pp]late))\s*[S\dIVX]+[A-Za-z]?\s*[.:|–—-]?\s*(?=[(\p{Lu}])/u
/** Matches "Abbildung 2: Verlauf", "Tableau 1. Moyennes", "图1 土壤". */
const OTHER_CAPTION =
  /^(?:(?:Abb(?:ildung|\.)|Tab(?:elle|leau|la|ela|ella|\.)|Fig(?:ura|ure|\.)|Gráfico|Cuadro|Schéma)\s*[\dIVX]+[a-z]?\s*[.:|–—-]?\s*(?=[(\p{Lu}])|[图表圖]\s*\d+)/u
const LEGENDS = [
  // "Values are means ± SEM", "Data represent the mean of three experiments", "Error bars: SD".
  /^(?:\*+\s*|[a-e]\s)?(?:all )?(?:values?|data|bars?|error bars?|columns?|points?|numbers?|each (?:value|bar|point|column)|asterisks?|significance)\b(?:\s+\S+){0,3}?\s*(?:are|is|were|was|represents?|indicates?|denotes?|shows?|:)(?:\s+\S+){0,5}?\s+(?:means?\b|medians?\b|±|SEM\b|S\.E\.M|SD\b|S\.D|standard (?:errors?|deviations?)|n\s*=|parenthes[ei]s\b)/iu,
  /^notes?\s*[:.]/i,
  /^values (?:with|in|followed by|not sharing|sharing)\b/i,
  // "* P < .05 against control".
  /^(?:[*†‡#§]|[a-e](?=[Pp]\s?[<=>]))+\s*\S/u,
  // "TBARS, thiobarbituric acid reactive substances; GPx, glutathione peroxidase; CAT, catalase".
  /^(?:abbreviations?(?: used)?\s*[:.]|(?:[\p{L}\d-]{1,10}\s?[,=:]\s[^;,=]{3,60};\s){2}|(?:[\p{L}\d-]{1,10}\s?=\s[^;,=]{3,60}[,;]\s){2})/iu,
  /^(?:arrows?|scale bars?|lanes?|insets?)\b[^.]{0,40}(?:indicate|show|represent|mark|=|:|\d)/i,
]
const KEYWORDS =
  /^(?:key\s?-?words?(?: and phrases)?|index terms|subject(?: classification)?|mesh terms|jel codes?)\b/i
const DATES =
  /^(?:\(?(?:manuscript |first |article )?(?:received|accepted|revised|submitted|published|available online|revision (?:received|requested)|date of (?:receipt|acceptance|submission))\b).{0,80}?(?:19|20)\d\d/i
const FUNDING =
  /^(?:funding|acknowledge?ments?|sponsor(?:ship)?|grant support|role of the funding source)\b|\b(?:(?:supported|funded|financed|sponsored)(?: in part| partially)?\s(?:by|through|from)\b.{0,120}\b(?:grants?|foundation|council|ministry|programme?|fund(?:s|ing)?|institutes? of|national|university|award|fellowship|scholarship|agency|commission)|grants? (?:from|no\b|nos\b|numbers?\b|#)|(?:financial|funding) support|no (?:external |specific )?funding|the authors? (?:(?:would )?(?:also )?(?:like|wish) to |gratefully |sincerely |are (?:very )?(?:grateful|thankful|indebted))|(?:we|i) (?:(?:would like|wish|want) to |also |gratefully |sincerely |warmly )?(?:thank|acknowledge)\b|(?:we|i) (?:are|am) (?:very |deeply |most )?(?:grateful|thankful|indebted))/i
const CONTRIBUTIONS =
  /\b(?:authors?[’'‘]?s?[’'‘]? contributions?|all (?:the )?authors (?:have )?(?:read|approved|contributed|reviewed|discussed|agreed|declare)|the authors? (?:declare|have no|report no|certif)|(?:no )?(?:competing|conflicts? of|conflicting) (?:financial )?interests?|(?:\p{Lu}[\p{L}.]{1,5}, ){2,}(?:and )?\p{Lu}[\p{L}.]{1,5} (?:designed|wrote|approved|provided|performed|conceived|are responsible|were responsible|contributed|supervised)|(?:\p{Lu}\.?){2,4}(?:(?:,| and) (?:\p{Lu}\.?){2,4})*\s(?:designed|conceived|performed|wrote|analy[sz]ed|drafted|supervised|carried out|participated|collected|contributed|developed the)\b|contributed equally|writing[-–— ]+(?:original|review))/u
const NOTICE =
  /^(?:(?:clinical )?trial registration|registration|registered|systematic review registration|how to cite|citation)\b|©|\(c\) (?:19|20)\d{2}|\b(?:all rights reserved|creative commons|open[- ]access article|licen[cs]ee|copyright|reprints? (?:and|requests?)|corresponding author|address (?:for )?(?:correspondence|reprint)|correspondence(?: should be (?:addressed|sent)| (?:to|and))|to whom correspondence|supplementary (?:material|information|data) (?:is|are|for)|downloaded from|for personal use only|cite this article|how to cite|available (?:from the (?:corresponding )?authors?|upon (?:reasonable )?request)|(?:the )?publisher[’']s note|peer[- ]review(?:ed)? (?:file|history)|issn|isbn|registration (?:number|no\.)|provenance and peer review|ethic(?:s|al) (?:approval|committee approval|statement))\b/i
const CONTACT = /\S@\S+\.\S|\b(?:doi\s?:|doi\.org|https?:\/\/|www\.|e-?mail\s?:|tel\.?\s?:|fax\s?:)/i
const PLACES =
  /\b(?:(?:department|dept\.?|faculty|school|division|institute|college|cent(?:er|re)|laborator(?:y|ies)|hospital) (?:of|for)\b|university|hospital|institute|college|laborator(?:y|ies)|academy|street|avenue|p\.?\s?o\.? box|road\b|inc\.|ltd\.?|gmbh)/gi
/** Matches an auxiliary, or an ending of past or third-person verbs. Plurals match too: this only distinguishes rows from sentences. */
export const VERB =
  /\b(?:\p{Ll}{2,}(?:ed|ses|tes|ves|ces|zes|ges|fies|lies|ows|nds|nts|cts|ins|als)|showed|shown|found|led|rose|fell|grew|show|increase|decrease|suggest|indicate|play|promote|induce|inhibit|regulate|require|lead|cause|is|are|was|were|be|been|has|have|had|can|could|may|might|will|would|should|do|does|did|must|we|it|they|which|that)\b/iu

/** Minimum share of function words in a sentence of `MIN_WORDS`. All rules match 227 of SciFact's 44,775 abstract sentences. */
const MIN_FUNCTION_WORDS = 0.12
const MIN_WORDS = 8
const MAX_NUMBERS = 0.34
// Longer texts are paragraphs that contain an address.
const MAX_ADDRESS_CHARACTERS = 300
const ENDS_SENTENCE = /[.!?][)\]"'”’\d,–]*$/

/** Returns whether rules about English words apply; a text too short to identify is taken for English. */
export function isEnglish({ language }: Pick<Description, 'language'>): boolean {
  return language === null || language === 'eng'
}

/**
 * Returns the kind of side matter of a paragraph or sentence on one line, or null. English only, except for
 * rows of numbers: if `isEnglish` is false, words are not judged.
 */
export function asideOf(stretch: string, isEnglish: boolean): Aside | null {
  if (CAPTION.test(stretch) || LEGENDS.some((pattern) => pattern.test(stretch))) return 'legend'
  if (!isEnglish && OTHER_CAPTION.test(stretch)) return 'legend'
  if (KEYWORDS.test(stretch) || KEYWORDS_ELSEWHERE.test(stretch)) return 'keywords'
  if (DATES.test(stretch)) return 'dates'
  if (isAddress(stretch)) return 'address'
  if (CONTRIBUTIONS.test(stretch)) return 'contributions'
  if (FUNDING.test(stretch)) return 'funding'
  if (NOTICE.test(stretch)) return 'notice'
  return isTable(stretch, isEnglish) ? 'table' : null
}

function isAddress(stretch: string): boolean {
  if (stretch.length > MAX_ADDRESS_CHARACTERS) return false
  const places = stretch.match(PLACES)?.length ?? 0
  if (CONTACT.test(stretch)) return places > 0 || !VERB.test(stretch)
  return places > 0 && !VERB.test(stretch) && (places > 1 || /,/.test(stretch))
}

function isTable(stretch: string, isEnglish: boolean): boolean {
  if (ENDS_SENTENCE.test(stretch) && VERB.test(stretch)) return false
  const tokens = stretch.split(/\s+/)
  if (tokens.length < MIN_WORDS) return false
  const held = tokens.filter((token) => PROSE_WORDS.has(token.replace(/[^\p{L}]/gu, '').toLowerCase())).length
  if (held / tokens.length >= MIN_FUNCTION_WORDS) return false
  const numbers = tokens.filter((token) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(token)).length
  return isEnglish || numbers / tokens.length > MAX_NUMBERS
}
