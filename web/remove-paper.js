/** A button that takes a paper out of its corpus. */
import { remove } from './api-client.js'
import { element, errorNotice } from './dom.js'

/**
 * @param {{ readonly id: string, readonly title: string }} paper
 * @param {string} corpus
 * @param {() => void} onRemoved
 */
export function removeButton({ id, title }, corpus, onRemoved) {
  const button = element('button', { type: 'button', className: 'more' }, 'Remove this paper')
  button.dataset['right'] = 'admin'
  button.onclick = async () => {
    const question = `Remove “${title || 'Untitled'}” with its units? It stays away until its file is uploaded again.`
    if (!confirm(question)) return
    try {
      await remove('/papers/{id}', { path: { id }, query: { corpus } })
      onRemoved()
    } catch (error) {
      button.after(errorNotice(error))
    }
  }
  return button
}
