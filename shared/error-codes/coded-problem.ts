/** Problem that the gateway or the backend returns. */
export interface CodedProblem {
  code: string
  /** HTTP status. */
  status: number
  /** Sentence for people, with placeholders in the form of `util.format`. */
  sentence: string
}

type Named<Codes> = { readonly [C in keyof Codes]: Codes[C] & { readonly code: C } }

/** Problems by code, each with its code added. A code identifies one problem. */
export const coded = <const Codes extends Record<string, Omit<CodedProblem, 'code'>>>(codes: Codes) =>
  Object.fromEntries(Object.entries(codes).map(([code, problem]) => [code, { code, ...problem }])) as Named<Codes>
