/**
 * The text that an agent writes, shown while it arrives: reasoning, text, code and its results, answers, and injected evidence with its
 * sources. Text is only ever appended, so that a long text costs no more than its last words.
 */
/** @import { Evidence } from './api.js' */
/** @import { Segment } from './events.js' */
import { element } from './dom.js'

const TAG = /<(\/?)(code|execution_results|answer|select|think)>/
/** What may become a tag when more text arrives. */
const BEGUN_TAG = /<\/?[a-z_]{0,17}$/
// Each paragraph is a block of its own: a browser lays out again only the one that grows.
const PARAGRAPH_END = '\n\n'

/** @typedef {(units: readonly Evidence[]) => HTMLElement} LinkSources makes the links from units to their pages */

/**
 * The element for the content of a tag; null for tags that are not set apart.
 * @param {string} tag
 */
function createBlock(tag) {
  if (tag === 'code') return element('pre', { className: 'code', tabIndex: 0, 'aria-label': 'Code' })
  if (tag === 'execution_results')
    return element('pre', { className: 'results', tabIndex: 0, 'aria-label': 'Code output' })
  if (tag === 'answer' || tag === 'select') return element('strong', { className: 'boxed' })
  return null
}

/**
 * @param {ParentNode} place
 * @param {LinkSources} linkSources
 */
export function createTextWriter(place, linkSources) {
  /** @type {HTMLElement | null} */
  let paragraph = null
  /** The paragraph, or the block in it that text goes to. @type {HTMLElement | null} */
  let target = null
  let channel = ''
  let unfinishedTag = ''

  /** @param {string} text */
  function write(text) {
    if (target === null) return
    // Blocks need no empty lines around them.
    const last = target.lastChild
    const shown = last === null || last.nodeName === 'PRE' ? text.trimStart() : text
    const end = target === paragraph ? shown.lastIndexOf(PARAGRAPH_END) + 1 : 0
    if (end === 0) return append(target, shown)
    append(target, shown.slice(0, end + 1))
    append(startParagraph(target.className), shown.slice(end + 1))
  }

  /** @param {string} className */
  function startParagraph(className) {
    paragraph = element('div', { className })
    target = paragraph
    place.append(paragraph)
    return paragraph
  }

  /** @param {string} text */
  function read(text) {
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

  /**
   * @param {boolean} isEnd
   * @param {string} tag
   */
  function switchTarget(isEnd, tag) {
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
    /** @param {Segment} segment */
    add({ channel: nextChannel, by, text, units, queries, doubt }) {
      if (by === 'injection') {
        end()
        channel = ''
        place.append(injection({ text, units, queries, doubt }, linkSources))
        return
      }
      // Code and its results are part of the model's own text.
      if (channel !== nextChannel) {
        end()
        channel = nextChannel
        startParagraph(channel === 'reasoning' ? 'reasoning' : 'text')
      }
      read(unfinishedTag + text)
    },
  }
}

/**
 * @param {HTMLElement} target
 * @param {string} text
 */
function append(target, text) {
  if (text === '') return
  const last = target.lastChild
  if (last instanceof Text) last.appendData(text)
  else target.append(text)
}

/**
 * The whole text of an agent that has finished.
 * @param {readonly Segment[]} segments
 * @param {LinkSources} linkSources
 */
export function agentText(segments, linkSources) {
  const place = document.createDocumentFragment()
  const writer = createTextWriter(place, linkSources)
  for (const segment of segments) writer.add({ ...segment, text: withoutBox(segment.text) })
  writer.end()
  return place
}

/**
 * Without LaTeX's `\boxed{}` around the answer, which repeats the answer tag.
 * @param {string} text
 */
export function withoutBox(text) {
  return text.replace(/\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1')
}

/**
 * @param {{ text: string, units: Segment['units'] | undefined, queries: Segment['queries'] | undefined, doubt: Segment['doubt'] | undefined }} injected
 * @param {LinkSources} linkSources
 */
function injection({ text, units = [], queries = [], doubt = { behind: 0 } }, linkSources) {
  const quoted = queries.map((query) => `“${query}”`).join(', ')
  const late = doubt.behind === 0 ? '' : ` (${doubt.behind} characters behind the doubt)`
  return element(
    'div',
    {
      className: 'injection',
      role: 'note',
      'aria-label': 'Evidence injected from the papers',
      title: quoted === '' ? `Injected evidence${late}` : `Injected evidence for ${quoted}${late}`,
    },
    element('mark', {}, text.trim()),
    linkSources(units),
  )
}
