/** Creates a button that removes a paper from its corpus. */
import { remove } from './api-client.ts'
import { actionButton } from './dom.ts'

export function removeButton(
  { id, title }: { readonly id: string; readonly title: string },
  corpus: string,
  onRemoved: () => void,
) {
  const ask = async () => {
    const question = `Remove “${title || 'Untitled'}” with its units? It will not come back unless its file is uploaded again.`
    if (!confirm(question)) return
    await remove('/papers/{id}', { path: { id }, query: { corpus } })
    onRemoved()
  }
  return actionButton('button.more', ask, { 'data-right': 'admin' }, 'Remove this paper')
}
