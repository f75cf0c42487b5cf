/** Lists Adobe's Symbol encoding (PDF 32000-1, annex D.5), without the Greek capitals that look like Latin ones. */

function pairs(from: string, to: string): Record<number, string> {
  const signs = [...to]
  return Object.fromEntries([...from].map((letter, at) => [letter.charCodeAt(0), signs[at] ?? '']))
}

/** Signs by their code. */
export const SYMBOL_SIGNS: Readonly<Record<number, string>> = {
  ...pairs('DFGLPQSWXYJV', 'ΔΦΓΛΠΘΣΩΞΨϑς'),
  ...pairs('abcdefghijklmnpqrstuwxyz', 'αβχδεφγηιϕκλμνπθρστυωξψζ'),
  ...pairs('-+=<>~*', '−+=<>∼∗'),
  162: '′',
  163: '≤',
  165: '∞',
  172: '←',
  173: '↑',
  174: '→',
  175: '↓',
  176: '°',
  177: '±',
  178: '″',
  179: '≥',
  180: '×',
  181: '∝',
  182: '∂',
  183: '•',
  184: '÷',
  185: '≠',
  186: '≡',
  187: '≈',
  197: '⊕',
  206: '∈',
  209: '∇',
  213: '∏',
  214: '√',
  215: '⋅',
  222: '⇒',
  229: '∑',
  242: '∫',
}
