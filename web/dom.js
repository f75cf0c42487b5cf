/** Elements without markup in strings: text stays text, whatever a paper's title holds. */

/**
 * `properties` are set as they are (`className`, `onclick`), those with a dash as attributes (`aria-label`).
 * Children are nodes or strings; null is left out.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-')) made.setAttribute(name, value)
    else made[name] = value
  }
  made.append(...children.filter((child) => child !== null && child !== undefined))
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

export function svgElement(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

export const byId = (id) => document.getElementById(id)

/** A failure as its sentence and what to do about it. */
export function failure(error) {
  return element(
    'div',
    { className: 'failure', role: 'alert' },
    element('p', {}, error.message),
    error.help ? element('p', { className: 'help' }, error.help) : null,
  )
}

export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
