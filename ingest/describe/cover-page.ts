/** Finds pages that a repository or a publisher put before the paper: they cite it, grant rights and advertise. */

// Chosen on covers of HAL, JSTOR, ResearchGate, Pure, eScholarship, Taylor & Francis and Elsevier, not measured.
const MAX_COVERS = 2
const MAX_CHARACTERS = 4000
/** Minimum text on a page of a paper, in characters; after a cover, a page with less is another cover, or a figure. */
const MIN_PAPER_CHARACTERS = 600
const ABSTRACT_LINE = /^\s*(?:abstract|summary)\b/im

const MARKS: readonly RegExp[] = [
  /\bto cite this version\s*:/i,
  /\bHAL is a multi-?\s?disciplinary open access/i,
  /\bCOVID-19 resource centre is hosted on Elsevier Connect/i,
  /\bYour use of the JSTOR archive\b|\bJSTOR is a not-for-profit\b/i,
  /\bSee discussions, stats,? and author profiles for this publication\b/i,
  /\bFull Terms & Conditions of access and use\b/i,
  /\bTo link to this article\s*:/i,
  /\bCitation for (?:the )?(?:published|final) (?:version|article)|\bCitation for published version\b/i,
  /\bLink to (?:the )?(?:publication|published version)\b/i,
  /\bPowered by the California Digital Library\b/i,
  /\bTake ?down policy\b|\bUnless otherwise (?:indicated|stated).{0,40}\bthe copyright\b/i,
  /\bThis is (?:a|an|the) (?:author(?:['’]s|s['’]?)? )?(?:accepted |pre-?print |post-?print |peer-reviewed )?(?:manuscript|version|copy|repository copy) of\b/i,
  /\bThis (?:document|version|paper) (?:is|was) (?:the )?(?:author['’]?s |downloaded |made available |available )/i,
  /\bThis Provisional PDF corresponds to the article as it appeared upon acceptance\b/i,
  /\bThis is a PDF file of an? (?:unedited manuscript|article that has undergone)/i,
  /\b(?:institutional|research|open|digital) (?:repository|archive)\b.{0,200}\b(?:citation|cite|version)\b/is,
]

/** Returns how many leading pages are covers, usually 0 and never all. Takes the text of each page. */
export function coverPageCount(texts: readonly string[]): number {
  let covers = 0
  while (covers < MAX_COVERS && isCover(texts[covers] ?? '') && isPaper(texts[covers + 1] ?? '')) covers++
  return covers
}

function isCover(text: string): boolean {
  return text.length <= MAX_CHARACTERS && !ABSTRACT_LINE.test(text) && MARKS.some((mark) => mark.test(text))
}

function isPaper(text: string): boolean {
  return text.length >= MIN_PAPER_CHARACTERS || MARKS.some((mark) => mark.test(text))
}
