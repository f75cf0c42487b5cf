/** Who wrote the paper? The names between the title and the first address or the abstract. */
import type { Block, BlockLine, Front } from './blocks.ts'

// Chosen on the labelled papers, not measured.
const MAX_BLOCKS = 8
const MAX_AUTHORS = 200
const ADDRESS =
  /@|\b(?:universi|department|dept|institut|school|facult|hospital|laborator|centre|center|college|division|academy|ministry|corporation|company|research|group|street|avenue|road|box|received|accepted|abstract|copyright|correspond|e-?mail|http|www|doi|journal|vol|licen[cs]e)/i
const NAME_TOKEN =
  /^(?:\p{Lu}[\p{L}’'.-]*|\p{Lu}\.?|(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ten|ter|af|zu|y|e)|Md\.?|Jr\.?|Sr\.?|I{2,3})$/u
const DEGREES = /\b(?:MD|M\.D\.|PhD|Ph\.D\.?|MSc|MS|MPH|BSc|FRCP|FRCS|RN|DVM|MBBS|Dr|Prof|Professor)\b\.?/g
/** Marks that tie a name to an address: superscripts arrive as digits and letters behind the name. */
const MARKS = /[\d∗*†‡§¶#?⋆✉✝]+/g

/** Names in the order of the paper; empty where nothing looks like a name. */
export function authorsOf(front: Front, from: number, to: number): string[] {
  const names: string[] = []
  const between = front.blocks.filter((block) => block.start >= from && block.start < to).slice(0, MAX_BLOCKS)
  for (const block of between) {
    const found = namesOf(block)
    if (found.length === 0 && names.length > 0) break
    names.push(...found)
  }
  return [...new Set(names)].slice(0, MAX_AUTHORS)
}

function namesOf(block: Block): string[] {
  let text = ''
  for (const line of block.lines) {
    if (ADDRESS.test(line.text)) break
    text += joint(text) + unmarked(line)
  }
  return namesIn(text)
}

/** A first name at the end of a line goes with the family name on the next one; whole names are parted. */
function joint(text: string): string {
  const last =
    text
      .split(/[,;&]|\sand\s/u)
      .at(-1)
      ?.trim() ?? ''
  return last.includes(' ') ? ' , ' : ' '
}

/** Raised letters are marks too: "Lane a,c". */
function unmarked(line: BlockLine): string {
  if (line.raised.length === 0) return line.text
  const raised = new Set(line.raised)
  return [...line.text].length === line.text.length
    ? [...line.text].map((unit, at) => (raised.has(at) ? ' , ' : unit)).join('')
    : line.text
}

function namesIn(text: string): string[] {
  return text
    .replace(DEGREES, ' ')
    .replace(MARKS, ' , ')
    .split(/[,;&·•|]|\s+and\s+|\n/u)
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter(isName)
}

/** Two names or more and nothing else: the line below a title that is set in the same type. */
export function isNameList(text: string): boolean {
  const parts = text
    .replace(DEGREES, ' ')
    .replace(MARKS, ' ')
    .split(/[,;&]|\s+and\s+/u)
  const said = parts.map((part) => part.trim()).filter((part) => part !== '')
  return said.length >= 2 && said.every(isName)
}

function isName(name: string): boolean {
  const tokens = name.split(' ')
  if (tokens.length < 2 || tokens.length > 6) return false
  return (
    tokens.every((token) => NAME_TOKEN.test(token)) &&
    tokens.some((token) => /^\p{Lu}[\p{L}’'-]+/u.test(token))
  )
}
