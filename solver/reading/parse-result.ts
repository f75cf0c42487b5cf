/** Results of reading a model's answer, with losses and corrections. */

/** Loss in snake_case, counted by callers and shown in reports. */
export type Loss = string

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T; readonly losses: readonly Loss[] }
  | { readonly ok: false; readonly reason: Loss }

export function parsed<T>(value: T, losses: readonly Loss[] = []): ParseResult<T> {
  return { ok: true, value, losses }
}

export function parseFailure(reason: Loss): { readonly ok: false; readonly reason: Loss } {
  return { ok: false, reason }
}
