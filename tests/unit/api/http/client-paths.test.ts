import { expect, it } from 'vitest'
import { withoutFolders } from '../../../../api/http/client-paths.ts'

it.each([
  { path: '/home/me/papers/a.pdf', shown: 'a.pdf' },
  { path: '/home/me/list.jsonl#7', shown: 'list.jsonl#7' },
  { path: '/home/me/library.bib#some/key', shown: 'library.bib#some/key' },
  { path: '/home/me/notes #2/a.pdf', shown: 'a.pdf' },
  { path: 'zotero:http://127.0.0.1:23119#K', shown: 'zotero:http://127.0.0.1:23119#K' },
  { path: '', shown: '' },
])('shows $path as "$shown"', ({ path, shown }) => {
  const paper = { path, paths: [path], detail: `The file ${path} does not exist.`, title: 'T' }
  const told = withoutFolders(paper)
  expect(told).toMatchObject({ path: shown, paths: [shown], title: 'T' })
  expect(told.detail).not.toContain('/home')
})
