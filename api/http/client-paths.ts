/** Papers as clients get them: by the names of their files. Where the files are on the server is for who runs it. */
import { basename } from 'node:path'

/** The end of the name of a file that holds records. */
const LIST = /\.\w{1,8}(?=#)/

interface PathFields {
  readonly path: string
  readonly paths?: readonly string[]
  /** May quote a path. */
  readonly detail: string
}

export function withoutFolders<Paper extends PathFields>(paper: Paper): Paper {
  const { path, paths, detail } = paper
  const known = [path, ...(paths ?? [])].filter((each) => each !== '')
  return {
    ...paper,
    path: nameOf(path),
    ...(paths === undefined ? {} : { paths: paths.map(nameOf) }),
    detail: known.reduce((text, each) => text.replaceAll(fileOf(each), nameOf(fileOf(each))), detail),
  }
}

/** `/home/me/list.jsonl#7` is `list.jsonl#7`; a library that is named by its address stays. */
function nameOf(path: string): string {
  if (path.startsWith('zotero:')) return path
  const file = fileOf(path)
  return basename(file) + path.slice(file.length)
}

/** Without the record within it, whose key may have any character. */
function fileOf(path: string): string {
  const list = LIST.exec(path)
  return list === null ? path : path.slice(0, list.index + list[0].length)
}
