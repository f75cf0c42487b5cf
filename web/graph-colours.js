/** The page's colours in the form that a canvas takes, read from its style sheet so that the drawing follows light and dark mode. */

const COMMUNITY_COLOURS = 8
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
  const communities = Array.from({ length: COMMUNITY_COLOURS }, (_, number) => read(`--community-${number}`))
  const colours = {
    paper,
    line,
    ink: read('--ink'),
    faded: read('--faded'),
    rubric: read('--rubric'),
    faintLine: mix(line, paper, FAINT_LINE_SHARE),
    fontFamily: getComputedStyle(place).fontFamily,
    /** @param {number} number */
    community: (number) => communities[number % COMMUNITY_COLOURS] ?? line,
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
