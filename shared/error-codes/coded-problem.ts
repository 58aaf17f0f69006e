/** Problem that the gateway or the backend returns. */
export interface CodedProblem {
  code: string
  /** HTTP status. */
  status: number
  /** Readable sentence, with the placeholders of `util.format`. */
  sentence: string
}

type Named<Codes> = { readonly [C in keyof Codes]: Codes[C] & { readonly code: C } }

/** Sets the code of each problem to its key, so that a code identifies one problem. */
export const coded = <const Codes extends Record<string, Omit<CodedProblem, 'code'>>>(codes: Codes) =>
  Object.fromEntries(Object.entries(codes).map(([code, problem]) => [code, { code, ...problem }])) as Named<Codes>
