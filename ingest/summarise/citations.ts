/** Removes citation numbers, which mean nothing outside their paper: statements are shown and indexed without them. */

const NUMBERS = String.raw`[1-9]\d{0,2}(?:\s?[,–-]\s?[1-9]\d{0,2})*`
/** Matches "[12]", not "[3,3]-sigmatropic" or "95% CI [12, 45]". */
const BRACKETED = new RegExp(
  String.raw`(?<!\b(?:CI|CrI|interval|range|IQR|between|from|in)[\s:,=]*)\s?\[${NUMBERS}\](?![\p{L}-])`,
  'gu',
)
/**
 * Matches a raised number as the text layer has it: directly after the full stop or comma of a word ("materials.11,12"). Names and ratios
 * also have numbers after marks: "PU.1", "Fig.3", "16 h:8 h".
 */
const BEHIND_A_MARK = new RegExp(
  String.raw`(?<=(?:\p{Ll}{4}|[\p{Ll}\d][)\]"”’])[.,]["”’)]?)(?<!\b(?:than|[Ff]igs?|[Ee]qs?|[Rr]efs?|[Nn]os?|[Tt]able?|[Ss]ecs?|[Vv]ol|approx)\.)${NUMBERS}(?=\s|$)`,
  'gu',
)
/** Words after a separate such number, carried over to the next sentence: "14,15 Deep", "14 These"; not "23 MPs", "1,200 Patients". */
const OPENERS =
  'The|These|This|Those|We|In|It|Its|An|Our|They|However|For|As|Although|While|Here|There|To|By|On|At|When|If|Such'
const AT_THE_START = new RegExp(
  String.raw`^(?:(?!\d{1,3},\d{3}\b)\d{1,3}(?:[,–-]\d{1,3})+\s+(?=\p{Lu}\p{Ll}|\p{Lu}{2})|\[?${NUMBERS}\]?\s+(?=(?:${OPENERS})\b))`,
  'u',
)

/** Returns the number of characters at the beginning of a sentence that are a citation of the one before. */
export function citationBefore(sentence: string): number {
  return AT_THE_START.exec(sentence)?.[0].length ?? 0
}

/** Matches superscript numbers after a word or a mark: "embolism⁴¹", "known.¹²,¹³", not "m²", "chi²", "(a − b)²" or "10⁶". */
const RAISED =
  /(?<=\p{L}{3}|[.,;:%)\]”"’]|\b(?:19|20)\d\d)(?<!\b(?:mol|rad|sec|Mpc|kpc|Chi|chi|eta|rho|tau|phi|psi|Eta))(?!(?<=\))[²³](?![⁰¹²³⁴-⁹,–-]))[⁰¹²³⁴-⁹]+(?:(?:\s?[,–⁻-]\s?| )[⁰¹²³⁴-⁹]+)*/gu

export function withoutCitations(statement: string): string {
  return statement
    .replace(RAISED, '')
    .replace(BRACKETED, '')
    .replace(BEHIND_A_MARK, '')
    .replace(AT_THE_START, '')
    .trim()
}
