/** Reads what a quantity was measured on, and which property: "the melting point of lupeol was 215 °C". */
import type { Quantity } from './find-quantities.ts'

export interface Measured {
  readonly property: string | null
  readonly of: string | null
}

// Heads of the names of properties; words before them belong to the name: "mean body weight".
const HEADS =
  'IC50|IC₅₀|EC50|EC₅₀|LD50|LC50|ED50|GI50|MIC|Ki|Kd|KD|Km|Vmax|kcat|Tm|Tg|pKa|pH|pIC50|LogP|AUC|Cmax|Tmax|HR|OR|RR|BMI|CI|P|p|n|N|r|R2|R²|SD|SEM|' +
  'abundance|absorbance|absorption|accuracy|activity|affinity|age|aged|altitude|amount|amplitude|angle|area|band gap|bandgap|brightness|capacity|coefficient|' +
  'concentrations?|conductivity|content|correlation|cost|count|coverage|current|cutoff|cut-off|decrease|degree|density|densities|depth|diameter|difference|dimensions?|dilution|distance|' +
  'doses?|dosage|duration|efficacy|efficiency|elevation|energy|energies|error|excitation|emission|expression|factor|flow|fluence|flux|force|fraction|frequency|frequencies|' +
  'growth|half-life|heat|height|humidity|incidence|increase|index|intake|intensity|interval|latitude|length|level|levels|lifetime|limit|load|longitude|' +
  'magnitude|mass|masses|mobility|modulus|molarity|mortality|number|odds ratio|hazard ratio|risk ratio|relative risk|peak|peaks|percentage|period|permeability|point|porosity|potency|potential|power|precision|pressures?|prevalence|probability|' +
  'proportion|purity|radius|range|rates?|ratio|recovery|reduction|resistance|resolution|response|salinity|sample size|scores?|sensitivity|sensitive|size|slope|solubility|space|spacing|specificity|specific|speed|stiffness|strength|stress|strain|' +
  'survival|temperatures?|thickness|thick|time|times|titer|titre|toughness|uncertainty|value|values|velocity|velocities|viability|viscosity|voltage|volumes?|wavelengths?|weights?|width|yield'
