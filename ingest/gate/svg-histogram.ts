/** The gate's scores as a picture: stacked bars of kept and dropped papers, with the cut-off as a line. Stands alone as an .svg file. */
import type { GateRecord } from '../../corpus/index.ts'
import { binScores, type ScoreBin, type ScoreBins } from './score-bins.ts'

const WIDTH = 640
const HEIGHT = 300
const MARGIN = { left: 48, right: 16, top: 56, bottom: 48 } as const
const BINS = 24
// Told apart by lightness as well as hue (contrast 4.9 and 3.0 on white), and by the hatching of the dropped.
const KEPT_COLOUR = '#1b7a6e'
const DROPPED_COLOUR = '#c2843a'
const INK = '#22303c'

export function svgHistogram(records: readonly GateRecord[], title = 'Gate scores'): string {
  const binned = binScores(records, BINS)
  const totals = binned.bins.reduce(
    (sum, { kept, dropped }) => ({ kept: sum.kept + kept, dropped: sum.dropped + dropped }),
    { kept: 0, dropped: 0 },
  )
  const summary = `${totals.kept} papers kept and ${totals.dropped} dropped; cut-off at ${label(binned.cutoff)}.`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="gate-title gate-summary" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<title id="gate-title">${escaped(title)}</title>`,
    `<desc id="gate-summary">${summary}</desc>`,
    `<defs><pattern id="gate-dropped" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${DROPPED_COLOUR}"/><rect width="2" height="6" fill="#fff" fill-opacity=".35"/></pattern></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="20" font-size="15" font-weight="600">${escaped(title)}</text>`,
    ...legend(totals),
    ...(binned.bins.length === 0 ? [emptyNote()] : plot(binned)),
    '</svg>',
  ].join('\n')
}

function plot({ bins, cutoff }: ScoreBins): string[] {
  const largest = Math.max(...bins.map(({ kept, dropped }) => kept + dropped))
  const low = bins[0]!.from
  const high = bins.at(-1)!.to
  const x = (score: number) =>
    MARGIN.left + ((score - low) / (high - low)) * (WIDTH - MARGIN.left - MARGIN.right)
  const y = (papers: number) =>
    HEIGHT - MARGIN.bottom - (papers / largest) * (HEIGHT - MARGIN.top - MARGIN.bottom)
  const base = HEIGHT - MARGIN.bottom
  return [
    ...bins.flatMap((bin) => bars(bin, x, y)),
    `<path d="M${MARGIN.left} ${base}H${WIDTH - MARGIN.right}" stroke="${INK}"/>`,
    `<path d="M${round(x(cutoff))} ${MARGIN.top - 6}V${base + 4}" stroke="${INK}" stroke-width="1.5" stroke-dasharray="4 3"/>`,
    `<text x="${round(x(cutoff))}" y="${base + 18}" text-anchor="middle" font-weight="600">${label(cutoff)}</text>`,
    ...[low, high]
      .filter((score) => Math.abs(x(score) - x(cutoff)) > 48)
      .map(
        (score) =>
          `<text x="${round(x(score))}" y="${base + 18}" text-anchor="${score === low ? 'start' : 'end'}">${label(score)}</text>`,
      ),
    `<text x="${(WIDTH + MARGIN.left - MARGIN.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">score (kept above the dashed line)</text>`,
    `<text x="${MARGIN.left - 8}" y="${round(y(largest)) + 4}" text-anchor="end">${largest}</text>`,
    `<text x="${MARGIN.left - 8}" y="${base + 4}" text-anchor="end">0</text>`,
  ]
}

function bars(
  { from, to, kept, dropped }: ScoreBin,
  x: (score: number) => number,
  y: (papers: number) => number,
): string[] {
  const left = round(x(from) + 1)
  const width = round(x(to) - x(from) - 2)
  const range = `${label(from)} to ${label(to)}`
  const part = (bottom: number, papers: number, fill: string, word: string) =>
    papers === 0
      ? []
      : [
          `<rect x="${left}" y="${round(y(bottom + papers))}" width="${width}" height="${round(y(bottom) - y(bottom + papers))}" fill="${fill}"><title>${range}: ${papers} ${word}</title></rect>`,
        ]
  return [...part(0, kept, KEPT_COLOUR, 'kept'), ...part(kept, dropped, 'url(#gate-dropped)', 'dropped')]
}

function legend(totals: { readonly kept: number; readonly dropped: number }): string[] {
  return [
    `<rect x="${MARGIN.left}" y="30" width="12" height="12" fill="${KEPT_COLOUR}"/>`,
    `<text x="${MARGIN.left + 18}" y="40">kept ${totals.kept}</text>`,
    `<rect x="${MARGIN.left + 110}" y="30" width="12" height="12" fill="url(#gate-dropped)"/>`,
    `<text x="${MARGIN.left + 128}" y="40">dropped ${totals.dropped}</text>`,
  ]
}

function emptyNote(): string {
  return `<text x="${WIDTH / 2}" y="${HEIGHT / 2}" text-anchor="middle">No paper has a gate score yet.</text>`
}

function label(score: number): string {
  return score.toFixed(2).replace('-', '−').replace('−0.00', '0.00')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
