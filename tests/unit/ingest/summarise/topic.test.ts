/** The topic of a paper is what it repeats: in its title, abstract and body, and nowhere else. */
import { expect, it } from 'vitest'
import { abbreviationsOf } from '../../../../core/index.ts'
import type { BodyBlock, PaperBody } from '../../../../ingest/paper-body.ts'
import { topicOf } from '../../../../ingest/summarise/topic.ts'

function topic(parts: readonly (readonly [part: BodyBlock['part'], text: string])[]): string {
  let text = ''
  const blocks = parts.map(([part, piece]) => {
    const start = text.length
    text += `${piece}\n`
    return { part, start, end: start + piece.length } as BodyBlock
  })
  const paper = { description: { title: '' } } as Parameters<typeof topicOf>[0]
  return topicOf(paper, { text, blocks } as unknown as PaperBody, abbreviationsOf(text))
}

const LAKE = 'Lake sediment holds pollen. We dated lake sediment. Lake sediment settles slowly.'
const WASP = 'Gall wasp larvae feed. Gall wasp larvae grow. Gall wasp larvae rest.'

it.each([
  { name: 'the abstract', part: 'abstract' as const },
  { name: 'the body', part: 'body' as const },
])('is read from $name', ({ part }) => {
  expect(topic([[part, LAKE]])).toBe('Lake sediment')
})

it('is not read from what stands behind the paper', () => {
  expect(
    topic([
      ['back', WASP],
      ['body', LAKE],
    ]),
  ).toBe('Lake sediment')
  expect(topic([['back', WASP]])).toBe('')
})

it('is empty where nothing is repeated', () => {
  expect(topic([['body', 'Each word here stands once.']])).toBe('')
})