// "dose-dependent" is not a dose, "p-distance" not a p.
const HEAD = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${HEADS})(?![\\p{L}\\p{N}]|-(?!values?)\\p{Ll})`, 'gu')
// A verb, a function word or a mark ends a noun phrase.
const STOP =
  'a|an|the|of|in|on|at|for|with|by|to|from|and|or|as|than|that|which|who|when|where|while|was|were|is|are|be|been|being|has|have|had|had|its|their|this|these|those|our|we|they|it|' +
  'showed|shows|shown|found|observed|reported|measured|calculated|determined|using|used|between|after|before|about|approximately|around|only|also|both|each|all|respectively|not|no|but|if|then|' +
  'reached|reaching|ranged|ranging|ranges|exceeding|increased|decreased|reduced|exhibited|yielded|gave|obtained|set|kept|maintained|held|estimated|under|over|into|per|during|within|through|up|such|can|could|may|will|would|did|does|do|had|having|containing|contained|consisted|comprised|included|including|covered'
const STOP_WORD = new RegExp(`^(?:${STOP})$`, 'iu')
export const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’₀-₉⁺+–/.-]*(?<![.-])/gu
// "E." in "E. coli" does not end a sentence.
const BREAK = /(?<!(?<!\p{L})\p{Lu})\.(?=\s)|[;:!?](?=\s)|\n\s*\n/gu
/** "95% CI" is no value of what is measured. */
const CONFIDENCE = /^\s*(?:CIs?|C\.I\.|confidence|credible|FL)(?!\p{L})/u
const SUPERLATIVE =
  /^(?:lowest|highest|greatest|largest|smallest|least|most|best|maximum|minimum|maximal|minimal)\s+/iu
const MAX_WORDS = 5
const REACH = 160

/** Returns whether the words ask for a number: "melting point", "IC50". */
export function isMeasure(asked: string): boolean {
  const text = asked.trim()
  return [text, text.toLowerCase()].some((form) =>
    [...form.matchAll(HEAD)].some(({ index, 0: head }) => index + head.length === form.length),
  )
}

/** Searches only the sentence of the quantity, after `floor`: the end of the last quantity with another unit. */
export function measuredBy(text: string, quantity: Quantity, floor: number): Measured {
  const [before, behind] = sentenceAround(text, quantity, floor)
  if (CONFIDENCE.test(behind)) return { property: 'confidence level', of: null }
  const isCount = quantity.unit === null && quantity.kind !== 'date'
  const counted = isCount || quantity.unit?.name.startsWith('percent') ? phraseAtStart(behind) : null
  const head = [...before.matchAll(HEAD)].at(-1)
  if (head === undefined) {
    const of = counted ?? nearestPhrase(before)
    return { property: null, of }
  }
  const end = head.index + head[0].length
  const from = phraseStart(before, end)
  const rest = before.slice(end)
  // Of what is the lowest, "followed by lemon (213 ppm)", the later ones are not.
  const isLater = /\d/u.test(rest)
  const property = before
    .slice(from, end)
    .replace(isLater ? SUPERLATIVE : '', '')
    .trim()
  const possessor = /^\s+(?:of|in|for|on)\s+/u.exec(rest)
  const of =
    (isLater && /\(\s*$/u.test(rest) ? nearestPhrase(rest.replace(/\s*\(\s*$/u, '')) : null) ??
    (possessor === null ? null : phraseAtStart(rest.slice(possessor[0].length))) ??
    phraseBehind(behind) ??
    subjectBefore(before.slice(0, from))
  return { property, of }
}

function sentenceAround(text: string, { start, end }: Quantity, floor: number): readonly [string, string] {
  const before = text.slice(Math.max(0, Math.min(floor, start), start - REACH), start)
  const stop = [...before.matchAll(BREAK)].at(-1)
  const behind = text.slice(end, end + REACH)
  const next = behind.search(BREAK)
  return [
    stop === undefined ? before : before.slice(stop.index + 1),
    next < 0 ? behind : behind.slice(0, next),
  ]
}

/** Returns the phrase at the start of a text: "lupeol in MCF-7 cells". */
function phraseAtStart(text: string): string | null {
  const from = /^[\s-]*(?:of\s+)?(?:the\s+|an?\s+)?/iu.exec(text)![0].length
  let end = from
  let words = 0
  for (const match of text.slice(from).matchAll(WORD)) {
    const at = from + match.index
    if (
      words === MAX_WORDS ||
      /\S/.test(text.slice(end, at)) ||
      STOP_WORD.test(match[0]) ||
      /^\d/.test(match[0])
    )
      break
    end = at + match[0].length
    words++
  }
  const phrase = text.slice(from, end).trim()
  return phrase === '' ? null : phrase
}

/** Returns the start of the noun phrase that ends at `end`. */
export function phraseStart(text: string, end: number): number {
  const words = [...text.slice(0, end).matchAll(WORD)]
  let start = end
  for (const match of words.reverse().slice(0, MAX_WORDS)) {
    const wordEnd = match.index + match[0].length
    if (wordEnd < start && /[^\s]/.test(text.slice(wordEnd, start))) break
    if (STOP_WORD.test(match[0]) || /^\d/.test(match[0])) break
    start = match.index
  }
  return start
}

function phraseBehind(behind: string): string | null {
  const match = /^\s*\)?,?\s+(?:for|of|in|against|towards?|on)\s+/iu.exec(behind)
  return match === null ? null : phraseAtStart(behind.slice(match[0].length))
}

function subjectBefore(text: string): string | null {
  const trimmed = text.replace(
    /\s+(?:had|has|have|with|at|showed?|shows|exhibited|a|an|the|its|was|were|is|,|\()*\s*$/iu,
    '',
  )
  return nearestPhrase(trimmed)
}

/** Returns the last noun phrase of a text. */
function nearestPhrase(text: string): string | null {
  for (const match of [...text.matchAll(WORD)].reverse()) {
    if (STOP_WORD.test(match[0]) || /^\d/.test(match[0]) || match[0].length < 2) continue
    const end = match.index + match[0].length
    return text.slice(phraseStart(text, end), end).trim() || null
  }
  return null
}
