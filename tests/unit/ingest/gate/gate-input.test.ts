import { describe, expect, it } from 'vitest'
import type { Page } from '../../../../corpus/index.ts'
import { gateInput, gateText } from '../../../../ingest/gate/gate-input.ts'

const page = (text: string): Page => ({ number: 1, width: 0, height: 0, text, boxes: new Float32Array() })

describe('what the gate reads', () => {
  it('is not changed by the body text where there is an abstract', () => {
    const description = { title: 'T', abstract: 'A.' }
    expect(gateInput(description, [page('one')])).toEqual(gateInput(description, [page('another')]))
  })

  it('is the start of the text where there is no abstract', () => {
    const text = 'x'.repeat(5_000)
    expect(gateInput({ title: 'T', abstract: ' ' }, [page(text)]).abstract).toBe(text.slice(0, 1_500))
  })

  it.each([
    { name: 'joins title and abstract as sentences', title: 'T', abstract: 'A.', text: 'T. A.' },
    { name: 'has no white space at its ends', title: ' T ', abstract: ' A. ', text: 'T. A.' },
    { name: 'keeps a mark with white space behind', title: 'Why? ', abstract: 'A.', text: 'Why? A.' },
    { name: 'keeps the mark a title ends with', title: 'Why?', abstract: 'A.', text: 'Why? A.' },
    { name: 'mends line breaks', title: 'A\ntitle', abstract: 'of  two', text: 'A title. of two' },
    { name: 'is the abstract alone without a title', title: '', abstract: 'A.', text: 'A.' },
    { name: 'is empty without either', title: ' ', abstract: '\n', text: '' },
  ])('$name', ({ title, abstract, text }) => {
    expect(gateText({ title, abstract })).toBe(text)
  })
})
