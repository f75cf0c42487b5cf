/**
 * Shows the text that an agent writes as it arrives: reasoning, text, code and its results, answers, and injected evidence with its
 * sources. Text is only ever appended, so that adding to a long text costs no more than adding to a short one.
 */
import type { Evidence } from './api.d.ts'
import { element } from './dom.ts'
import type { Segment } from './events.d.ts'

const TAG = /<(\/?)(code|execution_results|answer|select|think)>/
/** Matches text that may become a tag when more text arrives. */
const BEGUN_TAG = /<\/?[a-z_]{0,17}$/
// Each paragraph is a separate block: a browser lays out only the one that grows.
const PARAGRAPH_END = '\n\n'

/** Makes the links from units to their pages. */
export type LinkSources = (units: readonly Evidence[]) => HTMLElement

/** Returns the element for the content of a tag; null for tags that are not set apart. */
function createBlock(tag: string) {
  if (tag === 'code') return element('pre.code', { tabIndex: 0, 'aria-label': 'Code' })
  if (tag === 'execution_results') return element('pre.results', { tabIndex: 0, 'aria-label': 'Code output' })
  if (tag === 'answer' || tag === 'select') return element('strong.boxed')
  return null
}

export function createTextWriter(place: ParentNode, linkSources: LinkSources) {
  let paragraph: HTMLElement | null = null
  /** The paragraph, or the block in it, that receives text. */
  let target: HTMLElement | null = null
  let channel = ''
  let unfinishedTag = ''

  function write(text: string) {
    if (target === null) return
    // Blocks need no empty lines around them.
    const last = target.lastChild
    const shown = last === null || last.nodeName === 'PRE' ? text.trimStart() : text
    const end = target === paragraph ? shown.lastIndexOf(PARAGRAPH_END) + 1 : 0
    if (end === 0) return append(target, shown)
    append(target, shown.slice(0, end + 1))
    append(startParagraph(target.className), shown.slice(end + 1))
  }

  function startParagraph(className: string) {
    paragraph = element('div', { className })
    target = paragraph
    place.append(paragraph)
    return paragraph
  }

  function read(text: string) {
    let rest = text
    for (let tag = TAG.exec(rest); tag !== null; tag = TAG.exec(rest)) {
      write(rest.slice(0, tag.index))
      rest = rest.slice(tag.index + tag[0].length)
      switchTarget(tag[1] === '/', tag[2] ?? '')
    }
    const begun = BEGUN_TAG.exec(rest)?.index ?? rest.length
    write(rest.slice(0, begun))
    unfinishedTag = rest.slice(begun)
  }

  function switchTarget(isEnd: boolean, tag: string) {
    const block = isEnd ? null : createBlock(tag)
    target = block ?? paragraph
    if (block !== null) paragraph?.append(block)
  }

  function end() {
    write(unfinishedTag)
    unfinishedTag = ''
  }

  return {
    end,
    add({ channel: nextChannel, by, text, units, queries, doubt }: Segment) {
      if (by === 'injection') {
        end()
        channel = ''
        place.append(injection({ text, units, queries, doubt }, linkSources))
        return
      }
      // Code and its results belong to the model's own text.
      if (channel !== nextChannel) {
        end()
        channel = nextChannel
        startParagraph(channel === 'reasoning' ? 'reasoning' : 'text')
      }
      read(unfinishedTag + text)
    },
  }
}

function append(target: HTMLElement, text: string) {
  if (text === '') return
  const last = target.lastChild
  if (last instanceof Text) last.appendData(text)
  else target.append(text)
}

/** Returns the whole text of an agent that has finished. */
export function agentText(segments: readonly Segment[], linkSources: LinkSources) {
  const place = document.createDocumentFragment()
  const writer = createTextWriter(place, linkSources)
  for (const segment of segments) writer.add({ ...segment, text: withoutBox(segment.text) })
  writer.end()
  return place
}

/** Removes LaTeX's `\boxed{}` around the answer, which repeats the answer tag. */
export function withoutBox(text: string) {
  return text.replace(/\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
}

function injection(
  {
    text,
    units = [],
    queries = [],
    doubt = { behind: 0 },
  }: {
    text: string
    units: Segment['units'] | undefined
    queries: Segment['queries'] | undefined
    doubt: Segment['doubt'] | undefined
  },
  linkSources: LinkSources,
) {
  const quoted = queries.map((query) => `“${query}”`).join(', ')
  const late = doubt.behind === 0 ? '' : ` (${doubt.behind} characters after the doubt)`
  return element(
    'div.injection',
    {
      role: 'note',
      'aria-label': 'Evidence injected from the papers',
      title: quoted === '' ? `Injected evidence${late}` : `Injected evidence for ${quoted}${late}`,
    },
    element('mark', text.trim()),
    linkSources(units),
  )
}
