/** What the page sends to each route and what it gets back, derived from the generated types of the OpenAPI document. */
import type { paths } from './api-types.d.ts'

export type Method = 'get' | 'post' | 'patch' | 'delete'

export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends { responses: unknown } ? Path : never
}[keyof paths]

/** The JSON body of a success. */
export type Answer<M extends Method, Path extends PathOf<M>> = paths[Path][M] extends {
  responses: infer Responses
}
  ? JsonOf<Responses[keyof Responses & Success]>
  : never

/** Path parameters, query and JSON body of a request; required where the route requires them. */
export type Parts<M extends Method, Path extends PathOf<M>> = PathPart<paths[Path][M]> &
  QueryPart<paths[Path][M]> &
  BodyPart<paths[Path][M]>

/** The JSON body of a request. */
export type Body<M extends Method, Path extends PathOf<M>> =
  BodyPart<paths[Path][M]> extends { body: infer Sent } ? Sent : never

export type Backend = Answer<'get', '/retrieve'>['backend']
export type Hit = Answer<'get', '/retrieve'>['hits'][number]
export type AskAnswer = Answer<'post', '/ask'>
export type Citation = AskAnswer['citations'][number]
export type ListedPaper = Answer<'get', '/papers'>['papers'][number]
export type Paper = Answer<'get', '/papers/{id}'>
export type PaperReferences = Answer<'get', '/papers/{id}/references'>
export type Reference = PaperReferences['references'][number]
export type Unit = Answer<'get', '/units'>['units'][number]
export type Job = Answer<'get', '/jobs/{id}'>
export type GateRow = Answer<'get', '/gate'>['rows'][number]
export type GraphAnswer = Answer<'get', '/graph'>
export type GraphNode = GraphAnswer['nodes'][number]
export type NameDetails = Answer<'get', '/entities/{name}'>
export type Comparison = Answer<'post', '/compare'>
export type ListedRun = Answer<'get', '/runs'>['runs'][number]
export type Run = Answer<'get', '/runs/{id}'>
export type Patterns = Answer<'get', '/patterns'>
/** A unit that was injected, with its place in its paper. */
export type Evidence = Run['evidence'][number]
export type Ledgers = NonNullable<Run['ledgers']>
export type LedgerRow = Ledgers['total']
export type PaperFigure = Answer<'get', '/papers/{id}/figures'>['figures'][number]
export type PageBox = PaperFigure['box']
export type PagePlace = Answer<'get', '/papers/{id}/spans'>['pages'][number]

/** The corpus that a view shows; `isEmpty` before its first paper. */
export interface Corpus {
  readonly name: string
  readonly isEmpty: boolean
}

type Success = 200 | 201 | 202
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never

type PathPart<Operation> = Operation extends { parameters: { path: infer Path extends object } }
  ? { path: Path }
  : object

type QueryPart<Operation> = Operation extends { parameters: { query: infer Query extends object } }
  ? { query: Query }
  : Operation extends { parameters: { query?: infer Query } }
    ? { query?: Exclude<Query, undefined> }
    : object

type BodyPart<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Exclude<Body, undefined> }
    : object
