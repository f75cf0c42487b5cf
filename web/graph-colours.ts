/** Returns the page's colours in a canvas's format, read from its style sheet so that the drawing follows light and dark mode. */

/** Kinds of names in the order of their colours. */
export const NAME_KINDS = ['disease', 'species', 'gene', 'chemical', 'quantity', 'other']
// Shares of a colour that remain while another node is highlighted. Chosen by eye.
const FAINT_SHARE = 0.22
const FAINT_LINE_SHARE = 0.35

export type Colours = ReturnType<typeof readColours>

export function readColours(place: HTMLElement) {
  const probe = document.createElement('span')
  place.append(probe)
  const read = (property: string) => {
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
    /** `kind`: kind of a name; null for a unit. */
    kind: (kind: string | null) => (kind === null ? faded : (ofKinds[NAME_KINDS.indexOf(kind)] ?? faded)),
    faint: (colour: string) => mix(colour, paper, FAINT_SHARE),
  }
  probe.remove()
  return colours
}

/** Mixes colours: `share` of the first and the rest of the second. */
function mix(one: string, other: string, share: number) {
  const background = channels(other)
  const mixed = channels(one).map((value, at) =>
    Math.round(value * share + (background[at] ?? 0) * (1 - share)),
  )
  return `rgb(${mixed.join(', ')})`
}

function channels(colour: string) {
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
}
