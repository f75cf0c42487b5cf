/** A button that takes a paper out of its corpus. */
/** @import { Paper } from './api.js' */
import { remove } from './api-client.js'
import { element, errorNotice } from './dom.js'

/**
 * @param {Paper} paper
 * @param {string} corpus
 */
export function removeButton({ id, title }, corpus) {
  const button = element('button', { type: 'button', className: 'more' }, 'Remove this paper')
  button.dataset['right'] = 'admin'
  button.onclick = async () => {
    const question = `Remove “${title || 'Untitled'}” with its units? It stays away until its file is uploaded again.`
    if (!confirm(question)) return
    try {
      await remove('/papers/{id}', { path: { id }, query: { corpus } })
      location.hash = '#/search'
    } catch (error) {
      button.after(errorNotice(error))
    }
  }
  return button
}
