/**
 * Writes raised numbers as superscripts: exponents ("10⁻³", "mL⁻¹", "5 m²"), so that 10⁶ is not read as 106, and marks of notes
 * and references ("embolism⁴¹", "8.0%²³"), so that they change no word and no number.
 */

const SUPERSCRIPTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((raised, digit) => [String(digit), raised])),
  '-': '⁻',
  '–': '⁻',
  '−': '⁻',
  '+': '⁺',
}

/** A number of up to three digits, with a sign or as a list of marks: "−3", "0.22", "12,13", "12 13", "2+". */
const RAISED = /^[-–−+]?\d{1,3}(?:(?:[.,–-]|,? )\d{1,3})*[+−–-]?$/u
/**
 * Text before a raised digit that ends in a digit itself: a power of ten, a year, a name or a formula. After others it may only be small.
 * "10⁶", "2010³", "ProtT5¹,⁴", "SO4²⁻".
 */
const BEHIND_A_DIGIT = /(?:(?<![\d.,])10|\b(?:19|20)\d\d|\p{L}\d)$/u
const NEGATIVE = /^[-–−]/u
const NOTE = /(?<=\p{L}{3}|\p{Lu}\p{Ll}+|[.,;:%)\]”"’']|\b(?:19|20)\d\d)[⁰¹²³⁴-⁹]+(?: [⁰¹²³⁴-⁹]+)*/gu

/** Returns a text of the same length with marks of notes as plain digits, for names and places that are read with their marks. */
export function withPlainNotes(text: string): string {
  return text.replace(NOTE, (run) => run.normalize('NFKC'))
}

/** Returns a text of the same length. `raised` gives the small raised UTF-16 units, in ascending order. */
export function withExponents(text: string, raised: readonly number[]): string {
  if (raised.length === 0) return text
  let mended = text
  for (const [from, to] of runsOf(raised)) {
    const run = text.slice(from, to)
    const before = text.slice(0, from)
    if (run === 'o' && /\d$/u.test(before)) {
      mended = `${mended.slice(0, from)}°${mended.slice(to)}`
      continue
    }
    if (!RAISED.test(run) || /(?:^|\s)$/u.test(before)) continue
    if (/\d$/u.test(before) && !NEGATIVE.test(run) && !BEHIND_A_DIGIT.test(before)) continue
    const superscript = [...run].map((character) => SUPERSCRIPTS[character] ?? character).join('')
    mended = mended.slice(0, from) + superscript + mended.slice(to)
  }
  return mended
}

/** Returns runs [from, to) of consecutive units. */
function runsOf(units: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const unit of units) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] === unit) last[1]++
    else runs.push([unit, unit + 1])
  }
  return runs
}
