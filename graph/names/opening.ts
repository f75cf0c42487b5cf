/**
 * Finds what a text without a title is about from its opening: "William Ernest, Duke of Saxe-Weimar (1662-1728) was …". It replaces the
 * title, in the forms that other texts use: in full, without an article, without what follows a comma, without middle names.
 */
import { sentences } from '../../core/index.ts'
import { canonical } from './canonical.ts'
import { capitalisedSpans } from './capitalised.ts'

/** The end of an opening name: a bracket, or the verb of a definition. */
const END = /[([]|\s(?:is|was|are|were|may|has been|refers to)\s/
const ARTICLE = /^(?:The|An?) /
const MAX_WORDS = 9
const PERSON = /^\p{Lu}[\p{L}'’.]*(?: \p{Lu}[\p{L}'’.]*){2,3}$/u

/** Returns canonical names, the fullest first; empty if the first sentence has no capitalised word. */
export function openingNames(text: string): string[] {
  const [first] = sentences(text)
  if (first === undefined) return []
  const sentence = text.slice(first.start, first.end)
  const end = END.exec(sentence)?.index ?? 0
  const head = sentence
    .slice(0, end)
    .replace(/["“”`]|''/g, '')
    .trim()
  const isNamed = head !== '' && head.split(/\s+/).length <= MAX_WORDS && /\p{Lu}/u.test(head)
  if (isNamed) return formsOf(head)
  return capitalisedSpans(sentence)
    .slice(0, 1)
    .map(({ name }) => name)
}

/** Returns the forms in which other texts use a name. */
function formsOf(head: string): string[] {
  const short = head.split(',')[0]!.trim()
  const bare = short.replace(ARTICLE, '')
  return [...new Set([head, short, bare, ...personForms(bare)].map(canonical))].filter((form) => form !== '')
}

/** Returns short forms of a person's name: "Ali Khalifa Rahuma" is also "Ali Rahuma" or "Khalifa Rahuma". */
function personForms(name: string): string[] {
  const words = name.split(/\s+/)
  return PERSON.test(name) ? [`${words[0]} ${words.at(-1)}`, words.slice(-2).join(' ')] : []
}
