/** Renders inline XML as plain text: citation marks in brackets, exponents as superscripts, each formula once. */
import { latexToText } from '../formats/index.ts'
import { isElement, nameOf, rawText, type XmlElement, type XmlNode } from './xml-tree.ts'

export interface InlineRules {
  /** Elements whose text is left out. */
  readonly leftOut: ReadonlySet<string>
  /** Elements that refer to the list of references. */
  readonly isCitation: (element: XmlElement) => boolean
}

const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-−n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ'][at] ?? sign]),
)
const CITATION_NUMBERS = /^[\d\s,;–-]+$/

export function inlineText(node: XmlNode, rules: InlineRules): string {
  if (!isElement(node)) return rawText(node)
  const name = nameOf(node)
  if (rules.leftOut.has(name)) return ''
  if (name === 'sup') return raisedText(node, rules)
  if (name === 'tex-math') return formulaText(rawText(node))
  if (name === 'alternatives') return firstAlternative(node, rules)
  if (rules.isCitation(node)) return bracketed(childrenText(node, rules))
  return childrenText(node, rules)
}

/** Returns the text within an element; empty without one. */
export function childrenText(element: XmlElement | undefined, rules: InlineRules): string {
  return (element?.children ?? []).map((child) => inlineText(child as XmlNode, rules)).join('')
}

/** Puts superscript reference numbers in brackets, so that they are not read as part of a word. */
function raisedText(element: XmlElement, rules: InlineRules): string {
  const inner = element.children.filter((child): child is XmlElement => isElement(child as XmlNode))
  const plain = rawText(element).trim()
  if (inner.some((child) => rules.isCitation(child)) && CITATION_NUMBERS.test(plain)) return ` [${plain}]`
  const text = childrenText(element, rules)
  const signs = [...text.trim()]
  return signs.every((sign) => sign in RAISED) ? signs.map((sign) => RAISED[sign]).join('') : text
}

function bracketed(text: string): string {
  return CITATION_NUMBERS.test(text) ? `[${text.trim()}]` : text
}

/** Returns one version of a formula, which publishers give as MathML, as TeX and as a picture: the first with text. */
function firstAlternative(element: XmlElement, rules: InlineRules): string {
  const choices = element.children.filter((child): child is XmlElement => isElement(child as XmlNode))
  const best =
    choices.find((child) => nameOf(child) === 'math') ?? choices.find((child) => rawText(child).trim() !== '')
  return best === undefined ? '' : inlineText(best, rules)
}

function formulaText(tex: string): string {
  const body = /\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(tex)?.[1] ?? tex
  return latexToText(body.replace(/\$+/g, ''))
}
