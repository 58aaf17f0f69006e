import type { Static, TSchema } from 'typebox'

export interface ContractSchema {
  params?: TSchema
  querystring?: TSchema
  body?: TSchema
  response?: Record<number, TSchema>
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * API call: a Fastify route without its handler, plus metadata for the gateway. The backend adds a handler, the gateway a validating proxy,
 * and the web app a typed `call()`.
 */
export interface Contract<S extends ContractSchema = ContractSchema, M extends Method = Method, U extends string = string> {
  method: M
  /** Path below `/api`, with Fastify's `:name` parameters. */
  url: U
  /** One-line description of the call, for the documentation. */
  summary: string
  schema: S
  /** Valid body, for OpenAPI and for tests of refused calls. Every contract with a body schema has one. */
  example?: object
  /** `session` (the default): refused with 401 without a session cookie or bearer token. `none`: open to everyone. */
  auth?: 'session' | 'none'
  /** `false`: refused with 403 for personal API tokens, because it requires a person who is signed in. */
  tokens?: false
  /** Name of the audit event; a call without one is not audited. */
  audit?: string
  /**
   * Transport of the body. The gateway reads and checks `json` (the default) and `form`. A `stream` is piped through, with a first-byte
   * deadline and an idle timeout instead of a total deadline.
   */
  body?: 'json' | 'form' | 'json-or-form' | 'stream'
  /** `stream`: the response is a download or an event stream, without a total deadline. */
  answer?: 'json' | 'stream'
  /** Maximum body size in bytes; 1 MiB by default. */
  bodyLimit?: number
}

/** Keeps the literal types of a contract. */
export const contract = <const S extends ContractSchema, const M extends Method, const U extends string>(
  route: Contract<S, M, U> & { example?: Part<NoInfer<S>, 'body'> }
): Contract<S, M, U> => route

type Part<S extends ContractSchema, K extends keyof ContractSchema> = S[K] extends TSchema ? Static<S[K]> : undefined

export type ParamsOf<C> = C extends Contract<infer S> ? Part<S, 'params'> : never
export type QueryOf<C> = C extends Contract<infer S> ? Part<S, 'querystring'> : never
export type BodyOf<C> = C extends Contract<infer S> ? Part<S, 'body'> : never

type Successes<R> = {
  [K in keyof R]: K extends 200 | 201 | 202 | 203 | 204 | 206 ? (R[K] extends TSchema ? Static<R[K]> : never) : never
}[keyof R]
/** Type of the body of a call's success response; `null` for 204. */
export type AnswerOf<C> = C extends Contract<infer S> ? (S['response'] extends object ? Successes<S['response']> : unknown) : never
