import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '../../shared/contracts/contract.ts'
import type { gatewayApi } from '../../shared/contracts/gateway.ts'
import type { api } from '../../shared/nouns.ts'

type Groups = typeof api & { gateway: typeof gatewayApi }
type EveryContract = { [Noun in keyof Groups]: Groups[Noun][keyof Groups[Noun]] }[keyof Groups]

/**
 * Contracts by method and path: `'GET /projects/:projectId'`.
 * These are types only. At run time the browser needs no more than method and path, so the schemas (and TypeBox) stay on the server.
 */
export type Calls = { [C in EveryContract as `${C['method']} ${C['url']}`]: C }
export type CallName = keyof Calls

type Params<C> =
  ParamsOf<C> extends infer P ? (P extends object ? { params: { [Name in keyof P]: string | number } } : { params?: undefined }) : never
type Query<C> = QueryOf<C> extends infer Q ? (Q extends object ? { query?: Q } : { query?: undefined }) : never
type Form<B> = { form: B; json?: undefined; stream?: undefined }
type Json<B> = { json: B; form?: undefined; stream?: undefined }
type Stream = { stream: Blob; json?: undefined; form?: undefined }
type Empty = { json?: undefined; form?: undefined; stream?: undefined }
/** Body of a call. Each contract of Isobath accepts one kind of body. `form` is for the OAuth endpoints, `stream` for files. */
type Body<C> = BodyOf<C> extends infer B ? (B extends object ? Json<B> | Form<B> : Empty | Stream) : never

export type CallOptions<K extends CallName> = Params<Calls[K]> & Query<Calls[K]> & Body<Calls[K]> & { signal?: AbortSignal }
export type Answer<K extends CallName> = AnswerOf<Calls[K]>
