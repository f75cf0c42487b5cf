/**
 * HippoRAG's normal form of phrases and its ids, for comparing with its files and graphs. Our own graph uses `canonical` instead: this
 * form has no letters beyond ASCII, so that every phrase in another script is one and the same (specs/hipporag.md, 1.2).
 */
import { createHash } from 'node:crypto'
import type { Fact } from '../../corpus/index.ts'

const NOT_PLAIN = /[^a-z0-9 ]/gu

/** Lower case; every other character than a-z, 0-9 and space is a space; trimmed. Runs of spaces inside stay. */
export function hippoRagPhrase(text: string): string {
  return text.toLowerCase().replace(NOT_PLAIN, ' ').trim()
}

/** Of the passage as it is, untrimmed. */
export function hippoRagChunkId(passage: string): string {
  return `chunk-${md5(passage)}`
}

export function hippoRagEntityId(phrase: string): string {
  return `entity-${md5(hippoRagPhrase(phrase))}`
}

export function hippoRagFactId(fact: Fact): string {
  return `fact-${md5(hippoRagFactText(fact))}`
}

/** What HippoRAG embeds for a fact: the Python tuple of its three phrases. */
export function hippoRagFactText({ subject, predicate, object }: Fact): string {
  return `(${[subject, predicate, object].map((part) => `'${hippoRagPhrase(part)}'`).join(', ')})`
}

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}
