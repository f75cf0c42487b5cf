/** Converts LaTeX, as written in BibTeX fields, to plain text and back. */

const COMBINING: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
}

const LETTERS: Readonly<Record<string, string>> = {
  ss: 'ß',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  i: 'i',
  j: 'j',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  epsilon: 'ε',
  theta: 'θ',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  sigma: 'σ',
  tau: 'τ',
  omega: 'ω',
  times: '×',
  pm: '±',
  leq: '≤',
  geq: '≥',
  degree: '°',
  textdegree: '°',
  textmu: 'µ',
  textendash: '–',
  textemdash: '—',
  textbackslash: '\\',
  textbraceleft: '{',
  textbraceright: '}',
  textasciitilde: '~',
  textasciicircum: '^',
}

const SPECIAL = /[\\{}$&#%_~^]/g
const ACCENT_BY_SIGN = /\\([`'^"~=.])\s*(?:\{\s*(\\?[A-Za-z])\s*\}|(\\?[A-Za-z]))/g
const ACCENT_BY_LETTER = /\\([uvHcdkr])\s*(?:\{\s*(\\?[A-Za-z])\s*\}|\s(\\?[A-Za-z])(?![A-Za-z]))/g
const COMMAND = /\\([A-Za-z]+)\s*(\{\})?/g
// Private-use characters replace escaped signs while the unescaped ones are removed.
const ESCAPED = '{}$&#%_\\~^'
const HIDDEN_FROM = 0xe000

export function latexToText(latex: string): string {
  const hidden = latex.replace(/\\([{}$&#%_])/g, (_, sign: string) => hide(sign))
  const plain = hidden
    .replace(ACCENT_BY_SIGN, accented)
    .replace(ACCENT_BY_LETTER, accented)
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/``|''/g, '"')
    .replace(/~/g, ' ')
    .replace(COMMAND, letterOf)
    .replace(/\\[,;: !/-]/g, ' ')
    .replace(/[{}$]/g, '')
  return reveal(plain).replace(/\s+/g, ' ').trim()
}

/** Escapes signs with a meaning in LaTeX; letters stay as they are (UTF-8, as Biber and BibTeX 8 read it). */
export function textToLatex(text: string): string {
  const words: Readonly<Record<string, string>> = {
    '\\': '\\textbackslash{}',
    // Not `\\{`: BibTeX counts every brace.
    '{': '\\textbraceleft{}',
    '}': '\\textbraceright{}',
    '~': '\\textasciitilde{}',
    '^': '\\textasciicircum{}',
  }
  return text.replace(SPECIAL, (sign) => words[sign] ?? `\\${sign}`).replace(/([-`'])(?=\1)/g, '$1{}')
}

function accented(_: string, sign: string, braced?: string, bare?: string): string {
  const letter = (braced ?? bare ?? '').replace('\\', '')
  return `${letter}${COMBINING[sign] ?? ''}`.normalize('NFC')
}

/** Returns a known letter; any other command is removed, and its argument stays. */
function letterOf(_: string, name: string): string {
  const letter = LETTERS[name] ?? ''
  return ESCAPED.includes(letter) && letter !== '' ? hide(letter) : letter
}

function hide(sign: string): string {
  return String.fromCharCode(HIDDEN_FROM + ESCAPED.indexOf(sign))
}

function reveal(text: string): string {
  return text.replace(/[\ue000-\ue009]/g, (sign) => ESCAPED[sign.charCodeAt(0) - HIDDEN_FROM] ?? '')
}
