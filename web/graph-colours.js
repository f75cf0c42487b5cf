/** The page's colours in the form that a canvas takes, read from its style sheet so that the drawing follows light and dark mode. */

/** The kinds of names in the order of their colours. */
export const NAME_KINDS = ['disease', 'species', 'gene', 'chemical', 'quantity', 'other']
// Shares of a colour that stay while another node is highlighted. Chosen by eye.
const FAINT_SHARE = 0.22
const FAINT_LINE_SHARE = 0.35

/** @typedef {ReturnType<typeof readColours>} Colours */

/** @param {HTMLElement} place */
export function readColours(place) {
  const probe = document.createElement('span')
  place.append(probe)
  /** @param {string} property */
  const read = (property) => {
    probe.style.color = `var(${property})`
    return getComputedStyle(probe).color
  }
  const paper = read('--raised')
  const line = read('--line')
  const faded = read('--faded')
  const ofKinds = NAME_KINDS.map((kind) => read(`--name-${kind}`))
  const colours = {
    paper,
    line,
    ink: read('--ink'),
    faded,
    rubric: read('--rubric'),
    faintLine: mix(line, paper, FAINT_LINE_SHARE),
    fontFamily: getComputedStyle(place).fontFamily,
    /** @param {string | null} kind of a name; null for a unit */
    kind: (kind) => (kind === null ? faded : (ofKinds[NAME_KINDS.indexOf(kind)] ?? faded)),
    /** @param {string} colour */
    faint: (colour) => mix(colour, paper, FAINT_SHARE),
  }
  probe.remove()
  return colours
}

/**
 * `share` of the one colour and the rest of the other.
 * @param {string} one
 * @param {string} other
 * @param {number} share
 */
function mix(one, other, share) {
  const background = channels(other)
  const mixed = channels(one).map((value, at) =>
    Math.round(value * share + (background[at] ?? 0) * (1 - share)),
  )
  return `rgb(${mixed.join(', ')})`
}

/** @param {string} colour */
function channels(colour) {
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
}
