/** The page's colours as a canvas takes them: read from its style sheet, so that light and dark hold for the drawing too. */

const COMMUNITIES = 8
// How much of a colour stays when something else is looked at.
const FAINT = 0.22
const FAINT_LINE = 0.35

export function inkOfPage(place) {
  const probe = document.createElement('span')
  place.append(probe)
  const read = (name) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const paper = read('--raised')
  const [ink, faded, rubric, line] = ['--ink', '--faded', '--rubric', '--line'].map(read)
  const communities = Array.from({ length: COMMUNITIES }, (_, number) => read(`--community-${number}`))
  const { fontFamily } = getComputedStyle(place)
  probe.remove()
  return {
    paper,
    ink,
    faded,
    rubric,
    line,
    faintLine: mixed(line, paper, FAINT_LINE),
    fontFamily,
    community: (number) => communities[number % COMMUNITIES],
    faint: (colour) => mixed(colour, paper, FAINT),
  }
}

/** `share` of the one colour and the rest of the other. */
function mixed(one, other, share) {
  const [a, b] = [channels(one), channels(other)]
  return `rgb(${a.map((value, at) => Math.round(value * share + b[at] * (1 - share))).join(', ')})`
}

function channels(colour) {
  return colour
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number)
}
