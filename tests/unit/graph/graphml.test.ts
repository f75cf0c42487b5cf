import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import type { Mention, Synonym } from '../../../corpus/index.ts'
import { type GraphMlUnit, graphMl } from '../../../graph/formats/index.ts'

type Element = Readonly<Record<string, string>>

/** Parses nodes and edges with their attributes and data, and the balance of opening and closing tags. */
function parsed(xml: string): { nodes: Element[]; edges: Element[]; keys: Element[]; balance: number } {
  const nodes: Element[] = []
  const edges: Element[] = []
  const keys: Element[] = []
  const open: { tag: string; element: Record<string, string>; text: string }[] = []
  let balance = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        balance++
        open.push({ tag, element: { ...attributes }, text: '' })
      },
      ontext(text) {
        const last = open.at(-1)
        if (last !== undefined) last.text += text
      },
      onclosetag(_tag, isImplied) {
        if (!isImplied) balance--
        const { tag, element, text } = open.pop() ?? { tag: '', element: {}, text: '' }
        const parent = open.at(-1)?.element
        if (tag === 'data' && parent !== undefined) parent[(element['key'] ?? '').replace(/^\w+-/, '')] = text
        if (tag === 'node') nodes.push(element)
        if (tag === 'edge') edges.push(element)
        if (tag === 'key') {
          balance--
          keys.push(element)
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return { nodes, edges, keys, balance }
}

const mention = (name: string, isSubject = false): Mention => ({
  name,
  alias: name,
  kind: 'span',
  isSubject,
  start: 0,
  end: 1,
})
const WEIGHTS = { mention: 1, subject: 8, fact: 2 }

async function xmlOf(units: readonly GraphMlUnit[], synonyms: readonly Synonym[] = []): Promise<string> {
  const source = {
    async *units() {
      yield* units
    },
    synonyms: () => synonyms,
    weights: WEIGHTS,
  }
  let xml = ''
  for await (const part of graphMl(source)) xml += part
  return xml
}

describe('GraphML', () => {
  it('is well formed whatever the texts are, and every edge ends at a node', async () => {
    const text = fc.string({ unit: 'binary' })
    const name = fc.oneof(text, fc.constantFrom(']]>', '<a/>', '&lt;', '\0', '\ud800', '"', '\t'))
    const anyUnit = fc.record({
      unit: fc.uuid(),
      paper: text,
      text,
      mentions: fc.array(fc.record({ name, isSubject: fc.boolean() })),
      facts: fc.array(fc.record({ subject: name, predicate: text, object: name })),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyUnit, { selector: ({ unit }) => unit, maxLength: 6 }),
        async (units) => {
          const made = units.map((unit) => ({
            ...unit,
            mentions: unit.mentions.map((one) => mention(one.name, one.isSubject)),
          }))
          const xml = await xmlOf(made)
          // Only characters that XML 1.0 allows, and none that a reader would take for the end of the text.
          expect(xml).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
          const { nodes, edges, balance } = parsed(xml)
          expect(balance).toBe(0)
          const names = new Set(
            made.flatMap(({ mentions, facts }) => [
              ...mentions.map((one) => one.name),
              ...facts.flatMap(({ subject, object }) => [subject, object]),
            ]),
          )
          expect(nodes).toHaveLength(made.length + names.size)
          const ids = new Set(nodes.map(({ id }) => id))
          expect(ids.size).toBe(nodes.length)
          for (const { source, target } of edges) expect(ids.has(source) && ids.has(target)).toBe(true)
          const expected = made.map(
            ({ mentions, facts }) =>
              new Set(mentions.map((one) => one.name)).size +
              facts.filter(({ subject, object }) => subject !== object).length,
          )
          expect(edges).toHaveLength(expected.reduce((sum, count) => sum + count, 0))
        },
      ),
    )
  })
})
