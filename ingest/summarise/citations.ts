/** Numbers that point into a reference list say nothing outside their paper: a statement is shown and indexed without them. */

const NUMBERS = String.raw`\d{1,3}(?:\s?[,–-]\s?\d{1,3})*`
const BRACKETED = new RegExp(String.raw`\s?\[${NUMBERS}\]`, 'g')
/** A raised number as the text layer has it: right behind the stop or comma of a word ("materials.11,12"), "Fig.3" and the like excepted. */
const BEHIND_A_MARK = new RegExp(
  String.raw`(?<=[\p{L})\]"”’][.,;:]["”’)]?)(?<!\b(?:[Ff]igs?|[Ee]qs?|[Rr]efs?|[Nn]os?|[Tt]ab|[Ss]ecs?|[Vv]ol|pp?|ca|approx)\.)${NUMBERS}(?=\s|$)`,
  'gu',
)
/** The same number, set apart and carried over to the next sentence: "14,15 Deep", "14 These"; not "23 MPs", "1,200 Patients". */
const OPENERS =
  'The|These|This|Those|We|In|It|Its|A|An|Our|They|However|For|As|Although|While|Here|There|To|By|On|At|When|If|Such'
const AT_THE_START = new RegExp(
  String.raw`^(?:(?!\d{1,3},\d{3}\b)\d{1,3}(?:[,–-]\d{1,3})+\s+(?=\p{Lu}\p{Ll}|\p{Lu}{2})|\[?${NUMBERS}\]?\s+(?=(?:${OPENERS})\b))`,
  'u',
)

/** Characters that a number of the sentence before takes at the beginning of this one. */
export function citationBefore(sentence: string): number {
  return AT_THE_START.exec(sentence)?.[0].length ?? 0
}

/** Set as raised characters, behind a word or a mark: "embolism⁴¹", "known.¹²,¹³", not "m²" or "10⁶". */
const RAISED = /(?<=\p{L}{3}|[.,;:%)\]”"’]|\b(?:19|20)\d\d)[⁰¹²³⁴-⁹]+(?:\s?[,–-]\s?[⁰¹²³⁴-⁹]+)*/gu

export function withoutCitations(statement: string): string {
  return statement
    .replace(RAISED, '')
    .replace(BRACKETED, '')
    .replace(BEHIND_A_MARK, '')
    .replace(AT_THE_START, '')
    .trim()
}
