/** Builds elements without markup in strings, so that a paper's title is never parsed as HTML. */

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 * @throws {Error} where the page has no such element of that kind
 */
function requireById(id, kind) {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`index.html has no ${kind.name} with the id ${id}`)
}

/** @param {string} id */
export const byId = (id) => requireById(id, HTMLElement)
/** @param {string} id */
export const formById = (id) => requireById(id, HTMLFormElement)
/** @param {string} id */
export const inputById = (id) => requireById(id, HTMLInputElement)
/** @param {string} id */
export const selectById = (id) => requireById(id, HTMLSelectElement)
/** @param {string} id */
export const dialogById = (id) => requireById(id, HTMLDialogElement)

/** @typedef {Record<`${string}-${string}`, string | number>} Attributes */

/**
 * `properties` are set as they are (`className`, `onclick`), those with a dash as attributes (`aria-label`).
 * Children are nodes or strings; null is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<Omit<HTMLElementTagNameMap[Tag], 'children' | 'style'>> & Attributes} [properties]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.includes('-')) made.setAttribute(name, String(value))
    else Reflect.set(made, name, value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {...Node} children
 */
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...children)
  return made
}

/**
 * The first element inside `parent` that the selector matches.
 * @param {ParentNode} parent
 * @param {string} selector
 * @throws {Error} if the page has no such element
 */
export function find(parent, selector) {
  const found = parent.querySelector(selector)
  if (found instanceof HTMLElement || found instanceof SVGElement) return found
  throw new Error(`Nothing matches ${selector}`)
}

/**
 * An error message with its help sentence.
 * @param {unknown} error
 */
export function errorNotice(error) {
  const help = error instanceof Object && 'help' in error ? String(error.help) : ''
  const message = error instanceof Object && 'message' in error ? error.message : error
  return element(
    'div',
    { className: 'failure', role: 'alert' },
    element('p', {}, String(message)),
    help === '' ? null : element('p', { className: 'help' }, help),
  )
}

/**
 * @param {number} count
 * @param {string} one
 */
export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Shown by every view of a corpus without papers. */
export function noPapers() {
  const add = element('a', { href: '#/add' }, 'Add papers')
  return element('p', { className: 'empty' }, 'This corpus has no papers yet. ', add, '.')
}
