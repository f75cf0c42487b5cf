/** A page about a run as blocks: every form of the page shows all of them. */

export type PageBlock =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  /** Words of ours, in one line. */
  | { readonly type: 'note'; readonly text: string }
  /** Something that did not work. */
  | { readonly type: 'problem'; readonly text: string }
  /** Words of a person or a model, as they are. `by`: who put them into a model's stream, where it was not the model. */
  | { readonly type: 'text'; readonly text: string; readonly by?: 'injection' | 'code' | 'reasoning' }
  /** What a model was given, character by character. */
  | { readonly type: 'verbatim'; readonly text: string }
  /** The first row is the head. */
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[] }
  /** What only some readers want. */
  | { readonly type: 'folded'; readonly title: string; readonly blocks: readonly PageBlock[] }

export function heading(level: 1 | 2 | 3, text: string): PageBlock {
  return { type: 'heading', level, text }
}

export function note(text: string): PageBlock {
  return { type: 'note', text }
}

/** Nothing where there are no rows below the head. */
export function tableOf(rows: readonly (readonly string[])[]): PageBlock[] {
  return rows.length < 2 ? [] : [{ type: 'table', rows }]
}

export function folded(title: string, blocks: readonly PageBlock[]): PageBlock[] {
  return blocks.length === 0 ? [] : [{ type: 'folded', title, blocks }]
}
