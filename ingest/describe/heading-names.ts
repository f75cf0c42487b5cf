/** Lists the names that papers give their parts. */
import {
  ABSTRACT_ELSEWHERE,
  CONCLUSIONS_ELSEWHERE,
  DISCUSSION_ELSEWHERE,
  INTRODUCTION_ELSEWHERE,
  METHODS_ELSEWHERE,
  REFERENCES_ELSEWHERE,
  RESULTS_ELSEWHERE,
  THANKS_ELSEWHERE,
} from '../part-names.ts'

// "2. Methods", "II. METHODS", "2 | METHODS"; Chinese numbers have no space after them: "一、引言", "1引言".
const NUMBERING = String.raw`(?:(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])[.)]?\s+(?:[|•]\s*)?|(?:\d{1,2}[.、]?|[一二三四五六七八九十]{1,2}[、.])\s*(?=\p{sc=Han}))?`

function named(words: string): RegExp {
  return new RegExp(String.raw`^#{0,6}\s*${NUMBERING}[【[]?(?:${words})[】\]]?\s*[:：.—–-]?$`, 'iu')
}

export const ABSTRACT_NAME = named(
  String.raw`(?:a\s?r\s?t\s?i\s?c\s?l\s?e\s+i\s?n\s?f\s?o\s+)?(?:abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)|summary|executive summary|synopsis|${ABSTRACT_ELSEWHERE}`,
)
export const REFERENCES_NAME = named(
  'references|references and notes|references cited|reference list|bibliography|literature cited|literature|works cited|' +
    `cited references|notes and references|${REFERENCES_ELSEWHERE}`,
)
const ELSEWHERE = [
  INTRODUCTION_ELSEWHERE,
  METHODS_ELSEWHERE,
  RESULTS_ELSEWHERE,
  DISCUSSION_ELSEWHERE,
  CONCLUSIONS_ELSEWHERE,
].join('|')
export const SECTION_NAME = named(
  '(?:general )?introduction|background|(?:materials?|patients|subjects|methods)(?: (?:and|&) (?:materials?|methods))?|' +
    'methodology|experimental(?: (?:section|procedures?|setup|methods))?|related works?|results?|' +
    'results? (?:and|&) discussions?|discussions?|(?:discussion (?:and|&) )?conclusions?|concluding remarks|findings|' +
    'limitations|future works?|outlook|acknowledge?ments?|funding|appendix|appendices|supplementary (?:material|information|data)|' +
    "supporting information|abbreviations|(?:authors?[’']s? )?contributions|" +
    'competing interests?|conflicts? of interests?|data availability|ethics statement|case report|statistical analysis|study design|' +
    `${ELSEWHERE}|${THANKS_ELSEWHERE}`,
)
/** Top-level parts of nearly every paper, whose type is that of the first level. */
export const MAIN_PART_NAME = named(
  '(?:general )?introduction|background|(?:materials?|patients|subjects|methods)(?: (?:and|&) (?:materials?|methods))|methods|' +
    'methodology|experimental(?: (?:section|procedures?))?|results?|findings|results? (?:and|&) discussions?|discussions?|' +
    `(?:discussion (?:and|&) )?conclusions?|concluding remarks|${ELSEWHERE}`,
)
export const INTRODUCTION_NAME = named(`(?:general )?introduction|background|${INTRODUCTION_ELSEWHERE}`)

/** Returns whether a text is a usual name of a part of a paper, numbered or not. */
export function isPartName(text: string): boolean {
  return SECTION_NAME.test(text) || ABSTRACT_NAME.test(text) || REFERENCES_NAME.test(text)
}

/** Labels of a structured abstract, run into the text or on separate lines. */
export const ABSTRACT_LABEL =
  /^(?:background|context|objectives?|aims?|purposes?|introduction|motivation|rationale|hypothes[ei]s|problem|setting|design|study design|patients|participants|subjects|materials?(?: and methods)?|methods?(?: and (?:materials|findings|results))?|methodology(?:\/principal findings)?|main outcome measures?|interventions?|data sources|study selection|results?|findings|principal findings|discussions?|conclusions?(?:\/significance)?|conclusions? and (?:relevance|significance)|interpretation|significance|implications|limitations|scope|availability(?: and implementation)?|trial registration|funding)\b/i

/** Start of text that follows an abstract and does not belong to it. */
export const AFTER_ABSTRACT =
  /^(?:key\s?-?words?|key\s?phrases|index terms|indexing terms|subject(?:s| terms| headings| classification)|jel\b|msc\b|pacs\b|ccs concepts|categories and subject|general terms|©|\(c\)|copyright|received|accepted|published|revised|available online|doi\b|https?:|e-?mail|correspond|\*|†|‡|abbreviations|citation|cite this|how to cite|open access|this is an open|this article|this work (?:is|was) (?:licensed|supported)|author (?:summary|contributions)|significance statement|graphical abstract|highlights|editor|academic editor|handling editor|address|funding|disclaimer|introduction\b|1\.?\s+introduction|i\.\s+introduction)/i
