/** A model of a folder as a thread runs it, whatever it makes of a text. */
export interface OnnxModel<Request, Answer> {
  readonly id: string
  /** Width of what it gives. */
  readonly dims: number
  run(request: Request): Promise<Answer>
  close(): Promise<void>
}
