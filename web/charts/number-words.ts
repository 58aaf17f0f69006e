/** Share as a percentage with at most three significant digits: "17.5 %". */
export const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`

export const plain = (value: number): string => value.toLocaleString('en-GB')
