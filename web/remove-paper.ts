/** A button that takes a paper out of its corpus. */
import { remove } from './api-client.ts'
import { element, errorNotice } from './dom.ts'

export function removeButton(
  { id, title }: { readonly id: string; readonly title: string },
  corpus: string,
  onRemoved: () => void,
) {
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
