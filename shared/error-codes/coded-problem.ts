/** A problem that gateway and backend answer with. */
export interface CodedProblem {
  code: string
  /** Of HTTP. */
  status: number
  /** For the person, with places to fill in as `util.format` has them. */
  sentence: string
}

type Named<Codes> = { readonly [C in keyof Codes]: Codes[C] & { readonly code: C } }

/** Problems by their codes, each with its code. A code is one problem. */
export const coded = <const Codes extends Record<string, Omit<CodedProblem, 'code'>>>(codes: Codes) =>
  Object.fromEntries(Object.entries(codes).map(([code, problem]) => [code, { code, ...problem }])) as Named<Codes>
