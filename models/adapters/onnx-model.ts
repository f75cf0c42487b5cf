/** Interface of a model that a thread runs, whatever it computes. */
export interface OnnxModel<Request, Answer> {
  readonly id: string
  /** Width of its output. */
  readonly dims: number
  run(request: Request): Promise<Answer>
  close(): Promise<void>
}
